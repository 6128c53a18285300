import fc from 'fast-check';

/** The parts of JSON Schema that route declarations use. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  pattern?: string;
  patternProperties?: Record<string, Schema>;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  multipleOf?: number;
  minItems?: number;
}

/** What to put where a property names something stored, e.g. `campaignId`; undefined leaves it to the schema. */
export type IdOf = (property: string, schema: Schema) => string | number | undefined;

const FORMATS: Record<string, string> = {
  email: 'somebody@probe.example',
  uri: 'http://127.0.0.1/probe',
  url: 'http://127.0.0.1/probe',
  date: '2026-01-15',
  'date-time': '2026-01-15T10:00:00Z',
  uuid: '00000000-0000-4000-8000-000000000000',
  time: '10:00:00Z',
  hostname: 'probe.example',
  ipv4: '127.0.0.1',
};
const ID_NAME = /ids?$|^id/i;

/** A value that the schema accepts, as small as may be: what is required, and besides whatever names stored things. */
export function validValue(schema: Schema, idOf: IdOf = () => undefined, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((s) => validValue(s, idOf, name))) as unknown;
  if (schema.anyOf) return validValue(schema.anyOf.find((s) => s.type !== 'null') ?? schema.anyOf[0]!, idOf, name);
  if (schema.type === 'object') return objectOf(schema, idOf);
  if (schema.type === 'array')
    return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => validValue(schema.items ?? {}, idOf, name));
  const id = ID_NAME.test(name) && /string|integer|number/.test(schema.type ?? '') ? idOf(name, schema) : undefined;
  if (id !== undefined && schema.type !== 'string') return Number.isNaN(Number(id)) ? 1 : Number(id);
  if (id !== undefined && fits(schema, String(id))) return String(id);
  if (schema.type === 'string') return textOf(schema);
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'null') return null;
  return {};
}

function objectOf(schema: Schema, idOf: IdOf): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    if (schema.required?.includes(name) || ID_NAME.test(name)) out[name] = validValue(member, idOf, name);
  }
  return out;
}

function numberOf(schema: Schema): number {
  const least = schema.minimum ?? (schema.exclusiveMinimum === undefined ? 1 : schema.exclusiveMinimum + 1);
  const step = schema.multipleOf ?? 1;
  return Math.min(Math.ceil(Math.max(least, step) / step) * step, schema.maximum ?? Number.MAX_SAFE_INTEGER);
}

function textOf(schema: Schema): string {
  if (schema.format && FORMATS[schema.format]) return FORMATS[schema.format]!;
  const plain = ['somebody@probe.example', 'probe', 'T', 'p'.repeat(schema.minLength ?? 1)].find((s) => fits(schema, s));
  if (plain !== undefined || !schema.pattern) return plain ?? '';
  const made = madeTexts.get(schema) ?? matchingText(schema, schema.pattern);
  madeTexts.set(schema, made);
  return made;
}

/** By schema: making one takes milliseconds, and whole campaigns ask for the same ones. */
const madeTexts = new WeakMap<Schema, string>();

/** Texts that are tried before a pattern is given up. */
const TRIED = 200;

function matchingText(schema: Schema, pattern: string): string {
  try {
    return (
      fc
        .sample(fc.stringMatching(new RegExp(longEnough(schema, pattern), 'u')), { numRuns: TRIED, seed: 7 })
        .find((s) => fits(schema, s)) ?? 'probe'
    );
  } catch {
    return 'probe'; // a pattern that cannot be turned round, such as one with a look-ahead
  }
}

/** The pattern with an open end of at least the schema's length: texts are made short where nothing says how long. */
function longEnough({ minLength = 0, maxLength = 10_000 }: Schema, pattern: string): string {
  return minLength > 1 ? pattern.replace(/[+*]\$$/, `{${minLength},${Math.min(maxLength, minLength + 8)}}$`) : pattern;
}

const fits = (schema: Schema, text: string): boolean =>
  text.length >= (schema.minLength ?? 0) &&
  text.length <= (schema.maxLength ?? 10_000) &&
  (!schema.pattern || new RegExp(schema.pattern, 'u').test(text)) &&
  (schema.format !== 'uuid' || /^[0-9a-f-]{36}$/.test(text));
