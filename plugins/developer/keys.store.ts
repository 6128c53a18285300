import { createHash, randomBytes } from 'node:crypto';
import type { Ctx } from '../../core/contract.ts';

export interface KeyRow {
  client_id: string;
  company_id: number;
  secret_hash: Buffer;
  hint: string;
  base_url: string;
  subdomain: string;
  made_at: Date;
  used_at: Date | null;
  suspended_at: Date | null;
  revoked_at: Date | null;
}

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Keys of an agency, newest first; revoked ones too. */
export const keysOf = async (ctx: Ctx, agencyId: number): Promise<KeyRow[]> =>
  (await ctx.db('developer_key').where({ company_id: agencyId }).orderBy('made_at', 'desc').limit(100)) as KeyRow[];

/** Those that let somebody in while the mode is on. */
export const activeKeys = async (ctx: Ctx, agencyId: number): Promise<KeyRow[]> =>
  (await keysOf(ctx, agencyId)).filter((k) => !k.revoked_at && !k.suspended_at);

/** Stores a new key and answers it with its secret, which nobody can read again. */
export async function insertKey(ctx: Ctx, at: { baseUrl: string; subdomain: string }): Promise<KeyRow & { secret: string }> {
  const secret = newSecret();
  const [row] = (await ctx
    .db('developer_key')
    .insert({
      company_id: ctx.tenant.id,
      secret_hash: hashOf(secret),
      hint: secret.slice(-4),
      base_url: at.baseUrl,
      subdomain: at.subdomain,
      made_by: ctx.actor.id,
      made_at: ctx.now,
    })
    .returning('*')) as [KeyRow];
  return { ...row, secret };
}

/** Revokes one key of the caller's agency; false when there is none that is not revoked already. */
export const revokeKey = async (ctx: Ctx, clientId: string): Promise<boolean> =>
  (await ctx
    .query('ApiKey', 'delete')
    .where('developer_key.client_id', clientId)
    .whereNull('developer_key.revoked_at')
    .update({ revoked_at: ctx.now })) === 1;

/** All keys of an agency stop at once, and for good: the mode, switched on again, asks for new ones. */
export const suspendKeys = (ctx: Ctx, agencyId: number): Promise<number> =>
  ctx.db('developer_key').where({ company_id: agencyId }).whereNull('suspended_at').update({ suspended_at: ctx.now });

export const keyById = async (ctx: Ctx, clientId: string): Promise<KeyRow | undefined> =>
  (await ctx.db('developer_key').where({ client_id: clientId }).first()) as KeyRow | undefined;

export const noteUse = (ctx: Ctx, clientId: string): Promise<number> =>
  ctx.db('developer_key').where({ client_id: clientId }).update({ used_at: ctx.now });
