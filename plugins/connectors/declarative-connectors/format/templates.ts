import { createHash } from 'node:crypto';

/** A placeholder: a name of a closed set, such as `auth.key`, and what is done with its text. */
export interface Placeholder {
  name: string;
  filters: readonly string[];
}
/** A text in pieces: what stands there, and placeholders between. */
type Template = readonly (string | Placeholder)[];

/** What may be done with the text of a placeholder. A closed set, each of a cost that grows with the text and no faster. */
export const FILTERS: Readonly<Record<string, (text: string) => string>> = {
  trim: (text) => text.trim(),
  lower: (text) => text.toLowerCase(),
  digits: (text) => text.replace(/\D/g, ''),
  html: (text) => text.replace(/[&<>"]/g, (sign) => HTML[sign]!),
  md5: (text) => createHash('md5').update(text).digest('hex'),
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
};
const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const PLACEHOLDER = /^\s*([A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*){0,2})((?:\s*\|\s*[a-z0-9]+)*)\s*$/;

/** The pieces of a text. Null where its braces hold no placeholder: nothing but a name and filters can stand there. */
export function parseTemplate(text: string): Template | null {
  const pieces: (string | Placeholder)[] = [];
  let from = 0;
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', from)) {
    const close = text.indexOf('}}', open);
    const found = close < 0 ? null : PLACEHOLDER.exec(text.slice(open + 2, close));
    if (!found || text.slice(from, open).includes('}}')) return null;
    if (open > from) pieces.push(text.slice(from, open));
    const filters = found[2]!
      .split('|')
      .map((filter) => filter.trim())
      .filter(Boolean);
    pieces.push({ name: found[1]!, filters });
    from = close + 2;
  }
  const rest = text.slice(from);
  if (rest.includes('}}')) return null;
  return rest ? [...pieces, rest] : pieces;
}

/** The placeholders of a text that was checked. */
export const placeholdersOf = (text: string): Placeholder[] =>
  (parseTemplate(text) ?? []).filter((piece): piece is Placeholder => typeof piece !== 'string');

/** What placeholders stand for. Names that it has not are empty: what is not there was refused when the document was checked. */
export type Values = ReadonlyMap<string, unknown>;

/** A value as text: nothing but texts, numbers and truth values have one. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** The text of a placeholder, filtered. */
const filled = ({ name, filters }: Placeholder, values: Values): string =>
  filters.reduce((text, filter) => FILTERS[filter]?.(text) ?? text, textOf(values.get(name)));

/** A text with its placeholders filled in, once: what they stand for is not read again. `as` writes each value the way its place needs it. */
export const render = (text: string, values: Values, as: (value: string) => string = (value) => value): string =>
  (parseTemplate(text) ?? []).map((piece) => (typeof piece === 'string' ? piece : as(filled(piece, values)))).join('');

/** A value of a JSON body: texts are filled in, one that is a single placeholder keeps its type, and objects with an empty `$if` are left out (undefined). */
export function renderJson(value: unknown, values: Values, omitEmpty: boolean): unknown {
  if (typeof value === 'string') {
    const template = parseTemplate(value) ?? [];
    const [only] = template;
    if (template.length === 1 && typeof only === 'object' && only.filters.length === 0) return values.get(only.name) ?? '';
    return render(value, values);
  }
  if (Array.isArray(value)) return value.map((item) => renderJson(item, values, omitEmpty)).filter((item) => item !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  const { $if: condition, ...members } = value as Record<string, unknown>;
  if (typeof condition === 'string' && textOf(values.get(condition)) === '') return undefined;
  const entries = Object.entries(members)
    .map(([name, member]) => [name, renderJson(member, values, omitEmpty)] as const)
    .filter(([, member]) => member !== undefined && !(omitEmpty && member === ''));
  return Object.fromEntries(entries);
}
