import { useSyncExternalStore } from 'react';
import { formatDate, formatNumber, formatTime } from '../data/format.ts';
import builtIn from '../../../core/locales/start.en.json' with { type: 'json' };

export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** English texts for what is said until the server has answered, or if it cannot. */
let known: Record<string, string> = builtIn;
let language = 'en';
let rules = new Intl.PluralRules(language);
const listeners = new Set<() => void>();

/** Whether there is a text for a key. */
export const hasText = (key: string): boolean => Object.hasOwn(known, key);

/** `{name}`, and `{name, number}` for a quantity. */
export const GAP = /\{([\w.-]+)(, number)?\}/g;

/** A value in a text. A quantity, as a count is, has its thousands in groups; years and the numbers of invoices have none. */
export const shownAs = (name: string, form: string | undefined, value: unknown): string =>
  (form !== undefined || name === 'count') && typeof value === 'number' ? formatNumber(value) : readable(value);

const translateWith =
  (texts: Record<string, string>): Translate =>
  (key, values = {}) =>
    formIn(texts, key, values['count']).replace(GAP, (whole, name: string, form?: string) =>
      name in values ? shownAs(name, form, values[name]) : whole,
    );

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/;

/** An amount, a percentage, or a number in groups: that of an invoice, `2027-000056`, or of a telephone. */
const IN_ONE_PIECE = /^(?:-?(?:\$[\d,.]+|[\d,.]+%)|\+?\d+(?:[- ]\d+)+)$/;

/**
 * A value as people read it: days and moments are written out, as everywhere on the screen; in Arabic an amount or a percentage keeps its sign, and
 * a number its groups, where they are.
 */
export function readable(value: unknown): string {
  const raw = String(value);
  if (DAY.test(raw)) return formatDate(raw, language);
  if (MOMENT.test(raw)) return formatTime(raw, language);
  return language === 'ar' && IN_ONE_PIECE.test(raw) ? `\u2066${raw}\u2069` : raw;
}

/** The text of a key in the form that a count takes, if the language has one of its own for it (`key.one`). */
function formIn(texts: Record<string, string>, key: string, count: unknown): string {
  const form = typeof count === 'number' ? `${key}.${rules.select(count)}` : key;
  const at = Object.hasOwn(texts, form) ? form : key;
  return Object.hasOwn(texts, at) ? (texts[at] ?? key) : key;
}

let translate = translateWith(known);

/** A text in the current language with its `{name}`s filled in; a key without a text answers itself. */
export const text: Translate = (key, values) => translate(key, values);

/** Takes the server's texts: those of its language, the built-in ones where it has none. */
export function takeTexts(messages: Record<string, string>, locale = 'en'): void {
  known = { ...builtIn, ...messages };
  language = locale;
  rules = new Intl.PluralRules(locale);
  translate = translateWith(known);
  for (const listener of listeners) listener();
}

/** The translation function; a component that uses it is drawn again when the language changes. */
export const useTexts = (): Translate =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => translate,
    () => translate,
  );
