import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PROPER_NAMES, SPECIFIED } from './wording.names.ts';

type Texts = Record<string, string>;
const read = (file: string): Texts => JSON.parse(readFileSync(file, 'utf8')) as Texts;
const merged = (pattern: string[]): Texts => Object.assign({}, ...globSync(pattern).map(read)) as Texts;
const english = merged(['core/locales/*.en.json', 'plugins/*/*/locales/en.json']);
const arabic = merged(['core/locales/*.ar.json', 'plugins/*/*/locales/ar.json']);
const FORM = /\.(zero|one|two|few|many)$/;
const gaps = (text: string): string[] => [...new Set(text.match(/\{[\w:.-]+(?:, number)?\}/g))].sort();

describe('the forms of counts', () => {
  const counted = [
    ...new Set([...Object.keys(english), ...Object.keys(arabic)].filter((key) => FORM.test(key)).map((key) => key.replace(FORM, ''))),
  ]
    // A text of its own may happen to end in such a word.
    .filter((key) => key in english);

  test('are one and other in English, and all six in Arabic', () => {
    expect(counted.length).toBeGreaterThan(15);
    expect(counted.filter((key) => !(`${key}.one` in english))).toEqual([]);
    expect(
      counted.flatMap((key) => ['zero', 'one', 'two', 'few', 'many'].map((form) => `${key}.${form}`)).filter((key) => !(key in arabic)),
    ).toEqual([]);
  });

  test('fill the gaps of the text that they are forms of; one thing alone may have its name', () => {
    const strange = [english, arabic].flatMap((texts) =>
      counted.flatMap((key) => {
        const fillable = new Set([...gaps(english[key]!), ...gaps(english[`${key}.one`]!)]);
        return ['zero', 'one', 'two', 'few', 'many']
          .map((form) => `${key}.${form}`)
          .filter((form) => form in texts && !gaps(texts[form]!).every((gap) => fillable.has(gap)));
      }),
    );
    expect(strange).toEqual([]);
  });

  test('exist wherever a word follows a count, so that nobody reads "1 leads"', () => {
    const follows = /\{(count|leads|days|total|below)\} \p{L}/u;
    const lacking = Object.keys(english).filter(
      (key) => !FORM.test(key) && (follows.test(english[key]!) || follows.test(arabic[key] ?? '')) && !counted.includes(key),
    );
    expect(lacking.filter((key) => !ALWAYS_MANY.has(key))).toEqual([]);
  });
});
/** Words after a count that are right for every count. */
const ALWAYS_MANY = new Set([
  'ui.bulk.selected',
  'core.problem.days-too-many',
  'billing.ask.close.title',
  'dunning.mail.suspended.text',
  'dunning.mail.stopped.text',
]);

/** Titles, labels, columns, menu entries, buttons: what is short and ends without a full stop. */
const isLabel = (text: string): boolean => text.length < 60 && !/[.?!…:]$/.test(text) && !text.includes('\n');
const PROPER = new RegExp(`(?<![\\w-])(?:${PROPER_NAMES.map((name) => name.replaceAll(/[()&]/g, '\\$&')).join('|')})(?![\\w-])`, 'g');

describe('English', () => {
  test('labels, headings, columns and buttons are in sentence case', () => {
    const wrong = Object.entries(english).filter(([key, text]) => {
      if (!isLabel(text) || SPECIFIED.has(text)) return false;
      const rest = text
        .replaceAll(/\{[^}]*\}/g, 'x')
        .replace(PROPER, 'x')
        .replace(/^\W*\w+/, '');
      return /(?<!\. )(?<![.?!] )\b[A-Z][a-z]/.test(rest) && !key.startsWith('agreements.document.');
    });
    expect(wrong).toEqual([]);
  });

  test('begins with a capital letter, mails after their greeting too', () => {
    const small = Object.entries(english).filter(([key, text]) => /^[a-z]/.test(text) && !SMALL.test(key) && !SPECIFIED.has(text));
    expect(small).toEqual([]);
    expect(Object.entries(english).filter(([, text]) => /^Hello \{name\},\n\n[a-z]/.test(text))).toEqual([]);
  });

  test('says what the product calls things', () => {
    const found = Object.entries(english).flatMap(([key, text]) =>
      SPECIFIED.has(text) ? [] : (text.replaceAll(/\{[^}]*\}/g, '').match(FORBIDDEN) ?? []).map((word) => `${key}: ${word}`),
    );
    expect(found).toEqual([]);
  });
});
/** Parts of sentences, examples, and names that are written small. */
const SMALL =
  /^campaigns\.(reason|alarm)\.|^campaigns\.price\.clients$|^[a-z-]+\.ask\.[a-z-]+(\.one)?$|placeholder|\.per\.|^products\.field\.LimitLeadFreq\.|^ui\.table\.more$|^payments\.card\.none$|^wallet\.settlement\.no-reason$/;
/** Words of the code, former names, and words that people would not use. */
const FORBIDDEN =
  /\b(gate|knobs?|walls?|tenants?|orphans?|keep-sheet|Opt-In|by (?:itself|themselves|ourselves)|under way|[Ss]omebody|[Nn]obody|[Ee]verybody|[Aa]nybody|[Cc]ontinual|[Cc]olours?|[Mm]inimise|stands? (?:here|below|behind)|(?<!-)[Ee]mail|LeadsPeek|price_\w+|mended|his|him|he)\b/g;

describe('Arabic', () => {
  test('uses one word for one thing', () => {
    const found = Object.entries(arabic).flatMap(([key, text]) =>
      Object.entries(OTHERWISE).flatMap(([wrong, right]) => (new RegExp(wrong, 'u').test(text) ? [`${key}: ${right}`] : [])),
    );
    expect(found).toEqual([]);
  });
  test('has Arabic marks of a sentence', () => {
    expect(Object.entries(arabic).filter(([, text]) => /\p{Script=Arabic}[,;?]/u.test(text))).toEqual([]);
  });
});
/** What Arabic texts must not say, and what they say instead (docs/GLOSSARY.md). */
const OTHERWISE: Record<string, string> = {
  'بنك(?!وت)': 'مصرف',
  'الشحن المستمر|التعبئة': 'الشحن التلقائي',
  'مطور(?!ّ)': 'مطوّر',
  يُرجى: 'يرجى',
  'رسوم? (?:التهيئة|البدء)': 'رسوم الانضمام',
  'عملي(?:ة|ات) (?:ال)?ربط': 'تكامل',
  باقة: 'خطة',
  اً: 'ًا',
};
