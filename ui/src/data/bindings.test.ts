import { describe, expect, it } from 'vitest';
import { bodyFrom, bound, fieldOf, filled, holds, values, type BindingContext } from './bindings.ts';

const context: BindingContext = {
  path: { id: '7' },
  query: new URLSearchParams('from=mail'),
  actor: { id: 1, name: 'Dana', companyKind: 'agency' } as BindingContext['actor'],
  row: { id: 3, name: 'Harbor Coffee', tags: ['a', 'b'], owner: { email: 'o@example.com' }, 'a.b': 'flat' },
  table: { Page: '2', search: '' },
};

describe('bindings', () => {
  it('read every place', () => {
    expect(bound({ from: 'path', field: 'id' }, context)).toBe('7');
    expect(bound({ from: 'query', field: 'from' }, context)).toBe('mail');
    expect(bound({ from: 'query', field: 'none' }, context)).toBeUndefined();
    expect(bound({ from: 'actor', field: 'name' }, context)).toBe('Dana');
    expect(bound({ from: 'row', field: 'owner.email' }, context)).toBe('o@example.com');
    expect(bound({ from: 'table', field: 'Page' }, context)).toBe('2');
    expect(bound({ value: null }, context)).toBeNull();
  });
  it('keep lists in bodies and write them out in addresses', () => {
    const bindings = { tags: { from: 'row', field: 'tags' } } as const;
    expect(bodyFrom(bindings, context)).toEqual({ tags: ['a', 'b'] });
    expect(values(bindings, context)).toEqual({ tags: '["a","b"]' });
  });
  it('never read inherited members', () => {
    expect(fieldOf({}, 'constructor')).toBeUndefined();
    expect(fieldOf({}, '__proto__.x')).toBeUndefined();
  });
  it('prefer a field whose name has a dot', () => expect(fieldOf(context.row, 'a.b')).toBe('flat'));
});

describe('conditions', () => {
  it('compare one field with one value', () => {
    expect(holds(undefined, null)).toBe(true);
    expect(holds({ field: 'id', is: 3 }, context.row)).toBe(true);
    expect(holds({ field: 'id', is: 3, not: true }, context.row)).toBe(false);
    expect(holds({ field: 'id', in: [1, 2] }, context.row)).toBe(false);
    expect(holds({ field: 'missing', is: null }, context.row)).toBe(true);
    expect(holds({ field: 'name' }, context.row)).toBe(true);
  });
});

describe('filled texts', () => {
  it('take each field from the first source that has it', () =>
    expect(filled('{name}: {count} of {id}{none}', { count: 2 }, context.row)).toBe('Harbor Coffee: 2 of 3'));
  it('write days out for people', () =>
    expect(filled('Kept until {held_day}.', { held_day: '2027-03-08' })).toBe('Kept until Mar 8, 2027.'));
  it('write quantities with their thousands in groups', () =>
    expect(filled('{held, number} and {count} of {all}', { held: 12_345, count: 1_234, all: 2_027 })).toBe('12,345 and 1,234 of 2027'));
  it('do not fill what a value brings along', () => expect(filled('{name}', { name: '{id}', id: 1 })).toBe('{id}'));
});
