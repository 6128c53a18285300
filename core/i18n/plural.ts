import type { Locale } from '../contract.ts';

const RULES: Record<Locale, Intl.PluralRules> = { en: new Intl.PluralRules('en'), ar: new Intl.PluralRules('ar') };

/**
 * The key of the form that a `count` takes in a language, by CLDR's names: `key.one`, and in Arabic also `.zero`, `.two`, `.few`, `.many`.
 * A language writes down the forms that it needs; the key itself serves for all others.
 */
export const formOf = (locale: Locale, key: string, count: unknown): string =>
  typeof count === 'number' ? `${key}.${RULES[locale].select(count)}` : key;

const FORM = /\.(zero|one|two|few|many)$/;
/** Whether a key is the form of another text for some counts. */
export const isForm = (key: string, texts: ReadonlyMap<string, string>): boolean => FORM.test(key) && texts.has(key.replace(FORM, ''));
/** The keys of a catalogue without the forms of counts, sorted: these must be the same in every language. */
export const keysOf = (texts: Record<string, string>): string[] =>
  Object.keys(texts)
    .filter((key) => !(FORM.test(key) && key.replace(FORM, '') in texts))
    .sort();
