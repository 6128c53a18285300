import { readFileSync } from 'node:fs';
import { type Locale, type Plugin, shownCount } from '../contract.ts';
import { readable } from './readable.ts';
import { formOf, isForm } from './plural.ts';

export const LOCALES: readonly Locale[] = ['en', 'ar'];
export const isLocale = (text: string): text is Locale => (LOCALES as readonly string[]).includes(text);

const OF_BROWSERS = /^(?:[a-z0-9-]+\.)?ui\./;

/** All messages of core and plugins, by locale and key. A key without a text shows itself, so a gap is seen and never blank. */
export class Catalogue {
  readonly #texts: Record<Locale, Map<string, string>>;
  /** Texts that operators published, by plugin. */
  readonly #published = new Map<string, Readonly<Record<Locale, Readonly<Record<string, string>>>>>();
  /** What browser files say, until something is published: thousands of texts are looked through for it. */
  readonly #ofBrowsers = new Map<Locale, Readonly<Record<string, string>>>();
  constructor(texts: Record<Locale, Map<string, string>>) {
    this.#texts = texts;
  }

  /**
   * `{name}` is filled from `params` and days are written out; `{name, number}` has its thousands in groups, as `count` has, which also chooses the form.
   * English stands in where a translation is missing. A key that is a param itself stands for it: `name:local` is what a company calls the thing of that name.
   */
  t(locale: Locale, key: string, params: Record<string, string | number> = {}): string {
    const text = this.#form(locale, key, params['count']) ?? this.#form('en', key, params['count']) ?? String(params[key] ?? key);
    return text.replace(/\{([A-Za-z0-9_:.-]+)(, number)?\}/g, (whole, name: string, form?: string) =>
      Object.hasOwn(params, name) ? shown(locale, params[name]!, form !== undefined || name === 'count') : whole,
    );
  }

  #form(locale: Locale, key: string, count: unknown): string | undefined {
    const texts = this.#texts[locale];
    return texts.get(formOf(locale, key, count)) ?? texts.get(key);
  }

  /** Puts what a plugin published in the place of what it had published before. */
  publish(plugin: string, texts: Readonly<Record<Locale, Readonly<Record<string, string>>>>): void {
    for (const locale of LOCALES) {
      for (const key of Object.keys(this.#published.get(plugin)?.[locale] ?? {})) this.#texts[locale].delete(key);
      for (const [key, text] of Object.entries(texts[locale])) this.#texts[locale].set(key, text);
    }
    this.#published.set(plugin, texts);
    this.#ofBrowsers.clear();
  }

  has(key: string): boolean {
    return this.#texts.en.has(key);
  }

  /** What browser files say: texts under `ui.` and `<plugin>.ui.`. English stands in, but not for the forms that its counts have and others lack. */
  forBrowsers(locale: Locale): Readonly<Record<string, string>> {
    const known = this.#ofBrowsers.get(locale);
    if (known) return known;
    const out: Record<string, string> = {};
    for (const [key, text] of this.#texts.en) if (OF_BROWSERS.test(key) && !isForm(key, this.#texts.en)) out[key] = text;
    for (const [key, text] of this.#texts[locale]) if (OF_BROWSERS.test(key)) out[key] = text;
    this.#ofBrowsers.set(locale, out);
    return out;
  }

  keys(locale: Locale): string[] {
    return [...this.#texts[locale].keys()];
  }
}

const shown = (locale: Locale, value: string | number, isQuantity: boolean): string =>
  isQuantity && typeof value === 'number' ? shownCount(value) : readable(locale, value);

/** `start` is part of the browser's first script, for as long as the server has not answered; everything else comes with its answer. */
const CORE = ['core', 'start', 'ui', 'overview'].map((name) => ({
  en: new URL(`../locales/${name}.en.json`, import.meta.url),
  ar: new URL(`../locales/${name}.ar.json`, import.meta.url),
}));

/** Reads the catalogues of core and of the given plugins. Files are flat JSON objects of key -> text. */
export function loadCatalogue(plugins: readonly Plugin[]): Catalogue {
  const texts: Record<Locale, Map<string, string>> = { en: new Map(), ar: new Map() };
  for (const source of [...CORE, ...plugins.flatMap((p) => (p.locales ? [p.locales] : []))]) {
    for (const locale of LOCALES) {
      for (const [key, text] of Object.entries(readTexts(source[locale]))) texts[locale].set(key, text);
    }
  }
  return new Catalogue(texts);
}

/** What is wrong with a plugin's catalogues, or null: it may be missing a file, or hold something other than JSON. */
export function catalogueFault({ locales }: Plugin): string | null {
  try {
    if (locales) LOCALES.forEach((locale) => readTexts(locales[locale]));
    return null;
  } catch (error) {
    return `its texts cannot be read: ${String(error)}`;
  }
}

/** At once: some two hundred small files are read at a start, and waiting for each takes several times as long as reading it. */
const readTexts = (file: URL): Record<string, string> => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
