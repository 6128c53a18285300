import type { FormOp, FormProperty, FormText } from '../../../../core/contract/form.ts';
import type { BothTexts, EditedField, EditedForm } from '../../../../core/contract/wire.ts';

/** What is being edited: changes of fields, and fields of the operators' own. */
export type Changes = Pick<EditedForm, 'ops' | 'extra'>;
type Own = Record<string, unknown>;

/** The order in which changes are applied: a default must be there before its field is hidden. */
const APPLIED: readonly FormProperty[] = [
  'title',
  'help',
  'group',
  'labels',
  'enum',
  'limits',
  'default',
  'require',
  'when',
  'hide',
  'order',
];
const inOrder = (ops: readonly FormOp[]): FormOp[] => ops.toSorted((a, b) => APPLIED.indexOf(a.set) - APPLIED.indexOf(b.set));

/** What was set of a property; undefined where it stands as it is. Of several changes of one thing the last counts. */
export const changeOf = ({ ops }: Changes, field: string, set: FormProperty): unknown =>
  ops.findLast((op) => op.set === set && (set === 'order' || op.field === field))?.value;

/** Sets a property, or with undefined leaves it as it is without changes. */
export function withChange(changes: Changes, field: string, set: FormProperty, value: unknown): Changes {
  const others = changes.ops.filter((op) => !(op.set === set && (set === 'order' || op.field === field)));
  return { ...changes, ops: inOrder(value === undefined ? others : [...others, { field: set === 'order' ? '' : field, set, value }]) };
}

/** Sets a text in one language; a text that is emptied, or is what stands there anyway, is none. */
export function withText(
  changes: Changes,
  field: string,
  set: 'title' | 'help' | 'group',
  base: BothTexts,
  locale: 'en' | 'ar',
  text: string,
) {
  const now = { ...textOf(changeOf(changes, field, set)), [locale]: text };
  const said = Object.fromEntries(Object.entries(now).filter(([of, one]) => one && one !== base[of as 'en']));
  return withChange(changes, field, set, Object.keys(said).length > 0 ? said : undefined);
}

/** A text by language. */
export const textOf = (value: unknown): Partial<BothTexts> => {
  const text = value as FormText | undefined;
  return typeof text === 'string' ? { en: text, ar: text } : (text ?? {});
};

/** What a text reads in each language with the changes. */
export function readText(changes: Changes, field: EditedField, set: 'title' | 'help' | 'group'): BothTexts {
  const written = textOf(changeOf(changes, field.name, set));
  const fallback = field.isOwn ? (written.en ?? written.ar ?? '') : '';
  return { en: written.en || field[set].en || fallback, ar: written.ar || field[set].ar || fallback };
}

/** The kinds of fields that operators may add, as what they hold. */
export const KINDS = {
  text: { type: 'string', maxLength: 200 },
  area: { type: 'string', maxLength: 2000 },
  email: { type: 'string', format: 'email', maxLength: 254 },
  number: { type: 'number' },
  date: { type: 'string', format: 'date' },
  switch: { type: 'boolean' },
  select: { type: 'string', enum: ['choice_1', 'choice_2'] },
} as const satisfies Record<string, Own>;
export type Kind = keyof typeof KINDS;

/** A name for a new field that no other has: of its English title, as far as that has letters. */
export function nameFor(title: string, taken: ReadonlySet<string>): string {
  const word = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 30);
  const base = `x_${word || 'field'}`;
  for (let nth = 1; ; nth += 1) {
    const name = nth === 1 ? base : `${base}_${nth}`;
    if (!taken.has(name)) return name;
  }
}

/** Adds a field of the operators' own. */
export function withOwnField(changes: Changes, name: string, kind: Kind, title: BothTexts): Changes {
  const texts = Object.fromEntries(Object.entries(title).filter(([, text]) => text));
  return withChange({ ...changes, extra: { ...changes.extra, [name]: { ...KINDS[kind] } } }, name, 'title', texts);
}

/** Takes a field of the operators' own away, with all that was said about it. */
export function withoutOwnField({ ops, extra }: Changes, name: string): Changes {
  const { [name]: _gone, ...rest } = extra;
  const kept = ops.flatMap((op): FormOp[] => {
    if (op.set === 'order') return [{ ...op, value: (op.value as string[]).filter((one) => one !== name) }];
    return op.field === name || (op.set === 'when' && (op.value as { field: string }).field === name) ? [] : [op];
  });
  return { ops: kept, extra: rest };
}

/** The fields that are edited: those of the form, and the operators' own of this layer. */
export function allFields(form: EditedForm, changes: Changes): EditedField[] {
  const own = Object.entries(changes.extra).map(([name, schema]): EditedField => {
    const title = typeof schema['title'] === 'string' ? { en: schema['title'], ar: schema['title'] } : { en: '', ar: '' };
    const none = { en: '', ar: '' };
    return {
      name,
      isOwn: true,
      title,
      help: none,
      group: none,
      widget: null,
      type: String(schema['type'] ?? 'string'),
      choices: ((schema['enum'] as string[] | undefined) ?? []).map((value) => ({ value, en: value, ar: value })),
      isRequired: false,
      isHidden: false,
      default: schema['default'] ?? null,
      when: null,
      limits: {},
      open: ['title', 'help', 'group', 'order', 'hide', 'require', 'default', 'when'],
      forms: form.forms.filter(({ keepsExtra }) => keepsExtra).map(({ id }) => id),
    };
  });
  const names = changeOf(changes, '', 'order') as string[] | undefined;
  const all = [...form.fields, ...own];
  return names ? all.toSorted((a, b) => placeOf(names, a.name) - placeOf(names, b.name)) : all;
}

/** What an order leaves out stands behind, as it stood. */
const placeOf = (names: readonly string[], name: string): number => (names.includes(name) ? names.indexOf(name) : names.length);

/** Puts a field in the place of another one. */
export function withMoved(changes: Changes, fields: readonly EditedField[], name: string, to: number): Changes {
  const names = fields.map((field) => field.name).filter((one) => one !== name);
  return withChange(changes, '', 'order', names.toSpliced(to, 0, name));
}

/** One line of what differs from the form as it is without these changes. */
export interface Difference {
  field: string;
  set: FormProperty | 'extra';
  value: unknown;
}
export const differences = ({ ops, extra }: Changes): Difference[] => [
  ...Object.entries(extra).map(([field, value]): Difference => ({ field, set: 'extra', value })),
  ...ops
    .filter(({ field, set }) => !(field in extra && set === 'title'))
    .map(({ field, set, value }): Difference => ({ field, set, value })),
];

/** Whether what does not fit is this change: an operation by its number, or an own field by its name. */
export const isAbout = ({ ops }: Changes, at: number | string, { field, set }: Difference): boolean =>
  typeof at === 'string' ? set === 'extra' && at === field : ops[at]?.field === field && ops[at].set === set;

export const isSame = (a: Changes, b: Changes): boolean => JSON.stringify([a.ops, a.extra]) === JSON.stringify([b.ops, b.extra]);
