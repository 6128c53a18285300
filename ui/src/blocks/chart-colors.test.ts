import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Brand } from '../../../core/contract/wire.ts';
import { parseHex, toHex, type Rgb } from '../shell/contrast.ts';
import { DISTINCT, difference, seriesColors } from './chart-colors.ts';

const part = fc.integer({ min: 0, max: 255 });
const brandOf = (primary: string): Brand => ({
  name: 'x',
  logo: null,
  font: '',
  colors: { primary, sidebar: null, text: null, box: null, background: null },
});

it('draws no two series of a chart in colours that could be taken for each other, under any brand', () =>
  fc.assert(
    fc.property(fc.tuple(part, part, part), fc.constantFrom('light' as const, 'dark' as const), (color, scheme) => {
      const series = seriesColors(brandOf(toHex(color as Rgb)), scheme).map((one) => parseHex(one)!);
      const pairs = series.flatMap((one, at) => series.slice(at + 1).map((other) => difference(one, other)));
      expect(Math.min(...pairs)).toBeGreaterThanOrEqual(DISTINCT);
    }),
    { numRuns: 300 },
  ));
