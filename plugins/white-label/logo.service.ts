import { createHash } from 'node:crypto';
import { invalid } from '../../core/contract.ts';
import type { Logo } from './logo.store.ts';

export const MOST_BYTES = 1024 * 1024;
/** A picture of more dots than this is not looked at: unpacked it would fill the memory. */
const MOST_DOTS = 4096 * 4096;
const BOX = { width: 480, height: 160 };

/** How the pictures that are taken begin; what a file is called says nothing. */
const STARTS: Record<string, (bytes: Buffer) => boolean> = {
  png: (b) => b.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  jpeg: (b) => b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff,
  webp: (b) => b.toString('latin1', 0, 4) === 'RIFF' && b.toString('latin1', 8, 12) === 'WEBP',
};

/**
 * An uploaded picture drawn anew: at most 480 x 160 dots, without anything that stood beside the dots in the file.
 * Throws 422 on `file` for what is no PNG, JPEG or WebP, or too large.
 */
export async function logoFrom(bytes: Buffer): Promise<Logo> {
  const kind = Object.keys(STARTS).find((k) => STARTS[k]!(bytes));
  if (!kind) throw invalid('file', 'white-label.logo.problem.type');
  if (bytes.length > MOST_BYTES) throw invalid('file', 'white-label.logo.problem.size');
  const { default: sharp } = await import('sharp');
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MOST_DOTS, failOn: 'error', animated: false })
      .rotate()
      .resize({ ...BOX, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9, palette: true })
      .timeout({ seconds: 5 })
      .toBuffer({ resolveWithObject: true });
    const hash = createHash('sha256').update(data).digest('hex').slice(0, 32);
    return { hash, type: 'image/png', width: info.width, height: info.height, bytes: data };
  } catch {
    throw invalid('file', 'white-label.logo.problem.broken');
  }
}
