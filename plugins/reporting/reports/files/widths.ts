/** Characters; what is longer than the most is wrapped: between its words, and what has none, such as an e-mail address, where it ends its column. */
const LEAST = 5;
const MOST = 34;
const MOST_OF_A_WORD = 46;
/** Room between columns. */
const BESIDE = 2;

const longestWord = (text: string): number => Math.max(...text.split(' ').map((word) => word.length));
/** As long as all but one in twenty of them are. */
function usual(lengths: number[]): number {
  const inOrder = lengths.toSorted((a, b) => a - b);
  return inOrder[Math.floor(0.95 * (inOrder.length - 1))] ?? 0;
}

/** Shares of the paper's width, by what stands in the columns: short ones leave their room to long ones. */
export function sharesOf(headings: readonly string[], rows: readonly (readonly string[])[]): number[] {
  const weights = headings.map((heading, n) => {
    const texts = rows.map((row) => row[n]!);
    const word = Math.max(longestWord(heading), usual(texts.map(longestWord)));
    const line = Math.min(MOST, usual(texts.map(({ length }) => length)));
    return Math.max(LEAST, Math.min(MOST_OF_A_WORD, word), line) + BESIDE;
  });
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / whole);
}
