import { type Ctx, redrawn } from '../../../core/contract.ts';

/** Pixels on each side of a stored picture. */
const SIDE = 256;
/** More than any camera makes. */
const MOST_PIXELS = 60_000_000;
export const MAX_BYTES = 8 * 1024 * 1024;

/** Keeps a new picture of the actor: cut square and written anew, so that nothing of the upload but its pixels is left. */
export async function savePicture(ctx: Ctx, bytes: Buffer): Promise<string> {
  const { bytes: image } = await redrawn(bytes, {
    formats: ['png', 'jpeg', 'webp', 'gif'],
    mostBytes: MAX_BYTES,
    mostPixels: MOST_PIXELS,
    field: 'picture',
    problems: { broken: 'profile.problem.picture' },
    draw: (picture) => picture.resize(SIDE, SIDE, { fit: 'cover' }).webp({ quality: 82 }),
  });
  await ctx.db('profile_picture').where({ account_id: ctx.actor.id }).delete();
  const [{ id }] = (await ctx
    .db('profile_picture')
    .insert({ account_id: ctx.actor.id, company_id: ctx.tenant.id, image })
    .returning('id')) as [{ id: string }];
  return pathOfPicture(ctx.actor.id, id);
}

/** The address changes with the picture, so that browsers may keep what they have. */
const pathOfPicture = (accountId: number, id: string): string => `/api/user/${accountId}/picture?v=${id}`;

export const pictureRow = (ctx: Ctx, accountId: number) => ctx.db('profile_picture').where({ account_id: accountId }).first('id');

/** Address of an account's picture, or null. */
export async function pictureOf(ctx: Ctx, accountId: number): Promise<string | null> {
  const row = (await pictureRow(ctx, accountId)) as { id: string } | undefined;
  return row ? pathOfPicture(accountId, row.id) : null;
}

/** The picture of an account that the actor may see, as WebP; null without one. */
export async function readPicture(ctx: Ctx, accountId: number): Promise<Buffer | null> {
  if (!(await ctx.query('Account').where({ id: accountId }).first('id'))) return null;
  const row = (await ctx.db('profile_picture').where({ account_id: accountId }).first('image')) as { image: Buffer } | undefined;
  return row?.image ?? null;
}
