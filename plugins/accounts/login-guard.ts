import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Ctx } from '../../core/contract.ts';
import type { AccountRow } from './accounts.store.ts';

/** Ten failures within a quarter of an hour lock the account for as long. */
const FAILURES = 10;
const WINDOW = '15 minutes';

export const isLocked = (lockedUntil: Date | null, now: Date): boolean => lockedUntil !== null && lockedUntil > now;

/** Counts a failure; the one that locks the account tells its owner by mail. */
export async function noteFailure(ctx: Ctx, account: AccountRow): Promise<void> {
  const { rows } = (await ctx.db.raw(
    `update accounts_credential set
       failures = case when failed_at > now() - interval '${WINDOW}' then failures + 1 else 1 end,
       failed_at = now(),
       locked_until = case when failed_at > now() - interval '${WINDOW}' and failures + 1 >= ${FAILURES} then now() + interval '${WINDOW}' else locked_until end
     where account_id = ? returning failures`,
    [account.id],
  )) as { rows: { failures: number }[] };
  if (rows[0]?.failures === FAILURES)
    await ctx.mail({
      to: account.email,
      subject: 'accounts.mail.locked.subject',
      text: 'accounts.mail.locked.text',
      params: { name: account.name },
    });
  await ctx.audit({ action: 'accounts.login-failed', description: 'Wrong password', companyId: account.company_id, target: account.email });
}

export async function clearFailures(db: Knex, accountId: number): Promise<void> {
  await db('accounts_credential').where({ account_id: accountId }).update({ failures: 0, locked_until: null });
}

/** What attempts are counted by: the caller's address and the name he gave, whether or not it is somebody's. */
export const attemptKeys = (ctx: Ctx, name: string): Buffer[] =>
  [`address ${ctx.ip}`, `name ${name.trim().toLowerCase()}`].map((key) => createHash('sha256').update(key).digest());

/** The most attempts of a quarter of an hour that any of the keys has. */
export async function attempts(ctx: Ctx, keys: readonly Buffer[]): Promise<number> {
  const row = await ctx
    .db('accounts_attempt')
    .where({ company_id: ctx.host.id })
    .whereIn('key', [...keys])
    .whereRaw(`failed_at > now() - interval '${WINDOW}'`)
    .max('failures as n')
    .first();
  return Number(row?.['n'] ?? 0);
}

/** Counts an attempt for each of the keys. In one order, so that two of them never wait for each other. */
export async function noteAttempt(ctx: Ctx, keys: readonly Buffer[]): Promise<void> {
  for (const key of [...keys].sort((a, b) => a.compare(b)))
    await ctx.db.raw(
      `insert into accounts_attempt (company_id, key, failures) values (?, ?, 1)
       on conflict (company_id, key) do update set failed_at = now(),
         failures = case when accounts_attempt.failed_at > now() - interval '${WINDOW}' then accounts_attempt.failures + 1 else 1 end`,
      [ctx.host.id, key],
    );
}

export async function forgetAttempts(ctx: Ctx, keys: readonly Buffer[]): Promise<void> {
  await ctx
    .db('accounts_attempt')
    .where({ company_id: ctx.host.id })
    .whereIn('key', [...keys])
    .delete();
}
