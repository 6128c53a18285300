import { createHash, randomBytes } from 'node:crypto';
import type { Ctx } from '../../../core/contract.ts';

export interface KeyRow {
  client_id: string;
  company_id: number;
  secret_hash: Buffer;
  hint: string;
  name: string;
  scopes: string[];
  sandbox: boolean;
  base_url: string;
  subdomain: string;
  made_by: number;
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
export async function insertKey(
  ctx: Ctx,
  key: Pick<KeyRow, 'base_url' | 'subdomain' | 'name' | 'scopes' | 'sandbox'>,
): Promise<KeyRow & { secret: string }> {
  const secret = newSecret();
  const [row] = (await ctx
    .db('developer_key')
    .insert({
      company_id: ctx.tenant.id,
      secret_hash: hashOf(secret),
      hint: secret.slice(-4),
      ...key,
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

/** All keys of an agency stop at once, and for good: the mode, switched on again, asks for new ones. Answers their ids. */
export const suspendKeys = async (ctx: Ctx, agencyId: number): Promise<string[]> => {
  const keys = ctx.db('developer_key').where({ company_id: agencyId }).whereNull('suspended_at');
  const rows = (await keys.update({ suspended_at: ctx.now }).returning('client_id')) as { client_id: string }[];
  return rows.map((row) => row.client_id);
};

export const keyById = async (ctx: Ctx, clientId: string): Promise<KeyRow | undefined> =>
  (await ctx.db('developer_key').where({ client_id: clientId }).first()) as KeyRow | undefined;

export const noteUse = (ctx: Ctx, clientId: string): Promise<number> =>
  ctx.db('developer_key').where({ client_id: clientId }).update({ used_at: ctx.now });

/** Names of those who made the keys, by account; people who left are not there. */
export async function makersOf(ctx: Ctx, keys: readonly KeyRow[]): Promise<Map<number, string>> {
  const ids = [...new Set(keys.map((key) => key.made_by))];
  const rows = (await ctx.db('core_public_account').whereIn('id', ids).whereNull('removed_at').select('id', 'name')) as {
    id: number;
    name: string;
  }[];
  return new Map(rows.map((row) => [row.id, row.name]));
}
