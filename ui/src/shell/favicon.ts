import type { Brand } from '../../../core/contract/wire.ts';

/** The tab's icon: the brand's logo, else its first letter in its colour. Without a brand there is none. */
export function faviconOf(brand: Brand): string {
  if (brand.logo) return brand.logo;
  const letter = brand.name.slice(0, 1).toUpperCase();
  const color = /^#[0-9a-f]{6}$/i.test(brand.colors.primary) ? brand.colors.primary : '#4f46e5';
  if (!/^[\p{L}\p{N}]$/u.test(letter)) return 'data:,';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${color}"/><text x="16" y="22" text-anchor="middle" font-family="sans-serif" font-size="17" font-weight="700" fill="#fff">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
