import sharp from 'sharp';

/** A logo as documents can hold it, whatever it was uploaded as; null of one that cannot be read. */
export const logoOf = (bytes: Buffer): Promise<Buffer | null> =>
  sharp(bytes)
    .resize({ width: 600, height: 180, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
    .catch(() => null);
