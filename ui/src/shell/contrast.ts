/** Colour arithmetic behind the white label: whatever colour an agency picks, texts stay readable. */

/** Whole steps from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Least contrast of text on its ground: a little above the 4.5 of WCAG AA, so that rounding cannot fall below. */
export const TEXT = 4.6;

/** Reads `#rgb` or `#rrggbb`; anything else answers null. */
export function parseHex(text: string | null | undefined): Rgb | null {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text?.trim() ?? '')?.[1];
  if (!hex) return null;
  const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb;
}

export const toHex = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance of WCAG, 0 to 1. */
export function luminance(rgb: Rgb): number {
  const [r, g, b] = linear(rgb);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Of each step of a part, its amount of light: a theme compares colours some thousands of times. */
const LIGHT = Array.from({ length: 256 }, (_, part) => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Its parts as amounts of light, 0 to 1. */
export const linear = ([r, g, b]: Rgb): Rgb => [LIGHT[r]!, LIGHT[g]!, LIGHT[b]!];

const contrastOfLight = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** Contrast of two colours, 1 to 21. */
export const contrast = (a: Rgb, b: Rgb): number => contrastOfLight(luminance(a), luminance(b));

/** `share` of `b` in `a`, 0 to 1. Whole steps, so that what is measured is what is shown. */
export const mix = (a: Rgb, b: Rgb, share: number): Rgb =>
  a.map((part, i) => Math.round(part + ((b[i] ?? 0) - part) * share)) as unknown as Rgb;

export const WHITE: Rgb = [255, 255, 255];
export const BLACK: Rgb = [0, 0, 0];

const worst = (ink: number, grounds: readonly number[]): number => Math.min(...grounds.map((ground) => contrastOfLight(ink, ground)));

/** Black or white, whichever reads better on all the grounds. */
export function inkOn(...grounds: Rgb[]): Rgb {
  const lights = grounds.map(luminance);
  return worst(1, lights) >= worst(0, lights) ? WHITE : BLACK;
}

/** The first of the colours on the way from `wish` to `pole` that will do, else the pole. */
function nearest(wish: Rgb, pole: Rgb, willDo: (light: number) => boolean): Rgb {
  for (let step = 0; step <= 50; step++) {
    const color = mix(wish, pole, step / 50);
    if (willDo(luminance(color))) return color;
  }
  return pole;
}

/** The colour nearest to `wish` that keeps `least` contrast to every ground, moving towards black or white. */
export function readable(wish: Rgb, grounds: readonly Rgb[], least = TEXT): Rgb {
  const lights = grounds.map(luminance);
  return nearest(wish, inkOn(...grounds), (light) => worst(light, lights) >= least);
}

/** The ground nearest to `wish` on which `ink` keeps `least` contrast, moving away from the ink. */
export function groundFor(wish: Rgb, ink: Rgb, least: number): Rgb {
  const light = luminance(ink);
  return nearest(wish, light > 0.18 ? BLACK : WHITE, (ground) => contrastOfLight(light, ground) >= least);
}

export interface Filled {
  ground: Rgb;
  hover: Rgb;
  ink: Rgb;
}

/** A button's colours: near the brand, set off from the page behind, its text readable at rest and under the pointer. */
export function filledOn(brand: Rgb, page: Rgb): Filled {
  const visible = readable(brand, [page], 1.35);
  const ink = inkOn(visible);
  const away = ink === WHITE ? BLACK : WHITE;
  const ground = groundFor(visible, ink, TEXT);
  return { ground, hover: mix(ground, away, 0.12), ink };
}
