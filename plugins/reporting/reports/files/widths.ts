/** Characters; what is longer than the most is wrapped. */
const LEAST = 5;
const MOST = 34;
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
    const needed = Math.max(LEAST, longestWord(heading), usual(rows.map((row) => row[n]!.length)));
    return Math.min(MOST, needed) + BESIDE;
  });
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / whole);
}
