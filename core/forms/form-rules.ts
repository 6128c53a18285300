import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { invalid } from '../contract.ts';

/** Keywords that the browser's interpreter and the server agree on. */
const AGREED = new Set([
  'type',
  'properties',
  'required',
  'title',
  'description',
  'default',
  'enum',
  'const',
  'items',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'anyOf',
  'additionalProperties',
  'examples',
  'patternProperties',
]);
const ajv = new Ajv2020({ strict: false, code: { optimize: false } });
(addFormats as unknown as (a: Ajv2020) => void)(ajv);

/** Refuses (422) a form that could not be drawn or checked everywhere. */
export function compileForm(schema: object): void {
  visit(schema, '');
  try {
    ajv.compile(schema);
  } catch {
    throw invalid('extra', 'core.forms.bad-schema');
  } finally {
    ajv.removeSchema(schema); // it would be kept for ever
  }
}

function visit(node: unknown, path: string): void {
  if (Array.isArray(node)) return node.forEach((item, i) => visit(item, `${path}.${i}`));
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (path.endsWith('.properties') || path.endsWith('.patternProperties')) visit(value, `${path}.${key}`);
    else if (key === 'default' || key === 'enum' || key === 'const' || key === 'examples') continue;
    else {
      if (!AGREED.has(key) && !key.startsWith('~') && !key.startsWith('x-'))
        throw invalid(`extra${path}`, 'core.forms.keyword', { keyword: key });
      if (key === 'pattern' && canExplode(String(value))) throw invalid(`extra${path}`, 'core.forms.slow-pattern');
      visit(value, `${path}.${key}`);
    }
  }
}

/** Repetition of a group that itself repeats or offers alternatives, however deep: the shapes that can take exponential time. */
function canExplode(pattern: string): boolean {
  const plain = pattern.replace(/\\./gs, 'x').replace(/\[[^\]]*\]/g, 'x');
  const open: boolean[] = [false]; // for each open group: does it repeat or choose?
  for (let i = 0; i < plain.length; i += 1) {
    const rest = plain.slice(i);
    if (rest.startsWith('(')) open.push(false);
    else if (rest.startsWith(')')) {
      const varies = open.pop() ?? false;
      if (varies && /^\)[+*{]/.test(rest)) return true;
      if (varies && open.length > 0) open[open.length - 1] = true;
    } else if (/^(?:[+*|]|\{\d*,)/.test(rest) && open.length > 0) open[open.length - 1] = true;
  }
  return false;
}
