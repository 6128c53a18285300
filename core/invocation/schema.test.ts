import { describe, expect, test } from 'vitest';
import { type Problem, T, type TSchema } from '../contract.ts';
import { checkInput, closed, shapeOutput } from './schema.ts';

const errorsOf = (schema: TSchema, value: unknown, at: 'body' | 'query' = 'body'): unknown => {
  try {
    return checkInput(schema, value, at);
  } catch (error) {
    return (error as Problem).errors.map((e) => [e.field, e.message.replace('core.validation.', '')]);
  }
};

describe('closed', () => {
  test('objects refuse what they do not name, at any depth and in every alternative', () => {
    const schema = T.Object({
      a: T.Object({ b: T.Integer() }),
      list: T.Array(T.Object({ c: T.Integer() })),
      either: T.Union([T.Object({ d: T.Integer() }), T.Null()]),
    });
    expect(errorsOf(schema, { a: { b: 1, x: 1 }, list: [{ c: 1, y: 1 }], either: null, z: 1 })).toEqual([
      ['z', 'additionalProperties'],
      ['a.x', 'additionalProperties'],
      ['list.0.y', 'additionalProperties'],
    ]);
  });
  test('unless they say otherwise, or name their members by a pattern', () => {
    expect(closed({ type: 'object', properties: {}, additionalProperties: true })).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: true,
    });
    expect(errorsOf(T.Record(T.String({ pattern: '^x_' }), T.Integer()), { x_a: 1 })).toEqual({ x_a: 1 });
  });
  test('leaves values alone that only look like schemas', () => {
    const schema = { type: 'object', properties: { a: { default: { type: 'object', properties: {} } } } };
    expect(closed(schema).properties.a.default).toEqual({ type: 'object', properties: {} });
  });
  test('does not change the schema it was given', () => {
    const schema = T.Object({ a: T.Integer() });
    closed(schema);
    expect(schema).not.toHaveProperty('additionalProperties');
  });
});

describe('checkInput', () => {
  const Page = T.Object({ Page: T.Optional(T.Integer({ minimum: 1 })), on: T.Optional(T.Boolean()), size: T.Integer({ default: 10 }) });
  test('reads numbers and booleans out of the text of an address, and fills defaults in', () => {
    expect(checkInput(Page, { Page: '2', on: 'true' }, 'query')).toEqual({ Page: 2, on: true, size: 10 });
  });
  test.for([{ id: 'webhook' }, { id: '0' }, { id: '1.5' }, {}])('a path of %j names nothing', (params) => {
    expect(() => checkInput(T.Object({ id: T.Integer({ minimum: 1 }) }), params, 'params')).toThrow('core.problem.not-found');
  });
  test.for([
    [T.Integer(), '12', 12],
    [T.Integer(), '-7', -7],
    [T.Number(), '1.50', 1.5],
    [T.String(), 12, '12'],
    [T.Enum(['T', 'F']), true, 'T'],
    [T.Enum(['T', 'F']), 0, 'F'],
    [T.Boolean(), 'F', false],
    [T.Array(T.Integer()), ['1', 2], [1, 2]],
  ] as [TSchema, unknown, unknown][])('a body may hold a value in its other form: %o takes %j', ([schema, sent, taken]) => {
    const body = { at: sent };
    expect(checkInput(T.Object({ at: schema }), body, 'body')).toEqual({ at: taken });
    expect(body).toEqual({ at: sent });
  });
  test.for([
    [T.Integer(), ''],
    [T.Integer(), ' 12'],
    [T.Integer(), '12abc'],
    [T.Integer(), '1e3'],
    [T.Integer(), '0x10'],
    [T.Integer(), '1.5'],
    [T.Integer(), '9'.repeat(16)],
    [T.Integer({ maximum: 5 }), '6'],
    [T.Integer(), true],
    [T.Integer(), null],
    [T.Integer(), ['1']],
    [T.String(), true],
    [T.String(), null],
    [T.String(), { toString: 'x' }],
    [T.String({ maxLength: 2 }), 123],
    [T.Enum(['T', 'F']), 'true'],
    [T.Enum(['T', 'F']), 2],
    [T.Enum(['a', 'b']), true],
    [T.Boolean(), 'true'],
    [T.Boolean(), 1],
  ] as [TSchema, unknown][])('but nothing that has to be guessed: %o refuses %j', ([schema, sent]) =>
    expect(errorsOf(T.Object({ at: schema }), { at: sent })).toEqual([['at', expect.any(String)]]),
  );
  test('one wrong field is told although another was only in its other form', () =>
    expect(errorsOf(T.Object({ a: T.Integer(), b: T.Integer() }), { a: '1', b: 'x' })).toEqual([['b', 'type']]));
  test.for(['', 'x', '1.5', ' '])('%j is no page', (text) =>
    expect(errorsOf(Page, { Page: text }, 'query')).toEqual([['Page', expect.any(String)]]),
  );
  test('a number beyond all numbers is none', () => expect(errorsOf(Page, JSON.parse('{"Page":1e999}'))).toEqual([['Page', 'type']]));
  test('leaves the query of the request as it was', () => {
    const query = { Page: '2' };
    checkInput(Page, query, 'query');
    expect(query).toEqual({ Page: '2' });
  });
  test('tells of each field one thing, however many are wrong with it', () => {
    const schema = T.Object({ url: T.String({ format: 'uri', pattern: '^https?://', minLength: 9 }), n: T.Integer() });
    expect(errorsOf(schema, { url: 'no', n: 'x' })).toEqual([
      ['url', expect.any(String)],
      ['n', 'type'],
    ]);
  });
  test('names each missing field', () => {
    expect(errorsOf(T.Object({ a: T.String(), b: T.Object({ c: T.String() }) }), { b: {} })).toEqual([
      ['a', 'required'],
      ['b.c', 'required'],
    ]);
  });
  test('an own `__proto__` is a field like any other: not known', () => {
    expect(errorsOf(T.Object({ a: T.Optional(T.String()) }), JSON.parse('{"__proto__":{"a":"x"}}'))).toEqual([
      ['__proto__', 'additionalProperties'],
    ]);
  });
  test('an inherited member does not count as given', () => {
    expect(errorsOf(T.Object({ toString: T.String() }), {})).toEqual([['toString', 'required']]);
  });
});

describe('shapeOutput', () => {
  test('drops what the schema does not name', () => {
    const answer = { id: 1, password_hash: 'x', rows: [{ a: 1, secret: 'y' }] };
    expect(shapeOutput(T.Object({ id: T.Integer(), rows: T.Array(T.Object({ a: T.Integer() })) }), answer, 'some.route')).toEqual({
      id: 1,
      rows: [{ a: 1 }],
    });
  });
  test('refuses an answer that lacks something, and says whose it is', () => {
    expect(() => shapeOutput(T.Object({ id: T.Integer() }), {} as never, 'some.route')).toThrow(
      /^some\.route answered what its schema refuses/,
    );
  });
});

test('what must not be empty must not be blank either; what may be empty may', () => {
  const schema = T.Object({ name: T.String({ minLength: 1 }), note: T.Optional(T.String()), list: T.Array(T.String({ minLength: 1 })) });
  expect(errorsOf(schema, { name: ' \u00a0\u2003\t', note: ' ', list: ['a', ' '] })).toEqual([
    ['name', 'required'],
    ['list.1', 'required'],
  ]);
  expect(errorsOf(schema, { name: ' a', note: '', list: [] })).toEqual({ name: ' a', note: '', list: [] });
});
