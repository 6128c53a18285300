import { expect, test } from 'vitest';
import { topUpsFor } from './wallet.ts';

const at = (n: number): Date => new Date(Date.UTC(2026, 8, 1, n));
const draws = (cents: readonly number[]) => cents.map((each, n) => ({ at: at(n), cents: String(each) }));

test('a wallet is filled before its first lead, again when less than a tenth is left, and at the end', () => {
  const { topUps, last } = topUpsFor(draws([20_000, 25_000, 4_999, 2, 100]), { balance: 0, last: 0 });
  expect(topUps.map(({ cents, source }) => [cents, source])).toEqual([
    [50_000, 'manual'],
    [25_000, 'auto'],
    [50_000, 'manual'],
  ]);
  expect([topUps[0]!.at < at(0), topUps[1]!.at > at(2), topUps[1]!.at < at(3), topUps[2]!.at > at(4)]).toEqual([true, true, true, true]);
  expect(last).toBe(74_899);
});

test('a wallet that is in use goes on from its balance', () => {
  expect(topUpsFor(draws([500]), { balance: 60_000, last: 90_000 })).toEqual({ topUps: [], last: 90_000 });
  const low = topUpsFor(draws([500]), { balance: 2_400, last: 20_000 });
  expect(low.topUps.map(({ source }) => source)).toEqual(['auto', 'manual']);
  expect(low.last).toBe(76_900);
});
