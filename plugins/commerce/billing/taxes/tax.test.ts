import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { taxesOfPart, taxesOn, type TaxRate } from './tax.ts';

const rate = (id: number, percent: number, inclusive = false): TaxRate => ({ id, name: `Tax ${id}`, ppm: percent * 10_000, inclusive });
const anyRates = fc
  .array(fc.record({ ppm: fc.integer({ min: 1, max: 1_000_000 }), inclusive: fc.boolean() }), { maxLength: 4 })
  .map((rates) => rates.map((of, n) => ({ id: n + 1, name: `Tax ${n}`, ...of })));
const anyCents = fc.oneof(fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 0, max: 1_000_000_000_000 }));

describe('taxes', () => {
  test.each([
    ['none', 2_900, [], 2_900, [], 2_900],
    ['on top', 2_900, [rate(1, 8.25)], 2_900, [239], 3_139],
    ['half a cent up', 20, [rate(1, 2.5)], 20, [1], 21],
    ['held by the price', 2_900, [rate(1, 20, true)], 2_417, [483], 2_900],
    ['two on top, each on the net', 10_000, [rate(1, 5), rate(2, 9.975)], 10_000, [500, 998], 11_498],
    ['two held by the price', 10_000, [rate(1, 7, true), rate(2, 6, true)], 8_850, [619, 531], 10_000],
    ['one of each', 11_000, [rate(1, 10, true), rate(2, 5)], 10_000, [1_000, 500], 11_500],
  ] as const)('%s', (_name, lines, rates, net, taxes, total) => {
    const taxed = taxesOn(lines, rates);
    expect([taxed.netCents, taxed.taxes.map((t) => t.taxCents), taxed.totalCents]).toEqual([net, taxes, total]);
  });

  test('and the net are the total, whatever the rates; what prices hold leaves the lines as they are', () =>
    fc.assert(
      fc.property(anyCents, anyRates, (cents, rates) => {
        const { netCents, taxes, taxCents, totalCents } = taxesOn(cents, rates);
        const sum = (which: boolean): number => taxes.filter((t) => t.inclusive === which).reduce((all, t) => all + t.taxCents, 0);
        expect(netCents + sum(true) + sum(false)).toBe(totalCents);
        expect(netCents + sum(true)).toBe(cents);
        expect(taxCents).toBe(sum(true) + sum(false));
        for (const { taxCents: tax, ppm } of taxes) {
          expect(Number.isSafeInteger(tax) && tax >= 0).toBe(true);
          // To the cent, or two where the remainder of several was shared out.
          expect(Math.abs(tax - (netCents * ppm) / 1_000_000)).toBeLessThanOrEqual(2);
        }
      }),
    ));

  test('of parts are those of the whole once all of it was given back, in whatever parts', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_000 }),
        anyRates,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        (cents, rates, cuts) => {
          const document = taxesOn(cents, rates);
          const ends = [...cuts.map((cut) => Math.floor(cut * document.totalCents)), document.totalCents].toSorted((a, b) => a - b);
          const given = document.taxes.map(() => 0);
          let net = 0;
          let before = 0;
          for (const end of ends) {
            const part = taxesOfPart(document, { beforeCents: before, cents: end - before });
            for (const [n, tax] of part.entries()) {
              given[n]! += tax.taxCents;
              expect(tax.taxCents).toBeGreaterThanOrEqual(0);
            }
            net += end - before - part.reduce((sum, tax) => sum + tax.taxCents, 0);
            before = end;
          }
          expect(given).toEqual(document.taxes.map((tax) => tax.taxCents));
          expect(net).toBe(document.netCents);
        },
      ),
    ));
});
