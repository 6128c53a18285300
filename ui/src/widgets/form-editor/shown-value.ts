import type { EditedField } from '../../../../core/contract/wire.ts';
import { type Changes, type Difference, readText, textOf } from './changes.ts';
import { type Moved, movedIn } from './moved.ts';
import type { Words } from './words.ts';

type Locale = 'en' | 'ar';

/** How a change reads, and how the form reads without it. */
export function shownChange(
  { field: name, set, value }: Difference,
  {
    fields,
    base,
    changes,
    words,
    locale,
  }: {
    fields: readonly EditedField[];
    /** Names of the fields in the order in which they stand without the changes. */
    base: readonly string[];
    changes: Changes;
    words: Words;
    locale: Locale;
  },
): { title: string; property: string; before: string; after: string } {
  const named = (one: string): string => {
    const field = fields.find((other) => other.name === one);
    return field ? readText(changes, field, 'title')[locale] || one : one;
  };
  const field = fields.find((other) => other.name === name);
  const choice = (one: unknown): string => field?.choices.find((other) => other.value === one)?.[locale] || plain(one, words);
  const list = <One>(all: readonly One[], word: (one: One) => string): string => all.map(word).join(locale === 'ar' ? '، ' : ', ');
  const placed = ({ name: one, after: other }: Moved): string =>
    other === null ? words('order.first', { field: named(one) }) : words('order.after', { field: named(one), other: named(other) });
  const texts = (one: Record<string, unknown>): string => [one['en'], one['ar']].filter(Boolean).join(' / ');
  const said = (): [before: string, after: string] => {
    switch (set) {
      case 'title':
      case 'help':
      case 'group':
        return [field ? texts({ ...field[set] }) : '', texts({ ...textOf(value) })];
      case 'order':
        return ['', list(movedIn(base, orderOf(fields)), placed)];
      case 'enum':
        return [list(field?.choices.map((one) => one.value) ?? [], choice), list(value as unknown[], choice)];
      case 'default':
        return [field === undefined || field.default === null ? '' : choice(field.default), choice(value)];
      case 'limits':
        return [
          list(Object.keys(value as object), (limit) => limited(words, limit, field?.limits[limit] ?? null)),
          list(Object.entries(value as Record<string, number>), ([limit, at]) => limited(words, limit, at)),
        ];
      case 'when': {
        const when = value as { field: string; is: unknown };
        const other = fields.find((one) => one.name === when.field);
        const is = other?.choices.find((one) => one.value === when.is)?.[locale] || plain(when.is, words);
        return [words('when.always'), `${named(when.field)}: ${is}`];
      }
      case 'extra':
        return ['', words('mark.added')];
      case 'labels':
        return ['', list(Object.values(value as Record<string, unknown>), (one) => texts({ ...textOf(one) }))];
      default:
        return [words('no'), plain(value, words)];
    }
  };
  const [before, after] = said();
  return { title: set === 'order' ? words('fields') : named(name), property: words(`property.${set}`), before, after };
}

const orderOf = (fields: readonly EditedField[]): string[] => fields.map(({ name }) => name);
const limited = (words: Words, limit: string, at: number | null): string => `${words(`limit.${limit}`)} ${at ?? '–'}`;
const plain = (value: unknown, words: Words): string => (typeof value === 'boolean' ? words(value ? 'yes' : 'no') : String(value ?? ''));
