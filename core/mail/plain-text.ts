const NAME_LENGTH = 80;
const TEXT_LENGTH = 400;
/** Values of these names keep their dots where the whole value has the shape that the name promises. */
const SHAPES: Record<string, RegExp> = {
  email: /^[^\s@:/]+@[\w.-]+$/,
  domain: /^[\w.-]+$/,
};
/** Parameters whose values are names, whoever writes; plugins add theirs (`MailNames`). */
export const NAMES: readonly string[] = ['name', 'by', 'client', 'company'];

/**
 * What people typed, made fit to stand in a mail: one line without control characters and bidirectional overrides, shortened, and with
 * nothing that a mail program would turn into a link. Only `link`, which the template places, is left as it is.
 */
export function mailParams(params: Record<string, string | number>, names = NAMES): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? plain(name, value, names.includes(name)) : value]),
  );
}

function plain(name: string, value: string, isName: boolean): string {
  if (name === 'link') return value;
  const line = oneLine(value);
  if (SHAPES[name]?.test(line)) return line;
  const unlinked = line.replaceAll('://', ' ').replace(/[.\u3002\uff0e\uff61](?=[\p{L}]{2})/gu, '. ');
  return shortened(unlinked, isName ? NAME_LENGTH : TEXT_LENGTH);
}

const shortened = (text: string, length: number): string => {
  const mails = Array.from(text);
  return mails.length > length ? `${mails.slice(0, length - 1).join('')}…` : text;
};

/** Control characters, line separators and bidirectional overrides have no place in a header or within a line, nor have the marks around amounts. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\u2066-\u2069]+/gu, '')
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e]+/gu, ' ')
    .trim();
