import { describe, expect, test } from 'vitest';
import type { EditedField, EditedForm } from '../../../../core/contract/wire.ts';
import {
  allFields,
  changeOf,
  type Changes,
  differences,
  nameFor,
  withChange,
  withMoved,
  withOwnField,
  withoutOwnField,
  withText,
} from './changes.ts';

const none: Changes = { ops: [], extra: {} };
const field = (name: string): EditedField => ({
  name,
  isOwn: false,
  title: { en: name, ar: name },
  help: { en: '', ar: '' },
  group: { en: '', ar: '' },
  widget: null,
  type: 'string',
  choices: [],
  isRequired: false,
  isHidden: false,
  default: null,
  when: null,
  limits: {},
  open: [],
  forms: ['a.b'],
});
const form = {
  forms: [
    { id: 'a.b', title: 'A', keepsExtra: true },
    { id: 'a.c', title: 'C', keepsExtra: false },
  ],
  fields: ['one', 'two', 'three'].map(field),
} as unknown as EditedForm;
const names = (changes: Changes): string[] => allFields(form, changes).map(({ name }) => name);

describe('changes', () => {
  test("a field of the operators' own stands in the forms that keep such fields, and in no other", () => {
    const own = allFields(form, withOwnField(none, 'x_size', 'text', { en: 'Size', ar: 'المقاس' })).find(({ name }) => name === 'x_size');
    expect(own?.forms).toEqual(['a.b']);
  });

  test('of one thing stand once, and are applied so that a default is there before its field is hidden', () => {
    const hidden = withChange(none, 'one', 'hide', true);
    const both = withChange(withChange(hidden, 'one', 'default', 'a'), 'one', 'default', 'b');
    expect(both.ops).toEqual([
      { field: 'one', set: 'default', value: 'b' },
      { field: 'one', set: 'hide', value: true },
    ]);
    expect(withChange(both, 'one', 'hide', undefined).ops.map(({ set }) => set)).toEqual(['default']);
  });

  test('a text is kept by language, and one that reads as before is no change', () => {
    const base = { en: 'Title', ar: 'عنوان' };
    const english = withText(none, 'one', 'title', base, 'en', 'Name');
    expect(changeOf(english, 'one', 'title')).toEqual({ en: 'Name' });
    expect(withText(english, 'one', 'title', base, 'en', 'Title').ops).toEqual([]);
    expect(withText(english, 'one', 'title', base, 'en', '').ops).toEqual([]);
  });

  test('a field that is moved takes the place of the other', () => {
    expect(names(withMoved(none, form.fields, 'three', 0))).toEqual(['three', 'one', 'two']);
    expect(names(withMoved(none, form.fields, 'one', 2))).toEqual(['two', 'three', 'one']);
  });

  test('an own field gets a free name, and leaves nothing when it goes', () => {
    expect(nameFor('Purchase order No.', new Set())).toBe('x_purchase_order_no');
    expect(nameFor('رقم', new Set(['x_field']))).toBe('x_field_2');
    const added = withOwnField(none, 'x_a', 'text', { en: 'A', ar: '' });
    const used = withChange(withMoved(added, allFields(form, added), 'x_a', 0), 'two', 'when', { field: 'x_a', is: 'b' });
    expect(names(used)).toEqual(['x_a', 'one', 'two', 'three']);
    expect(differences(used).map(({ set }) => set)).toEqual(['extra', 'when', 'order']);
    const gone = withoutOwnField(used, 'x_a');
    expect([gone.extra, gone.ops.map(({ set, value }) => [set, value])]).toEqual([{}, [['order', ['one', 'two', 'three']]]]);
  });
});
