import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Brand } from '../../../core/contract/wire.ts';
import { TEXT, contrast, filledOn, parseHex, readable, toHex, type Rgb } from './contrast.ts';
import { schemeVariables } from './theme.ts';

const part = fc.integer({ min: 0, max: 255 });
const color = fc.tuple(part, part, part) as fc.Arbitrary<Rgb>;
const hex = color.map(toHex);
const brandOf = (
  primary: string,
  sidebar: string | null = null,
  text: string | null = null,
  box: string | null = null,
  background: string | null = null,
): Brand => ({ name: 'x', logo: null, font: '', colors: { primary, sidebar, text, box, background } });

describe('colours', () => {
  it('reads hex colours only', () => {
    expect(parseHex('#fff')).toEqual([255, 255, 255]);
    expect(parseHex('#FFD400')).toEqual([255, 212, 0]);
    for (const bad of ['red', '#12', 'url(x)', '#12345g', null]) expect(parseHex(bad)).toBeNull();
  });
  it('makes any colour readable on any ground', () =>
    fc.assert(
      fc.property(color, color, (wish, ground) => {
        expect(contrast(readable(wish, [ground], 4.5), ground)).toBeGreaterThanOrEqual(4.5);
      }),
    ));
  it('keeps a button readable at rest and under the pointer', () =>
    fc.assert(
      fc.property(color, color, (brand, page) => {
        const { ground, hover, ink } = filledOn(brand, page);
        expect(Math.min(contrast(ink, ground), contrast(ink, hover))).toBeGreaterThanOrEqual(TEXT);
      }),
    ));
});

describe('a brand', () => {
  const PAIRS: [ink: string, ground: string][] = [
    ['--mantine-color-text', '--ui-page'],
    ['--mantine-color-text', '--ui-box'],
    ['--mantine-color-text', '--ui-raised'],
    ['--mantine-color-dimmed', '--ui-page'],
    ['--mantine-color-dimmed', '--ui-box'],
    ['--mantine-color-anchor', '--ui-page'],
    ['--mantine-color-anchor', '--ui-box'],
    ['--mantine-color-brand-light-color', '--mantine-color-brand-light'],
    ['--mantine-color-error', '--ui-box'],
    ['--mantine-primary-color-contrast', '--mantine-color-brand-filled'],
    ['--mantine-primary-color-contrast', '--mantine-color-brand-filled-hover'],
    ['--ui-sidebar-ink', '--ui-sidebar'],
    ['--ui-sidebar-ink', '--ui-sidebar-hover'],
    ['--ui-sidebar-active-ink', '--ui-sidebar-active'],
    ...['info', 'good', 'warn', 'bad', 'neutral', 'primary'].flatMap((severity): [string, string][] => [
      [`--severity-${severity}`, `--severity-${severity}-soft`],
      [`--severity-${severity}`, '--ui-box'],
    ]),
  ];
  const faults = (brand: Brand): string[] =>
    (['light', 'dark'] as const).flatMap((scheme) => {
      const shown = schemeVariables(brand, scheme);
      return PAIRS.flatMap(([ink, ground]) => {
        const value = contrast(parseHex(shown[ink])!, parseHex(shown[ground])!);
        return value >= TEXT ? [] : [`${scheme} ${ink} on ${ground}: ${value.toFixed(2)}`];
      });
    });

  it.each(['#ffffff', '#111111', '#000000', '#ffd400', '#4f46e5', '#808080', '#ff0000', '#00ff88'])(
    'of %s keeps every text readable',
    (primary) => expect(faults(brandOf(primary))).toEqual([]),
  );
  it('keeps every text readable for any colours', () =>
    fc.assert(
      fc.property(hex, hex, hex, hex, hex, (...colors) => {
        expect(faults(brandOf(...colors))).toEqual([]);
      }),
      { numRuns: 300 },
    ));
});
