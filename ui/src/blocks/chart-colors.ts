import type { Brand } from '../../../core/contract/wire.ts';
import { linear, parseHex, readable, toHex, type Rgb } from '../shell/contrast.ts';
import { SEVERITIES, schemeVariables } from '../shell/theme.ts';

/** Least contrast of lines and areas on their ground: a little above the 3 of WCAG AA. */
export const GRAPHIC = 3.1;

/** A colour as eyes tell colours apart: lightness, green to red, blue to yellow (OKLab). */
function seenAs(rgb: Rgb): Rgb {
  const [r, g, b] = linear(rgb);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** How different two colours look: 0 for the same, 1 for black and white. */
export const difference = (a: Rgb, b: Rgb): number => {
  const [first, second] = [seenAs(a), seenAs(b)];
  return Math.hypot(...first.map((part, at) => part - second[at]!));
};

/** How different two colours must look that stand for two things. */
export const DISTINCT = 0.1;

/** The wished colours in their order, those that could be taken for one before them last. */
export function distinctFirst(wishes: readonly Rgb[]): Rgb[] {
  const kept: Rgb[] = [];
  for (const wish of wishes) if (kept.every((one) => difference(one, wish) >= DISTINCT)) kept.push(wish);
  return [...kept, ...wishes.filter((wish) => !kept.includes(wish))];
}

/** Of the things that a chart draws, after the brand's own colour; a severity means nothing there. */
const SERIES: readonly Rgb[] = [
  ...['good', 'warn', 'neutral', 'bad', 'info'].map((name) => SEVERITIES[name]!),
  [140, 70, 200],
  [13, 140, 150],
  [214, 51, 132],
];
/** So many of them are told apart under any brand. */
const COLORS = 5;
export const colorAt = (at: number): string => `var(--chart-${at % COLORS})`;

/** The colours of series under a brand, as hex. */
export function seriesColors(brand: Brand, scheme: 'light' | 'dark'): string[] {
  const variables = schemeVariables(brand, scheme);
  const grounds = ['--ui-page', '--ui-box', '--ui-raised'].map((name) => parseHex(variables[name])!);
  const own = parseHex(brand.colors.primary) ?? parseHex(variables['--mantine-color-anchor'])!;
  return distinctFirst([own, ...SERIES].map((color) => readable(color, grounds, GRAPHIC)))
    .slice(0, COLORS)
    .map(toHex);
}

const known = new WeakMap<Brand, Record<string, string>>();
/** The same as CSS variables of whatever holds a chart. */
export function chartVariables(brand: Brand): Record<string, string> {
  const found = known.get(brand);
  if (found) return found;
  const [light, dark] = [seriesColors(brand, 'light'), seriesColors(brand, 'dark')];
  const made = Object.fromEntries(light.map((color, at) => [`--chart-${at}`, `light-dark(${color}, ${dark[at]})`]));
  known.set(brand, made);
  return made;
}
