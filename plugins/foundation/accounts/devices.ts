import { createHash } from 'node:crypto';
import type { Ctx } from '../../../core/contract.ts';

/** A device that was away for longer counts as a stranger's. */
const DAYS = 180;
const MOST_OF_ACCOUNT = 20;
/** So many wrong passwords within a quarter of an hour make a stranger of a known device for as long. */
const FAILURES = 10;
const WINDOW = '15 minutes';

/** The caller's device as it is stored; null for a browser without an id. */
export const deviceHash = (ctx: Ctx): Buffer | null => (ctx.device ? createHash('sha256').update(ctx.device).digest() : null);

/** Those of the accounts that signed in from the caller's device before. */
export async function knownAmong(ctx: Ctx, accountIds: readonly number[]): Promise<Set<number>> {
  const device = deviceHash(ctx);
  if (!device || accountIds.length === 0) return new Set();
  const ids = (await ctx
    .db('accounts_device')
    .whereIn('account_id', [...accountIds])
    .where({ device_hash: device })
    .whereRaw(`seen_at > now() - interval '${DAYS} days'`)
    .whereRaw(`not (failures >= ${FAILURES} and failed_at > now() - interval '${WINDOW}')`)
    .pluck('account_id')
    .options({ prepare: true })) as number[];
  return new Set(ids);
}

export const isKnownDevice = async (ctx: Ctx, accountId: number): Promise<boolean> => (await knownAmong(ctx, [accountId])).has(accountId);

/** Counts a wrong password against the device, not against the account. */
export async function noteDeviceFailure(ctx: Ctx, accountId: number): Promise<void> {
  await ctx
    .db('accounts_device')
    .where({ account_id: accountId, device_hash: deviceHash(ctx) })
    .update({
      failures: ctx.db.raw(`case when failed_at > now() - interval '${WINDOW}' then failures + 1 else 1 end`),
      failed_at: ctx.db.fn.now(),
    });
}

/** The caller's browser is one of the account's from now on. */
export async function rememberDevice(ctx: Ctx, account: { id: number; companyId: number }): Promise<void> {
  const device = deviceHash(ctx);
  if (!device) return;
  const fresh = { failures: 0, failed_at: null, seen_at: ctx.db.fn.now() };
  await ctx
    .db('accounts_device')
    .insert({ account_id: account.id, company_id: account.companyId, device_hash: device, ...fresh })
    .onConflict(['account_id', 'device_hash'])
    .merge(fresh);
  const kept = ctx
    .db('accounts_device')
    .where({ account_id: account.id })
    .orderBy('seen_at', 'desc')
    .limit(MOST_OF_ACCOUNT)
    .select('device_hash');
  await ctx.db('accounts_device').where({ account_id: account.id }).whereNotIn('device_hash', kept).delete();
  ctx.keepDevice();
}

/** None of the account's browsers is known any more. */
export async function forgetDevices(ctx: Ctx, accountId: number): Promise<void> {
  await ctx.db('accounts_device').where({ account_id: accountId }).delete();
}
