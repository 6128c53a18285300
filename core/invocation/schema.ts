import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { type FieldError, notFound, Problem } from '../contract.ts';
import { inWantedForms } from './lenient.ts';

const plugInFormats = addFormats as unknown as (ajv: Ajv2020) => void;
const options = {
  allErrors: true,
  ownProperties: true,
  strict: false,
  strictNumbers: true,
  useDefaults: true,
  // Makes no check faster that was measured, and each compile takes three times as long.
  code: { optimize: false },
} as const;
/** `verbose` tells the form that a refused value should have had. */
const strict = new Ajv2020({ ...options, verbose: true });
/** Query and path values arrive as text. */
const coercing = new Ajv2020({ ...options, coerceTypes: 'array' });
/** Answers lose what their schema does not name. */
const trimming = new Ajv2020({ ...options, useDefaults: false, removeAdditional: true, allErrors: false });
for (const ajv of [strict, coercing, trimming]) plugInFormats(ajv);

const compiled = new WeakMap<object, Map<Ajv2020, ValidateFunction>>();

/** Compiled at first use, so that the start does not pay for routes nobody calls. */
function compile(ajv: Ajv2020, schema: TSchema): ValidateFunction {
  let byAjv = compiled.get(schema);
  if (!byAjv) compiled.set(schema, (byAjv = new Map()));
  let check = byAjv.get(ajv);
  if (!check) {
    const own = ajv === strict ? filled(closed(schema)) : closed(schema);
    byAjv.set(ajv, (check = ajv.compile(own)));
    ajv.removeSchema(own); // Ajv would keep it for ever, and some schemas are made for one call
  }
  return check;
}

/** Objects refuse (input) or drop (output) what they do not name, unless they say otherwise. */
export function closed<S>(schema: S): S {
  if (Array.isArray(schema)) return schema.map(closed) as S;
  if (schema === null || typeof schema !== 'object') return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([k, v]) => [k, k === 'default' || k === 'enum' || k === 'const' ? v : closed(v)]),
  );
  if (copy['type'] === 'object' && copy['properties'] && copy['additionalProperties'] === undefined && !copy['patternProperties'])
    copy['additionalProperties'] = false;
  return copy as S;
}

/** Some text, which blanks alone are not. */
const SOME_TEXT = '\\S';

/** What must not be empty must not be blank either. */
function filled<S>(schema: S): S {
  if (Array.isArray(schema)) return schema.map(filled) as S;
  if (schema === null || typeof schema !== 'object') return schema;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([k, v]) => [k, k === 'default' || k === 'enum' || k === 'const' ? v : filled(v)]),
  );
  if (copy['type'] === 'string' && Number(copy['minLength']) >= 1)
    copy['allOf'] = [...((copy['allOf'] as unknown[]) ?? []), { pattern: SOME_TEXT }];
  return copy as S;
}

/**
 * Checks a request part; answers it with defaults filled in, or throws 422 with a message for each field. A path whose parameters do not
 * have their shape names nothing: that is 404, as for an id that nobody has.
 */
export function checkInput<V>(schema: TSchema, value: unknown, at: 'params' | 'query' | 'body'): V {
  const check = compile(at === 'body' ? strict : coercing, schema);
  const copy = at === 'body' ? value : { ...(value as object) };
  if (check(copy)) return copy as V;
  if (at === 'params') throw notFound();
  const again = at === 'body' ? inWantedForms(value, check.errors ?? []) : null;
  if (again !== null && check(again)) return again as V;
  throw new Problem(422, 'core.problem.invalid', { errors: fieldErrors(check.errors ?? []) });
}

/** Shapes an answer to its schema in place; throws an ordinary Error, for it is our own mistake. */
export function shapeOutput<V>(schema: TSchema, value: V, who: string): V {
  const check = compile(trimming, schema);
  if (check(value)) return value;
  throw new Error(`${who} answered what its schema refuses: ${trimming.errorsText(check.errors)}`);
}

/** One error a field, the first that was found, with message keys `core.validation.<keyword>`. */
export function fieldErrors(errors: readonly ErrorObject[]): FieldError[] {
  const said = new Set<string>();
  const out: FieldError[] = [];
  for (const error of errors) {
    if (error.keyword === 'if' || error.keyword === 'anyOf' || error.keyword === 'oneOf') if (errors.length > 1) continue;
    const field = fieldOf(error);
    const keyword = isBlank(error) ? 'required' : error.keyword;
    if (said.has(field)) continue;
    said.add(field);
    out.push({ field, message: `core.validation.${KNOWN.has(keyword) ? keyword : 'other'}`, params: limits(error) });
  }
  return out;
}

const isBlank = (error: ErrorObject): boolean =>
  error.keyword === 'pattern' && (error.params as { pattern?: string }).pattern === SOME_TEXT;

const KNOWN = new Set([
  'required',
  'type',
  'format',
  'enum',
  'const',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'additionalProperties',
  'multipleOf',
]);

function fieldOf(error: ErrorObject): string {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((s) => s.replace(/~1/g, '/').replace(/~0/g, '~'));
  const params = error.params as Record<string, string | undefined>;
  const last = params['missingProperty'] ?? params['additionalProperty'];
  if (last !== undefined) path.push(last);
  return path.join('.');
}

function limits(error: ErrorObject): Record<string, string | number> {
  const params = error.params as Record<string, unknown>;
  const limit =
    params['limit'] ?? params['format'] ?? params['type'] ?? (params['allowedValues'] as unknown[] | undefined)?.join(', ') ?? '';
  return { limit: typeof limit === 'number' ? limit : String(limit) };
}
