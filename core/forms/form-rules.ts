import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { invalid } from '../contract.ts';

/** Keywords that the browser's interpreter and the server agree on. */
const AGREED = new Set([
  'type', 'properties', 'required', 'title', 'description', 'default', 'enum', 'const', 'items', 'minLength', 'maxLength', 'pattern', 'format',
  'minimum', 'maximum', 'multipleOf', 'minItems', 'maxItems', 'uniqueItems', 'anyOf', 'additionalProperties', 'examples', 'patternProperties',
]);
/** Repetition of a group that itself repeats, or of alternatives: the shapes that can take exponential time. */
const SLOW_PATTERN = /\([^)]*[+*][^)]*\)[+*{]|\([^)]*\|[^)]*\)[+*{]/;

/** Refuses (422) a form that could not be drawn or checked everywhere. */
export function compileForm(schema: object): void {
  visit(schema, '');
  const ajv = new Ajv2020({ strict: false });
  (addFormats as unknown as (a: Ajv2020) => void)(ajv);
  try {
    ajv.compile(schema);
  } catch {
    throw invalid('extra', 'core.forms.bad-schema');
  }
}

function visit(node: unknown, path: string): void {
  if (Array.isArray(node)) return node.forEach((item, i) => visit(item, `${path}.${i}`));
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (path.endsWith('.properties') || path.endsWith('.patternProperties')) visit(value, `${path}.${key}`);
    else if (key === 'default' || key === 'enum' || key === 'const' || key === 'examples') continue;
    else {
      if (!AGREED.has(key) && !key.startsWith('~') && !key.startsWith('x-')) throw invalid(`extra${path}`, 'core.forms.keyword', { keyword: key });
      if (key === 'pattern' && SLOW_PATTERN.test(String(value))) throw invalid(`extra${path}`, 'core.forms.slow-pattern');
      visit(value, `${path}.${key}`);
    }
  }
}
