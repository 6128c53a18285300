import { type FieldError, Flag, flagOf, isYes, T, type TSchema } from '../../../core/contract.ts';
import { listOf, Many } from '../../campaign-management/campaigns/shared.ts';

/** How a field of a product's campaigns is kept in its table. */
export interface Column<S = unknown> {
  name: string;
  /** As PostgreSQL calls it. */
  type: string;
  /** As calls may send it, where that is more than a form sends. */
  sent?: TSchema;
  /** What stands in it where nothing was said. */
  standard: unknown;
  /** What is kept of what was sent, or a message about what is wrong with it. */
  kept(sent: S): { value: unknown } | Omit<FieldError, 'field'>;
  /** What lists and forms show of what is kept, and its schema. */
  shown: { as: TSchema; of(kept: unknown): unknown };
}

/** A text. `fault` answers the message key of what is wrong with it, or null. */
export const textColumn = (name: string, fault: (text: string) => string | null = () => null): Column<string> => ({
  name,
  type: 'text',
  standard: '',
  kept(sent) {
    const message = fault(sent);
    return message ? { message } : { value: sent };
  },
  shown: { as: T.String(), of: (text) => text },
});

/** One of some words, of which the first is the standard; nothing at all means that one too. */
export const choiceColumn = (name: string, [standard, ...others]: readonly [string, ...string[]]): Column<string> => ({
  ...textColumn(name),
  sent: T.Enum([standard, ...others, '']),
  standard,
  kept: (sent) => ({ value: sent || standard }),
});

/** A whole number within what the field's schema allows. */
export const countColumn = (name: string, standard: number): Column<number> => ({
  name,
  type: 'integer',
  standard,
  kept: (sent) => ({ value: sent }),
  shown: { as: T.Integer(), of: (count) => count },
});

/** A switch, sent as `T` or `F`. */
export const flagColumn = (name: string): Column<'T' | 'F'> => ({
  name,
  type: 'boolean',
  standard: false,
  kept: (sent) => ({ value: isYes(sent) }),
  shown: { as: Flag, of: (on) => flagOf(on === true) },
});

/** A list of texts. `clean` brings an entry into the form in which it is kept; null for one that is none. */
export const listColumn = (
  name: string,
  { clean, wrong, most, tooMany }: { clean(entry: string): string | null; wrong: string; most: number; tooMany: string },
): Column<string | string[]> => ({
  name,
  type: 'text[]',
  sent: Many,
  standard: [],
  kept(sent) {
    const entries = listOf(sent, (entry) => entry)!.map(clean);
    if (entries.includes(null)) return { message: wrong };
    const value = [...new Set(entries)];
    return value.length > most ? { message: tooMany } : { value };
  },
  shown: { as: T.Array(T.String()), of: (list) => list },
});
