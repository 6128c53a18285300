import sharp from 'sharp';
import { type Ctx, invalid } from '../../core/contract.ts';

/** Pixels on each side of a stored picture. */
const SIDE = 256;
/** More than any camera makes; a small file can claim more than there is memory for. */
const MOST_PIXELS = 60_000_000;
export const MAX_BYTES = 8 * 1024 * 1024;

/** The formats read, by their first bytes; above all no SVG, which is a program. */
const isPicture = (bytes: Buffer): boolean => {
  const head = bytes.subarray(0, 12).toString('latin1');
  return ['\xFF\xD8\xFF', '\x89PNG\r\n', 'GIF8'].some((mark) => head.startsWith(mark)) || /^RIFF.{4}WEBP$/s.test(head);
};

/** Keeps a new picture of the actor: cut square and written anew, so that nothing of the upload but its pixels is left. */
export async function savePicture(ctx: Ctx, bytes: Buffer): Promise<string> {
  const image = await encoded(bytes);
  await ctx.db('profile_picture').where({ account_id: ctx.actor.id }).delete();
  const [{ id }] = (await ctx
    .db('profile_picture')
    .insert({ account_id: ctx.actor.id, company_id: ctx.tenant.id, image })
    .returning('id')) as [{ id: string }];
  return pathOfPicture(ctx.actor.id, id);
}

async function encoded(bytes: Buffer): Promise<Buffer> {
  if (!isPicture(bytes)) throw invalid('picture', 'profile.problem.picture');
  try {
    return await sharp(bytes, { limitInputPixels: MOST_PIXELS })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw invalid('picture', 'profile.problem.picture');
  }
}

/** The address changes with the picture, so that browsers may keep what they have. */
const pathOfPicture = (accountId: number, id: string): string => `/api/user/${accountId}/picture?v=${id}`;

/** Address of an account's picture, or null. */
export async function pictureOf(ctx: Ctx, accountId: number): Promise<string | null> {
  const row = (await ctx.db('profile_picture').where({ account_id: accountId }).first('id')) as { id: string } | undefined;
  return row ? pathOfPicture(accountId, row.id) : null;
}

/** The picture of an account that the actor may see, as WebP; null without one. */
export async function readPicture(ctx: Ctx, accountId: number): Promise<Buffer | null> {
  if (!(await ctx.query('Account').where({ id: accountId }).first('id'))) return null;
  const row = (await ctx.db('profile_picture').where({ account_id: accountId }).first('image')) as { image: Buffer } | undefined;
  return row?.image ?? null;
}
