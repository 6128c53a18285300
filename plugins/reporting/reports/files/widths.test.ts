import { expect, test } from 'vitest';
import { sharesOf } from './widths.ts';

const rounded = (shares: number[]): number[] => shares.map((share) => Math.round(share * 100));

test('columns of a paper share its width by what stands in them', () => {
  const shares = sharesOf(['Name', 'E-mail', 'Leads'], [['Ada', 'ada.byron@analytical.example', '1,234']]);
  expect(rounded(shares)).toEqual([16, 68, 16]);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
});

test('a single long text, a long heading and an empty list take no column from the others', () => {
  const rows = Array.from({ length: 40 }, (_, n) => [n === 7 ? 'x'.repeat(300) : 'short', 'also short']);
  const [first, second] = sharesOf(['A', 'B'], rows);
  expect(second).toBeGreaterThan(first!);
  expect(rounded(sharesOf(['Text', 'Text'], [['x'.repeat(500), 'x'.repeat(80)]]))).toEqual([50, 50]);
  expect(rounded(sharesOf(['Open campaigns', 'Day'], []))).toEqual([61, 39]);
});

test('an address gets more room than words do, which can be wrapped', () => {
  const [address, words] = sharesOf(['E-mail', 'Note'], [['reese.kiehn@example-robotics-inc.example.com', 'so many words '.repeat(4)]]);
  expect(rounded([address!, words!])).toEqual([56, 44]);
});
