import { customizeValidator } from '@rjsf/validator-ajv8';
import type { RJSFSchema } from '@rjsf/utils';
import Ajv2020 from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpretedValidator } from './validator.ts';

/** The server's judge. */
const oracle = customizeValidator({
  AjvClass: Ajv2020.default as never,
  ajvOptionsOverrides: { allErrors: true, ownProperties: true, strict: false },
});
const ours = interpretedValidator();

const FORMATS = ['email', 'date', 'uri', 'uuid', 'ipv4', 'date-time'];
const text = fc.oneof(
  fc.record({ type: fc.constant('string'), minLength: fc.nat(4), maxLength: fc.integer({ min: 3, max: 8 }) }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('string'), format: fc.constantFrom(...FORMATS) }),
  fc.record({ type: fc.constant('string'), pattern: fc.constantFrom('^\\d+$', '^[a-z]{2,}$', 'x') }),
  fc.record({ type: fc.constant('string'), enum: fc.constant(['a', 'b', 'c']) }),
);
const number = fc.record(
  {
    type: fc.constantFrom('integer', 'number'),
    minimum: fc.integer({ min: -5, max: 5 }),
    maximum: fc.integer({ min: 3, max: 20 }),
    multipleOf: fc.constantFrom(1, 2, 5),
  },
  { requiredKeys: ['type'] },
);
const leaf = fc.oneof(
  text,
  number,
  fc.constant({ type: 'boolean' }),
  fc.constant({ type: ['string', 'null'] }),
  fc.constant({ const: 'yes' }),
);
const names = ['a', 'b', 'c/d', 'e~f', 'g h'];
const schemaOf = (inner: fc.Arbitrary<object>): fc.Arbitrary<object> =>
  fc.record(
    {
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom(...names), inner),
      required: fc.uniqueArray(fc.constantFrom(...names)),
      additionalProperties: fc.constant(false),
      dependentRequired: fc.constant({ a: ['b'] }),
      minProperties: fc.nat(2),
    },
    { requiredKeys: ['type', 'properties'] },
  );
const list = fc.record(
  { type: fc.constant('array'), items: leaf, minItems: fc.nat(2), maxItems: fc.integer({ min: 1, max: 4 }), uniqueItems: fc.boolean() },
  { requiredKeys: ['type', 'items'] },
);
const schema = schemaOf(
  fc.oneof(
    leaf,
    list,
    schemaOf(leaf),
    fc.array(leaf, { minLength: 1, maxLength: 2 }).map((anyOf) => ({ anyOf })),
  ),
);

const someText = fc.constantFrom(
  'a',
  'b',
  'yes',
  '',
  '12',
  'xx',
  'a@b.co',
  '2026-11-21',
  '2026-02-30',
  'https://example.com',
  '1.2.3.4',
  'a longer text',
  '2026-11-21T10:00:00Z',
);
const simple = fc.oneof(someText, fc.integer({ min: -10, max: 30 }), fc.boolean(), fc.constant(null));
const dataOf = (inner: fc.Arbitrary<unknown>) => fc.dictionary(fc.constantFrom(...names, 'other'), inner);
const data = dataOf(fc.oneof(simple, fc.array(simple, { maxLength: 5 }), dataOf(simple)));

interface Raw {
  keyword: string;
  instancePath: string;
  params: { missingProperty?: string; additionalProperty?: string };
}
/** Where and what; ajv does not look for duplicates among items that are wrong by themselves. */
const gist = (errors: Raw[] = []): string[] =>
  [
    ...new Set(
      errors
        .filter(
          (error) => error.keyword !== 'uniqueItems' || !errors.some((other) => other.instancePath.startsWith(`${error.instancePath}/`)),
        )
        .map(
          ({ keyword, instancePath, params }) => `${instancePath} ${keyword} ${params.missingProperty ?? params.additionalProperty ?? ''}`,
        ),
    ),
  ].sort();

describe('the interpreting validator', () => {
  it('finds what ajv finds, where ajv finds it', () => {
    fc.assert(
      fc.property(schema, data, (shape, value) => {
        const theirs = oracle.rawValidation<Raw>(shape, value);
        const mine = ours.rawValidation<Raw>(shape, value);
        expect(mine.validationError).toBeUndefined();
        expect(gist(mine.errors)).toEqual(gist(theirs.errors));
      }),
      { numRuns: 300 },
    );
  });

  it('follows references and conditions', () => {
    const shape: RJSFSchema = {
      type: 'object',
      $defs: { name: { type: 'string', minLength: 2 } },
      properties: { name: { $ref: '#/$defs/name' }, kind: { enum: ['x', 'y'] } },
      if: { properties: { kind: { const: 'x' } }, required: ['kind'] },
      then: { required: ['name'] },
    };
    for (const value of [{ name: 'a' }, { kind: 'x' }, { kind: 'y' }, { kind: 'z', name: 'ab' }])
      expect(gist(ours.rawValidation<Raw>(shape, value).errors)).toEqual(gist(oracle.rawValidation<Raw>(shape, value).errors));
  });

  it('names the missing field by its title and puts the error on it', () => {
    const result = ours.validateFormData(
      { mail: undefined },
      { type: 'object', required: ['mail'], properties: { mail: { type: 'string', title: 'Email' } } },
    );
    expect(result.errors[0]).toMatchObject({ name: 'required', property: 'mail', title: 'Email' });
    expect(result.errorSchema).toHaveProperty('mail.__errors');
  });

  it('generates no code', () => {
    const original = globalThis.Function;
    globalThis.Function = class extends original {
      constructor() {
        super();
        throw new Error('generated');
      }
    } as FunctionConstructor;
    try {
      expect(ours.isValid({ type: 'object', properties: { a: { type: 'string', pattern: '^x' } } }, { a: 'x' }, {})).toBe(true);
    } finally {
      globalThis.Function = original;
    }
  });
});
