import { expect, test } from 'vitest';
import { Catalogue, catalogueFault } from './catalogue.ts';

const catalogue = new Catalogue({
  en: new Map([
    ['a.hello', 'Hello {name}, {name:local} and {name}'],
    ['a.only', 'English only'],
    ['b.x', 'x'],
  ]),
  ar: new Map([['a.hello', 'أهلا {name}']]),
});

test('fills gaps by name, and leaves those nobody fills', () => {
  expect(catalogue.t('en', 'a.hello', { name: 'Ann', 'name:local': 'Site ID' })).toBe('Hello Ann, Site ID and Ann');
  expect(catalogue.t('en', 'a.hello')).toBe('Hello {name}, {name:local} and {name}');
});
test('a count and what is called a number have their thousands in groups; a year has none', () => {
  const counted = new Catalogue({
    en: new Map([['k', '{count} of {all, number} in {year}']]),
    ar: new Map([['k', '{count} من {all, number} في {year}']]),
  });
  expect(counted.t('en', 'k', { count: 12_345, all: 23_456, year: 2_027 })).toBe('12,345 of 23,456 in 2027');
  expect(counted.t('ar', 'k', { count: 12_345, all: 23_456, year: 2_027 })).toBe('12,345 من 23,456 في 2027');
  expect(counted.t('en', 'k', { count: 1, all: 'all' })).toBe('1 of all in {year}');
});
test('days are written out in the language of the text, and nothing else is', () => {
  const dated = new Catalogue({ en: new Map([['k', '{a}, {b}']]), ar: new Map([['k', '{a}، {b}']]) });
  expect(dated.t('en', 'k', { a: '2027-03-08', b: '2027-03-08T10:00' })).toBe('Mar 8, 2027, 2027-03-08T10:00');
  expect(dated.t('ar', 'k', { a: '2027-03-08', b: '2027-13-45' })).toBe('8 مارس 2027، 2027-13-45');
  expect(dated.t('ar', 'k', { a: '2027-03-08', b: '' })).not.toContain('2027-03-08');
});
test('an amount stays in one piece among words that run from right to left', () => {
  const priced = new Catalogue({ en: new Map([['k', 'Charge {a}?']]), ar: new Map([['k', 'خصم {a}؟']]) });
  expect(priced.t('en', 'k', { a: '$1,200.50' })).toBe('Charge $1,200.50?');
  expect([priced.t('ar', 'k', { a: '-$1,200.50' }), priced.t('ar', 'k', { a: '$5 off' })]).toEqual([
    'خصم \u2066-$1,200.50\u2069؟',
    'خصم $5 off؟',
  ]);
});
test('so does a number in groups: of an invoice, of a telephone', () => {
  const numbered = new Catalogue({ en: new Map([['k', 'Invoice {n}']]), ar: new Map([['k', 'الفاتورة {n}']]) });
  expect(numbered.t('en', 'k', { n: '2027-000056' })).toBe('Invoice 2027-000056');
  expect(['2027-000056', '+1 312 555 0160', 'CN 12', '56'].map((n) => numbered.t('ar', 'k', { n }))).toEqual([
    'الفاتورة \u20662027-000056\u2069',
    'الفاتورة \u2066+1 312 555 0160\u2069',
    'الفاتورة CN 12',
    'الفاتورة 56',
  ]);
});
test('what is filled in is not filled again', () => expect(catalogue.t('ar', 'a.hello', { name: '{name}' })).toBe('أهلا {name}'));
test('gaps reach nothing of objects themselves', () => {
  const evil = new Catalogue({ en: new Map([['k', '{constructor} {__proto__} {toString}']]), ar: new Map() });
  expect(evil.t('en', 'k', {})).toBe('{constructor} {__proto__} {toString}');
});
test('English stands in, and an unknown key shows itself', () =>
  expect([catalogue.t('ar', 'a.only'), catalogue.t('ar', 'nowhere')]).toEqual(['English only', 'nowhere']));
test('a count chooses the form that its language writes down for it, and never that of another language', () => {
  const counting = new Catalogue({
    en: new Map([
      ['k', '{count} leads'],
      ['k.one', 'a lead'],
    ]),
    ar: new Map([
      ['k', 'العدد: {count}'],
      ['k.two', 'اثنان'],
    ]),
  });
  expect([0, 1, 2].map((count) => counting.t('en', 'k', { count }))).toEqual(['0 leads', 'a lead', '2 leads']);
  expect([1, 2, 11].map((count) => counting.t('ar', 'k', { count }))).toEqual(['العدد: 1', 'اثنان', 'العدد: 11']);
  expect(counting.t('en', 'k', { count: '1' })).toBe('1 leads');
});
test('gives browsers what is theirs, of the kernel and of plugins', () => {
  const texts = new Catalogue({
    en: new Map([
      ['ui.hello', 'Hello {name}'],
      ['a.ui.only', 'English only'],
      ['a.other', 'Not theirs'],
      ['a.b.ui.other', 'Not theirs'],
    ]),
    ar: new Map([['ui.hello', 'أهلا {name}']]),
  });
  expect(texts.forBrowsers('ar')).toEqual({ 'ui.hello': 'أهلا {name}', 'a.ui.only': 'English only' });
});
test('gives the forms of counts that the language itself has', () => {
  const counting = new Catalogue({
    en: new Map([
      ['ui.k', '{count} leads'],
      ['ui.k.one', 'a lead'],
    ]),
    ar: new Map([
      ['ui.k', 'العدد: {count}'],
      ['ui.k.two', 'اثنان'],
    ]),
  });
  expect(counting.forBrowsers('ar')).toEqual({ 'ui.k': 'العدد: {count}', 'ui.k.two': 'اثنان' });
  expect(counting.forBrowsers('en')).toEqual({ 'ui.k': '{count} leads', 'ui.k.one': 'a lead' });
});
test('says what is wrong with a file', () => {
  const here = new URL(import.meta.url);
  const core = new URL('../locales/core.en.json', import.meta.url);
  const of = (en: URL) => catalogueFault({ manifest: {} as never, locales: { en, ar: core } });
  expect(of(core)).toBeNull();
  expect(of(here)).toMatch(/SyntaxError/);
  expect(of(new URL('./gone.json', import.meta.url))).toMatch(/ENOENT/);
});
test('browsers are given what was published last, and nothing of what stood there before', () => {
  const shown = new Catalogue({ en: new Map([['ui.save', 'Save']]), ar: new Map([['ui.save', 'حفظ']]) });
  expect(shown.forBrowsers('ar')).toEqual({ 'ui.save': 'حفظ' });
  shown.publish('acme', { en: { 'acme.ui.title': 'Acme', 'acme.other': 'not theirs' }, ar: { 'acme.ui.title': 'أكمي' } });
  expect([shown.forBrowsers('en'), shown.forBrowsers('ar')]).toEqual([
    { 'ui.save': 'Save', 'acme.ui.title': 'Acme' },
    { 'ui.save': 'حفظ', 'acme.ui.title': 'أكمي' },
  ]);
  shown.publish('acme', { en: {}, ar: {} });
  expect(shown.forBrowsers('en')).toEqual({ 'ui.save': 'Save' });
});
