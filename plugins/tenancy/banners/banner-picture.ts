import { redrawn, type Picture } from '../../../core/contract.ts';

export const MOST_BYTES = 2 * 1024 * 1024;
/** No format of the ad networks is longer than this on any side. */
const LONGEST_SIDE = 2400;

/**
 * An uploaded picture drawn anew in its own size: GIFs as PNG, all others in their format. Throws 422 on `file` for what is no picture,
 * moves, or is too large.
 */
export const bannerPicture = (bytes: Buffer): Promise<Picture> =>
  redrawn(bytes, {
    formats: ['png', 'jpeg', 'webp', 'gif'],
    mostBytes: MOST_BYTES,
    mostPixels: LONGEST_SIDE * LONGEST_SIDE,
    longestSide: LONGEST_SIDE,
    field: 'file',
    problems: {
      broken: 'banners.problem.broken',
      type: 'banners.problem.type',
      bytes: 'banners.problem.bytes',
      pixels: 'banners.problem.pixels',
      animated: 'banners.problem.animated',
    },
    draw(picture, format) {
      if (format === 'jpeg') return picture.jpeg({ quality: 90 });
      return format === 'webp' ? picture.webp({ quality: 90 }) : picture.png({ compressionLevel: 9 });
    },
  });
