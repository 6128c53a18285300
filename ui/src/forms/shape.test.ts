import { describe, expect, it } from 'vitest';
import type { WireFormBody } from '../../../core/contract/wire.ts';
import { serverErrors } from './server-errors.ts';
import { hiddenFields, prefilled, submission, uiSchemaOf, withoutFields } from './shape.ts';

const schema = {
  type: 'object' as const,
  required: ['name', 'extra'],
  properties: {
    name: { type: 'string' as const },
    note: { type: 'string' as const },
    budget: { type: 'integer' as const },
    tags: { type: 'array' as const, items: { type: 'string' as const } },
    end: { type: ['string', 'null'] as ['string', 'null'], format: 'date' },
    kind: { type: 'string' as const, enum: ['a', 'b'] },
    extra: { type: 'string' as const },
  },
};
const body = {
  schema,
  order: ['note', 'name', 'gone'],
  ui: {
    extra: { when: { field: 'kind', is: 'b' } },
    name: { widget: 'no-such', span: 6 },
    tags: { widget: 'money' },
    note: { hide: true },
  },
} as unknown as WireFormBody;

describe('a form', () => {
  it('takes only its own fields from a prefill, numbers as numbers', () =>
    expect(prefilled(schema, { name: 'A', note: null, budget: '250000', end: null, id: 4 })).toEqual({
      name: 'A',
      budget: 250000,
      end: null,
    }));
  it('says what was emptied, where the schema can say it', () =>
    expect(submission(schema, { name: 'A', note: 'n', budget: 3, tags: ['x'], end: '2026-01-01', kind: 'a' }, { name: 'B' })).toEqual({
      name: 'B',
      note: '',
      tags: [],
      end: null,
    }));
  it('neither asks for nor sends what is not shown', () => {
    expect(hiddenFields(body, { kind: 'a' })).toEqual(['extra']);
    // Nor what depends on a field that is not shown.
    const chained = { ui: { ...body.ui, kind: { when: { field: 'budget', is: 1 } } } } as Pick<WireFormBody, 'ui'>;
    expect(hiddenFields(chained, { kind: 'b', budget: 1 })).toEqual([]);
    expect(hiddenFields(chained, { kind: 'b', budget: 2 })).toEqual(['extra', 'kind']);
    expect(hiddenFields(body, { kind: 'b' })).toEqual([]);
    // What nobody filled in is what the schema says.
    const standard = { ui: { extra: { when: { field: 'kind', is: 'b' } } }, schema: { properties: { kind: { default: 'b' } } } };
    expect(hiddenFields(standard, {})).toEqual([]);
    expect(hiddenFields(standard, { kind: 'a' })).toEqual(['extra']);
    const shown = withoutFields(schema, ['extra']);
    expect(shown.required).toEqual(['name']);
    expect(submission(shown, {}, { name: 'A', extra: 'left over' })).toEqual({ name: 'A' });
  });
  it('draws unknown or unfit widgets by type, never blank', () => {
    const ui = uiSchemaOf(body);
    expect(ui['ui:order']).toEqual(['note', 'name', '*']);
    expect(ui['name']?.['ui:options']?.widget).toBeUndefined();
    expect(ui['tags']?.['ui:options']?.widget).toBeUndefined();
    expect(ui['note']?.['ui:options']?.widget).toBe('hidden');
    expect(ui['budget']?.['ui:options']?.widget).toBe('number');
  });
});

it('puts the server’s errors on their fields and hands back the rest', () => {
  const result = serverErrors(
    [
      { field: 'body.name', message: 'taken' },
      { field: '/tags/1', message: 'bad' },
      { field: 'other', message: 'elsewhere' },
    ],
    schema,
  );
  expect(result.fields).toEqual({ name: { __errors: ['taken'] }, tags: { 1: { __errors: ['bad'] } } });
  expect(result).toMatchObject({ rest: ['elsewhere'], first: 'name' });
});
