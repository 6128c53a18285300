import type { BannerRow } from './banners.store.ts';

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPED[sign]!);

/** Where websites find the picture of a banner, whichever it has by then. */
export const picturePath = (key: string): string => `/api/banner/image/${key}`;

/** HTML that shows the banner on any website and leads to its click address. */
export const adCode = (banner: Pick<BannerRow, 'name' | 'click_url' | 'picture_key' | 'width' | 'height'>, origin: string): string =>
  [
    `<a href="${escaped(banner.click_url)}" target="_blank" rel="noopener sponsored">`,
    `  <img src="${origin}${picturePath(banner.picture_key)}" width="${banner.width}" height="${banner.height}" alt="${escaped(banner.name)}">`,
    '</a>',
  ].join('\n');
