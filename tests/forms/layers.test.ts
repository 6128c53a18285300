import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FORM_PROPERTIES, type FormDef, type FormOp, T, type TSchema } from '../../core/contract.ts';
import { effectiveForm } from '../../core/forms/effective-form.ts';
import type { FormLayer } from '../../core/forms/form-shapes.ts';

/** One field of every kind that plugins use. */
const FIELDS: Record<string, TSchema> = {
  text: T.String({ maxLength: 5 }),
  choice: T.Enum(['a', 'b', 'c']),
  either: T.Union([T.Literal('a'), T.Literal('b')]),
  maybe: T.Union([T.Integer(), T.Null()]),
  count: T.Integer({ minimum: 0 }),
  some: T.Unsafe<string | null>({ type: ['string', 'null'], default: '' }),
  flag: T.Boolean(),
  filled: T.String({ default: 'a' }),
  list: T.Array(T.String()),
};
const names = Object.keys(FIELDS);
const value = fc.oneof(
  fc.constantFrom<unknown>(
    'a',
    'b',
    'c',
    'd',
    '',
    0,
    1,
    -1,
    true,
    false,
    null,
    [],
    ['a'],
    ['a', 'b'],
    ['d'],
    [1, null],
    {},
    'x'.repeat(301),
    { en: 'Text', ar: 'نص' },
    { en: 1 },
    { field: 'choice', is: 'a' },
    { field: 'text', is: 'a' },
    { field: 'gone', is: 'a' },
    { maxLength: 3 },
    { minimum: 1, maximum: 0 },
    { minItems: 1 },
  ),
  fc.shuffledSubarray([...names, 'x_own', 'gone']),
);
const field = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...names, 'x_own') },
  { weight: 1, arbitrary: fc.constantFrom('gone', '__proto__', 'constructor', 'toString') },
);
const op: fc.Arbitrary<FormOp> = fc.record({ field, set: fc.constantFrom(...FORM_PROPERTIES), value });
const extra = fc.option(
  fc.constantFrom<Record<string, unknown>>({ type: 'string' }, { enum: ['a', 'b'] }, { type: 'integer', default: 1 }),
);
const layer: fc.Arbitrary<FormLayer> = fc.record({
  level: fc.constantFrom('root' as const, 'agency' as const, 'role' as const),
  baseVersion: fc.constantFrom(1, 2),
  revision: fc.integer({ min: 1, max: 99 }),
  ops: fc.array(op, { maxLength: 6 }),
  extra: extra.map((x): FormLayer['extra'] => (x ? { x_own: x } : {})),
});
const form: fc.Arbitrary<FormDef> = fc
  .record({
    required: fc.subarray(names),
    open: fc.dictionary(fc.constantFrom(...names), fc.subarray([...FORM_PROPERTIES])),
    keepsExtra: fc.constantFrom(true as const, undefined),
  })
  .map(({ required, open, keepsExtra }) => ({
    ...(keepsExtra ? { keepsExtra } : {}),
    id: 'some.form',
    version: 2,
    title: 'some.title',
    submit: 'some.route',
    ability: 'signed-in',
    open,
    schema: T.Object(Object.fromEntries(names.map((n) => [n, required.includes(n) ? FIELDS[n]! : T.Optional(FIELDS[n]!)]))),
  }));
const body = fc.dictionary(fc.constantFrom(...names, 'x_own'), value);

const ajv = new Ajv2020({ strict: false, ownProperties: true });
const accepts = (schema: object, candidate: unknown): boolean => ajv.compile(schema)(candidate);
const always = <A extends [unknown, ...unknown[]]>(
  arbitraries: { [K in keyof A]: fc.Arbitrary<A[K]> },
  check: (...args: A) => void,
  numRuns = 500,
): void =>
  fc.assert(
    fc.property(fc.tuple(...arbitraries) as unknown as fc.Arbitrary<A>, (args) => check(...args)),
    { numRuns },
  );

describe('whatever operators stored', () => {
  test('what the form with its layers accepts, the form without them accepts too', () => {
    always(
      [form, fc.array(layer, { maxLength: 3 }), fc.array(body, { minLength: 20, maxLength: 20 })],
      (def, layers, bodies) => {
        const { schema } = effectiveForm(def, layers);
        for (const candidate of bodies) {
          if (!accepts(schema, candidate)) continue;
          const own = Object.fromEntries(Object.entries(candidate).filter(([k]) => !k.startsWith('x_')));
          expect(accepts(def.schema, own), JSON.stringify({ candidate, schema })).toBe(true);
        }
      },
      150,
    );
  });

  test('each layer accepts no more than the ones before it', () => {
    always(
      [form, fc.array(layer, { minLength: 2, maxLength: 3 }), fc.array(body, { minLength: 20, maxLength: 20 })],
      (def, layers, bodies) => {
        const [before, after] = [effectiveForm(def, layers.slice(0, -1)).schema, effectiveForm(def, layers).schema];
        const known = (candidate: object) => Object.fromEntries(Object.entries(candidate).filter(([k]) => k in before.properties));
        for (const candidate of bodies)
          if (accepts(after, candidate)) expect(accepts(before, known(candidate)), JSON.stringify(candidate)).toBe(true);
      },
      150,
    );
  });

  test('an override is applied or reported, and never ends in a crash', () => {
    always([form, fc.array(layer, { maxLength: 3 })], (def, layers) => {
      const { stale } = effectiveForm(def, layers);
      const written: unknown[] = layers.flatMap((l) => [...l.ops, ...Object.values(l.extra)]);
      expect(stale.every((o) => written.includes(o.op.set === 'extra' ? o.op.value : o.op) && o.why.length > 0)).toBe(true);
    });
  });

  test('nobody is asked for a field that they cannot see and that has no good value', () => {
    always([form, fc.array(layer, { maxLength: 3 })], (def, layers) => {
      const { schema, ui } = effectiveForm(def, layers);
      for (const name of schema.required) {
        if (!ui[name]?.hide) continue;
        expect(accepts(schema.properties[name]!, schema.properties[name]!['default']), name).toBe(true);
      }
    });
  });

  test('every field stands in the order exactly once', () => {
    always([form, fc.array(layer, { maxLength: 3 })], (def, layers) => {
      const { order, schema } = effectiveForm(def, layers);
      expect([...order].sort()).toEqual(Object.keys(schema.properties).sort());
    });
  });

  test('the definition stays as the plugin wrote it, and the same layers give the same form', () => {
    always([form, fc.array(layer, { maxLength: 3 })], (def, layers) => {
      const before = structuredClone({ schema: def.schema, open: def.open });
      const [once, twice] = [effectiveForm(def, layers), effectiveForm(def, layers)];
      expect(twice).toEqual(once);
      expect({ schema: def.schema, open: def.open }).toEqual(before);
    });
  });

  test('publishing the same changes again changes nothing', () => {
    always([form, layer], (def, changes) => {
      const applied = effectiveForm(def, [changes]);
      const kept = { ...changes, ops: changes.ops.filter((o) => !applied.stale.some((x) => (x.op as unknown) === o)) };
      const again = effectiveForm(def, [kept, { ...kept, revision: 100 }]);
      expect({ schema: again.schema, order: again.order }).toEqual({ schema: applied.schema, order: applied.order });
    });
  });
});

test('what operators require must be filled in: no empty text, no empty list, no null', () => {
  const def: FormDef = {
    id: 'some.form',
    version: 1,
    title: 'some.title',
    submit: 'some.route',
    ability: 'signed-in',
    schema: T.Object(Object.fromEntries(names.map((name) => [name, T.Optional(FIELDS[name]!)]))),
    open: Object.fromEntries(names.map((name) => [name, ['require']])),
  };
  const emptied = { text: '', some: '', list: [], maybe: null } as const;
  const { schema } = effectiveForm(def, []);
  for (const [name, empty] of Object.entries(emptied)) {
    const required = effectiveForm(def, [
      { level: 'agency', baseVersion: 1, revision: 1, ops: [{ field: name, set: 'require', value: true }], extra: {} },
    ]);
    expect(
      [accepts(schema, { [name]: empty }), accepts(required.schema, { [name]: empty }), accepts(required.demands, { [name]: empty })],
      name,
    ).toEqual([true, false, false]);
  }
});

describe('a form in a new version', () => {
  const def: FormDef = {
    id: 'some.form',
    version: 3,
    title: 'some.title',
    submit: 'some.route',
    ability: 'signed-in',
    schema: T.Object({ mail: T.String(), note: T.Optional(T.String()) }),
    open: { mail: ['title'], note: ['hide'] },
    migrate: { 1: (o) => (o.field === 'email' ? { ...o, field: 'mail' } : o), 2: (o) => (o.field === 'note' ? null : o) },
  };
  const at = (baseVersion: number, ...ops: FormOp[]): FormLayer => ({ level: 'agency', baseVersion, revision: 1, ops, extra: {} });

  test('carries old overrides over, step by step', () => {
    const { ui, stale } = effectiveForm(def, [at(1, { field: 'email', set: 'title', value: 'Your address' })]);
    expect(ui['mail']!.title).toEqual({ en: 'Your address', ar: 'Your address' });
    expect(stale).toEqual([]);
  });

  test('reports those that the plugin drops, and those whose field is gone', () => {
    const { stale } = effectiveForm(def, [
      at(2, { field: 'note', set: 'hide', value: true }),
      at(3, { field: 'fax', set: 'title', value: 'Fax' }),
    ]);
    expect(stale.map((o) => [o.op.field, o.why])).toEqual([
      ['note', 'core.forms.why.dropped'],
      ['fax', 'core.forms.why.gone'],
    ]);
  });
});
