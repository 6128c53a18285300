import { createHash } from 'node:crypto';
import { redrawn } from '../../../core/contract.ts';
import type { Logo } from './logo.store.ts';

export const MOST_BYTES = 1024 * 1024;
const BOX = { width: 480, height: 160 };

/**
 * An uploaded picture drawn anew: at most 480 x 160 dots, without anything that stood beside the dots in the file.
 * Throws 422 on `file` for what is no PNG, JPEG or WebP, or too large.
 */
export async function logoFrom(bytes: Buffer): Promise<Logo> {
  const picture = await redrawn(bytes, {
    formats: ['png', 'jpeg', 'webp'],
    mostBytes: MOST_BYTES,
    mostPixels: 4096 * 4096,
    field: 'file',
    problems: {
      broken: 'white-label.logo.problem.broken',
      type: 'white-label.logo.problem.type',
      bytes: 'white-label.logo.problem.size',
    },
    draw: (image) => image.resize({ ...BOX, fit: 'inside', withoutEnlargement: true }).png({ compressionLevel: 9, palette: true }),
  });
  return { ...picture, hash: createHash('sha256').update(picture.bytes).digest('hex').slice(0, 32) };
}
