const NAME_LENGTH = 80;
const TEXT_LENGTH = 400;
/** Values of these names keep their dots where the whole value has the shape that the name promises. */
const SHAPES: Record<string, RegExp> = {
  email: /^[^\s@:/]+@[\w.-]+$/,
  domain: /^[\w.-]+$/,
};
const NAMES = new Set(['name', 'by', 'client', 'company', 'campaign']);

/**
 * What people typed, made fit to stand in a mail: one line without control characters and bidirectional overrides, shortened, and with
 * nothing that a mail program would turn into a link. Only `link`, which the template places, is left as it is.
 */
export function mailParams(params: Record<string, string | number>): Record<string, string | number> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? plain(name, value) : value]));
}

function plain(name: string, value: string): string {
  if (name === 'link') return value;
  const line = oneLine(value);
  if (SHAPES[name]?.test(line)) return line;
  const unlinked = line.replaceAll('://', ' ').replace(/[.\u3002\uff0e\uff61](?=[\p{L}]{2})/gu, '. ');
  return shortened(unlinked, NAMES.has(name) ? NAME_LENGTH : TEXT_LENGTH);
}

const shortened = (text: string, length: number): string => {
  const letters = Array.from(text);
  return letters.length > length ? `${letters.slice(0, length - 1).join('')}…` : text;
};

/** Control characters, line separators and bidirectional overrides have no place in a header or within a line, nor have the marks around amounts. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\u2066-\u2069]+/gu, '')
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e]+/gu, ' ')
    .trim();
