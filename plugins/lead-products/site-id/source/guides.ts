import type { PixelSnippets } from '../pixel-snippets.ts';
import type { WebsiteTrait } from './website-kind.ts';

/**
 * Ways to put the pixel into a website, with the texts to copy. `site-id.guide.<id>` is what each is called and `.steps` what there is to do,
 * a line for each step; the steps stand with the first text.
 */
export const GUIDES = {
  html: ['script'],
  'tag-manager': ['script'],
  wordpress: ['script'],
  shopify: ['script'],
  app: ['script', 'hash_tag'],
  consent: ['consent_tag', 'consent_call'],
  policy: ['policy', 'nonce_tag'],
} as const satisfies Record<string, readonly (keyof PixelSnippets)[]>;
export type Guide = keyof typeof GUIDES;
export const GUIDE_NAMES = Object.keys(GUIDES) as [Guide, ...Guide[]];

const ONE_THAT_FITS: readonly WebsiteTrait[] = ['tag-manager', 'shopify', 'wordpress', 'app'];
/** The guide for a website of which this was seen. */
export const guideFor = (found: readonly string[]): Guide =>
  (ONE_THAT_FITS.find((trait) => found.includes(trait)) as Guide | undefined) ?? 'html';
