import bidiModule from 'bidi-js';

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Say where names of another script begin and end; they have no picture of their own. */
const MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const NO_BREAK = '\u00A0';

/** The text as files hold it that only programs read. */
export const withoutMarks = (text: string): string => text.replace(MARKS, '');

/** Its types describe a module with a default export, which the file that Node loads is itself. */
const bidiOf = bidiModule as unknown as typeof bidiModule.default;
/** Its tables are read by the first line that needs them: most processes never make a PDF. */
let bidi: ReturnType<typeof bidiOf> | undefined;

const LETTER = /\p{L}/u;
/** Whether a text reads from the right: on an Arabic page, and elsewhere where its first letter does, as a name on an English page may. */
export const readsFromRight = (text: string, isRtlPage: boolean): boolean => isRtlPage || RIGHT_TO_LEFT.test(LETTER.exec(text)?.[0] ?? '');

/**
 * The stretches of a line that run in one direction each, in the order in which they are drawn from the left, by the bidirectional algorithm of Unicode.
 * A line without any right-to-left letter, such as a phone number, runs from the left also on an Arabic page. The writer of the PDF turns
 * right-to-left letters by itself as long as nothing in them looks like the end of a word; it neither turns nor mirrors brackets.
 */
export function runsOf(line: string, isRtl: boolean): string[] {
  if (!RIGHT_TO_LEFT.test(line)) return [withoutMarks(line)];
  const { getEmbeddingLevels, getMirroredCharacter, getReorderedIndices } = (bidi ??= bidiOf());
  const embedding = getEmbeddingLevels(line, isRtl ? 'rtl' : 'ltr');
  const isTurned = (at: number): boolean => (embedding.levels[at] ?? 0) % 2 === 1;
  const runs: { turned: boolean; from: number; to: number }[] = [];
  for (const at of getReorderedIndices(line, embedding)) {
    const turned = isTurned(at);
    const last = runs.at(-1);
    if (last?.turned === turned && at === (turned ? last.from - 1 : last.to + 1)) last[turned ? 'from' : 'to'] = at;
    else runs.push({ turned, from: at, to: at });
  }
  const drawn = ({ turned, from, to }: (typeof runs)[number]): string => {
    const text = withoutMarks(line.slice(from, to + 1));
    if (!turned) return text;
    const mirrored = Array.from(text, (letter) => getMirroredCharacter(letter) ?? letter);
    return (RIGHT_TO_LEFT.test(text) ? mirrored : mirrored.toReversed()).join('').replaceAll(' ', NO_BREAK);
  };
  return runs.map(drawn).filter((text) => text !== '');
}

/** A text as lines that are no wider than they may be; a word that is too wide by itself is cut. */
export function wrapped(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (widthOf(line) > width && line.length > 1) {
      let fits = line.length - 1;
      while (fits > 1 && widthOf(line.slice(0, fits)) > width) fits -= 1;
      lines.push(line.slice(0, fits));
      line = line.slice(fits);
    }
  }
  return [...lines, line];
}
