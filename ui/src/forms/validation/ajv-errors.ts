import type { OutputUnit } from '@cfworker/json-schema';

/** An error in the shape of ajv, which RJSF and the message catalogue know. */
export interface AjvError {
  keyword: string;
  instancePath: string;
  schemaPath: string;
  params: Record<string, unknown>;
  message: string;
  parentSchema: SchemaNode | undefined;
}
export type SchemaNode = Record<string, unknown>;
export type Lookup = Record<string, unknown>;
type Told = [message: string, params: Record<string, unknown>];

const decode = (part: string): string => decodeURI(part).replace(/~1/g, '/').replace(/~0/g, '~');
const many = (limit: unknown, what: string): string => `${String(limit)} ${what}`;
const named = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';

/** What ajv says for a keyword, from the schema that holds it and the interpreter's finding. Keywords not listed only wrap others. */
const TELL: Record<string, (schema: SchemaNode, text: string) => Told> = {
  type: (s) => [`must be ${[s['type']].flat().join(',')}`, { type: s['type'] }],
  const: (s) => ['must be equal to constant', { allowedValue: s['const'] }],
  enum: (s) => ['must be equal to one of the allowed values', { allowedValues: s['enum'] }],
  minimum: (s) => [`must be >= ${String(s['minimum'])}`, { comparison: '>=', limit: s['minimum'] }],
  maximum: (s) => [`must be <= ${String(s['maximum'])}`, { comparison: '<=', limit: s['maximum'] }],
  exclusiveMinimum: (s) => [`must be > ${String(s['exclusiveMinimum'])}`, { comparison: '>', limit: s['exclusiveMinimum'] }],
  exclusiveMaximum: (s) => [`must be < ${String(s['exclusiveMaximum'])}`, { comparison: '<', limit: s['exclusiveMaximum'] }],
  multipleOf: (s) => [`must be multiple of ${String(s['multipleOf'])}`, { multipleOf: s['multipleOf'] }],
  minLength: (s) => [`must NOT have fewer than ${many(s['minLength'], 'characters')}`, { limit: s['minLength'] }],
  maxLength: (s) => [`must NOT have more than ${many(s['maxLength'], 'characters')}`, { limit: s['maxLength'] }],
  minItems: (s) => [`must NOT have fewer than ${many(s['minItems'], 'items')}`, { limit: s['minItems'] }],
  maxItems: (s) => [`must NOT have more than ${many(s['maxItems'], 'items')}`, { limit: s['maxItems'] }],
  minProperties: (s) => [`must NOT have fewer than ${many(s['minProperties'], 'properties')}`, { limit: s['minProperties'] }],
  maxProperties: (s) => [`must NOT have more than ${many(s['maxProperties'], 'properties')}`, { limit: s['maxProperties'] }],
  pattern: (s) => [`must match pattern "${String(s['pattern'])}"`, { pattern: s['pattern'] }],
  format: (s) => [`must match format "${String(s['format'])}"`, { format: s['format'] }],
  uniqueItems: () => ['must NOT have duplicate items', {}],
  required: (_, text) => {
    const missingProperty = named(text, /property "(.*)"\.$/s);
    return [`must have required property '${missingProperty}'`, { missingProperty }];
  },
  dependentRequired: (s, text) => {
    const [, property = '', missingProperty = ''] = /^Instance has "(.*)" but does not have "(.*)"\.$/s.exec(text) ?? [];
    const wanted = ((s['dependentRequired'] as Record<string, string[]> | undefined)?.[property] ?? []).join(', ');
    return [`must have properties ${wanted} when property ${property} is present`, { property, missingProperty, deps: wanted }];
  },
  additionalProperties: (_, text) => [
    'must NOT have additional properties',
    { additionalProperty: named(text, /^Property "(.*)" does not/s) },
  ],
  oneOf: () => ['must match exactly one schema in oneOf', { passingSchemas: null }],
  anyOf: () => ['must match a schema in anyOf', {}],
  not: () => ['must NOT be valid', {}],
  if: (_, text) => {
    const failingKeyword = text.includes('"then"') ? 'then' : 'else';
    return [`must match "${failingKeyword}" schema`, { failingKeyword }];
  },
  false: () => ['boolean schema is false', {}],
};

/** The schema that holds the keyword at a location, following references. */
function holderAt(root: SchemaNode, lookup: Lookup, location: string): SchemaNode | undefined {
  let node: unknown = root;
  for (const part of location.split('/').slice(1, -1).map(decode)) {
    const here = node as SchemaNode | undefined;
    node = part === '$ref' ? (lookup[String(here?.['__absolute_ref__'])] ?? lookup[String(here?.['$ref'])]) : here?.[part];
  }
  return node as SchemaNode | undefined;
}

/** Turns the interpreter's findings into ajv's errors. */
export function ajvErrors(units: readonly OutputUnit[], root: SchemaNode, lookup: Lookup): AjvError[] {
  const errors: AjvError[] = [];
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] as OutputUnit;
    const tell = TELL[unit.keyword];
    if (!tell) continue;
    const isFalse = unit.keyword === 'false';
    const holder = isFalse ? undefined : holderAt(root, lookup, unit.keywordLocation);
    if (unit.keyword === 'additionalProperties') {
      // A schema for additional properties reports its own errors; a plain `false` comes with a second finding that says the same.
      if (holder?.['additionalProperties'] !== false) continue;
      at += 1;
    }
    const [message, params] = tell(holder ?? {}, unit.error);
    errors.push({
      keyword: isFalse ? 'false schema' : unit.keyword,
      instancePath: decodeURI(unit.instanceLocation.slice(1)),
      // The interpreter misspells this keyword.
      schemaPath: unit.keywordLocation.replace('dependantRequired', 'dependentRequired'),
      params,
      message,
      parentSchema: holder,
    });
  }
  return errors;
}
