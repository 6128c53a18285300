import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import type { Brand } from '../../../core/contract/wire.ts';
import { BLACK, WHITE, filledOn, groundFor, inkOn, mix, parseHex, readable, toHex, type Rgb } from './contrast.ts';

const INK: Record<'light' | 'dark', Rgb> = { light: [24, 27, 34], dark: [232, 234, 240] };
const PAGE: Record<'light' | 'dark', Rgb> = { light: [247, 248, 250], dark: [16, 18, 23] };
const BOX: Record<'light' | 'dark', Rgb> = { light: WHITE, dark: [24, 27, 34] };
const FALLBACK: Rgb = [79, 70, 229];
export const SEVERITIES: Record<string, Rgb> = {
  info: [37, 99, 235],
  good: [22, 140, 80],
  warn: [202, 128, 10],
  bad: [220, 50, 60],
  neutral: [100, 108, 124],
};

/** Greys of the dark scheme, tinted like its grounds. */
const DARK: MantineColorsTuple = [
  '#e8eaf0',
  '#c5c9d3',
  '#a3a9b7',
  '#7b8291',
  '#3b414e',
  '#2b303b',
  '#20242d',
  '#181b22',
  '#12141a',
  '#0c0e12',
];

const variables = (entries: Record<string, Rgb>): Record<string, string> =>
  Object.fromEntries(Object.entries(entries).map(([name, rgb]) => [name, toHex(rgb)]));

/** The colours of one scheme as CSS variables. An agency's grounds are taken only as far as the texts on them stay readable. */
export function schemeVariables(brand: Brand, scheme: 'light' | 'dark'): Record<string, string> {
  const dark = scheme === 'dark';
  const wish = (color: string | null, fallback: Rgb): Rgb => (dark ? fallback : (parseHex(color) ?? fallback));
  const primary = parseHex(brand.colors.primary) ?? FALLBACK;
  const page = groundFor(wish(brand.colors.background, PAGE[scheme]), INK[scheme], 12);
  const box = groundFor(wish(brand.colors.box, BOX[scheme]), INK[scheme], 12);
  const raised = mix(box, dark ? WHITE : INK.light, dark ? 0.05 : 0.025);
  const grounds = [page, box, raised];
  const text = readable(wish(brand.colors.text, INK[scheme]), grounds, 8);
  const dimmed = readable(mix(text, box, 0.42), grounds, 4.8);
  const border = mix(box, INK[scheme], dark ? 0.13 : 0.1);
  const filled = filledOn(primary, box);
  const tint = mix(box, primary, dark ? 0.18 : 0.09);
  const tintHover = mix(box, primary, dark ? 0.26 : 0.15);
  const accent = readable(primary, [...grounds, tint, tintHover]);
  const sidebarWish = dark ? mix(BOX.dark, PAGE.dark, 0.4) : (parseHex(brand.colors.sidebar) ?? mix(page, box, 0.35));
  const sidebarPole = inkOn(sidebarWish);
  const sidebar = groundFor(sidebarWish, sidebarPole, 6.5);
  const hover = mix(sidebar, sidebarPole, 0.07);
  const active = mix(sidebar, sidebarPole, 0.1);
  const sidebarInk = readable(mix(sidebar, dark ? WHITE : INK.light, 0.72), [sidebar, hover], 4.9);
  const accentOnActive = readable(primary, [active]);
  const red = readable(SEVERITIES['bad'] ?? FALLBACK, grounds);
  const result: Record<string, Rgb> = {
    '--mantine-color-body': box,
    '--mantine-color-text': text,
    '--mantine-color-bright': text,
    '--mantine-color-dimmed': dimmed,
    '--mantine-color-placeholder': dimmed,
    '--mantine-color-error': red,
    '--mantine-color-anchor': accent,
    '--mantine-color-default': dark ? raised : box,
    '--mantine-color-default-hover': mix(box, INK[scheme], dark ? 0.1 : 0.035),
    '--mantine-color-default-color': text,
    '--mantine-color-default-border': mix(box, INK[scheme], dark ? 0.2 : 0.17),
    '--mantine-primary-color-contrast': filled.ink,
    '--mantine-color-brand-filled': filled.ground,
    '--mantine-color-brand-filled-hover': filled.hover,
    '--mantine-color-brand-light': tint,
    '--mantine-color-brand-light-hover': tintHover,
    '--mantine-color-brand-light-color': accent,
    '--mantine-color-brand-text': accent,
    '--mantine-color-brand-outline': accent,
    '--mantine-color-brand-outline-hover': tint,
    '--ui-page': page,
    '--ui-box': box,
    '--ui-raised': raised,
    '--ui-border': border,
    '--ui-hover': mix(box, INK[scheme], dark ? 0.06 : 0.03),
    '--ui-sidebar': sidebar,
    '--ui-sidebar-ink': sidebarInk,
    '--ui-sidebar-active': active,
    '--ui-sidebar-hover': hover,
    '--ui-sidebar-active-ink': readable(mix(sidebarInk, accentOnActive, 0.5), [active], 4.9),
    '--ui-sidebar-border': mix(sidebar, sidebarInk, 0.14),
  };
  for (const [severity, color] of Object.entries({ ...SEVERITIES, primary })) {
    const soft = mix(box, color, dark ? 0.2 : 0.1);
    result[`--severity-${severity}-soft`] = soft;
    result[`--severity-${severity}-line`] = mix(box, color, dark ? 0.38 : 0.28);
    result[`--severity-${severity}`] = readable(color, [soft, ...grounds]);
  }
  return variables(result);
}

function palette(color: Rgb): MantineColorsTuple {
  const shades = [0.92, 0.84, 0.7, 0.5, 0.3, 0.14, 0, -0.12, -0.24, -0.4];
  return shades.map((share) => toHex(mix(color, share >= 0 ? WHITE : BLACK, Math.abs(share)))) as unknown as MantineColorsTuple;
}

/** Only a family's name may come from a brand, never further CSS. */
const familyOf = (font: string): string => (/^[\w -]{1,60}$/.test(font) ? `"${font}", ` : '');

/** The Mantine theme of a brand. */
export function themeOf(brand: Brand): MantineThemeOverride {
  const family = `${familyOf(brand.font)}Inter, -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans Arabic", Arial, sans-serif`;
  return createTheme({
    primaryColor: 'brand',
    colors: { dark: DARK, brand: palette(parseHex(brand.colors.primary) ?? FALLBACK) },
    primaryShade: { light: 6, dark: 6 },
    autoContrast: true,
    luminanceThreshold: 0.179,
    black: '#000000',
    defaultRadius: 8,
    cursorType: 'pointer',
    respectReducedMotion: true,
    fontFamily: family,
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
    headings: {
      fontFamily: family,
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '1.375rem', lineHeight: '1.3' },
        h2: { fontSize: '1rem', lineHeight: '1.4' },
        h3: { fontSize: '0.875rem', lineHeight: '1.4' },
      },
    },
    components: {
      // Its placeholder inside of the menu would be a child that a menu may not have.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false, portalProps: { target: '#floating' } } },
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    },
    variantColorResolver: (input) => {
      const resolved = defaultVariantColorsResolver(input);
      const isBrand = (input.color || 'brand') === 'brand';
      return input.variant === 'filled' && isBrand ? { ...resolved, color: 'var(--mantine-primary-color-contrast)' } : resolved;
    },
  });
}

export const variablesOf =
  (brand: Brand): CSSVariablesResolver =>
  () => ({ variables: {}, light: schemeVariables(brand, 'light'), dark: schemeVariables(brand, 'dark') });
