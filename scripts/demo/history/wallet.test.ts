import { expect, test } from 'vitest';
import { topUpsFor } from './wallet.ts';

const at = (n: number): Date => new Date(Date.UTC(2026, 8, 1, n));
const draws = (cents: readonly number[]) => cents.map((each, n) => ({ at: at(n), cents: String(each) }));

test('a wallet is filled before its first lead, and again when less than a tenth is left', () => {
  const { topUps, last } = topUpsFor(draws([20_000, 25_000, 4_999, 2, 100]), { balance: 0, last: 0 });
  expect(topUps.map(({ cents, source }) => [cents, source])).toEqual([
    [50_000, 'manual'],
    [25_000, 'auto'],
  ]);
  expect([topUps[0]!.at < at(0), topUps[1]!.at > at(2), topUps[1]!.at < at(3)]).toEqual([true, true, true]);
  expect(last).toBe(25_001);
});

test('a wallet that is in use goes on from its balance', () => {
  expect(topUpsFor(draws([500]), { balance: 9_000, last: 20_000 })).toEqual({ topUps: [], last: 20_000 });
  expect(topUpsFor(draws([500]), { balance: 2_400, last: 20_000 })).toMatchObject({ topUps: [{ source: 'auto' }], last: 26_900 });
});
