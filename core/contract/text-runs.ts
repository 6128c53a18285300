const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const NO_BREAK = '\u00A0';

/**
 * The stretches of a line that run in one direction each, in the order in which they are drawn from the left. The writer of the PDF
 * turns a right-to-left stretch by itself as long as nothing in it looks like the end of a word.
 */
export function runsOf(line: string, isRtl: boolean): string[] {
  const runs: { rtl: boolean; words: string[] }[] = [];
  for (const word of line.split(' ')) {
    const rtl = RIGHT_TO_LEFT.test(word);
    const last = runs.at(-1);
    if (last && last.rtl === rtl) last.words.push(word);
    else runs.push({ rtl, words: [word] });
  }
  const texts = runs.map(({ rtl, words }) => words.join(rtl ? NO_BREAK : ' '));
  return isRtl ? texts.toReversed() : texts;
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
