import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { type Ctx, Problem } from '../../../core/contract.ts';
import type { AccountRow } from './accounts.store.ts';

/** Ten failures within a quarter of an hour lock the account for as long, for everybody but devices that signed in before. */
const FAILURES = 10;
const WINDOW = '15 minutes';
const WINDOW_SECONDS = 900;
/** Guesses from unknown devices that are looked at within a day, whatever the addresses they come from. */
const FAILURES_PER_DAY = 100;
const ATTEMPTS_PER_ADDRESS = 60;

interface Lock {
  locked_until: Date | null;
  day_failures: number;
  day_began: Date | null;
}

/** Whether strangers' passwords are not looked at now. */
export const isLocked = (lock: Lock | undefined, now: Date): boolean =>
  lock !== undefined &&
  ((lock.locked_until !== null && lock.locked_until > now) ||
    (lock.day_failures >= FAILURES_PER_DAY && lock.day_began !== null && now.getTime() - lock.day_began.getTime() < 86_400_000));

/** Counts a stranger's failure; the one that locks the account tells its person by mail, once within an hour. */
export async function noteFailure(ctx: Ctx, account: AccountRow): Promise<void> {
  const recent = `failed_at > now() - interval '${WINDOW}'`;
  const today = `day_began > now() - interval '1 day'`;
  const { rows } = (await ctx.db.raw(
    `update accounts_credential set
       failures = case when ${recent} then failures + 1 else 1 end,
       failed_at = now(),
       locked_until = case when ${recent} and failures + 1 >= ${FAILURES} then now() + interval '${WINDOW}' else locked_until end,
       day_failures = case when ${today} then day_failures + 1 else 1 end,
       day_began = case when ${today} then day_began else now() end
     where account_id = ? returning failures, told_locked_at > now() - interval '1 hour' as told`,
    [account.id],
  )) as { rows: { failures: number; told: boolean | null }[] };
  if (rows[0]?.failures === FAILURES && !rows[0].told) await tellLocked(ctx, account);
  await ctx.audit({ action: 'accounts.login-failed', description: 'Wrong password', companyId: account.company_id, target: account.email });
}

async function tellLocked(ctx: Ctx, account: AccountRow): Promise<void> {
  await ctx.db('accounts_credential').where({ account_id: account.id }).update({ told_locked_at: ctx.db.fn.now() });
  await ctx.mail({
    to: account.email,
    subject: 'accounts.mail.locked.subject',
    text: 'accounts.mail.locked.text',
    params: { name: account.name },
  });
}

export async function clearFailures(db: Knex, accountId: number): Promise<void> {
  await db('accounts_credential')
    .where({ account_id: accountId })
    .update({ failures: 0, locked_until: null, day_failures: 0, day_began: null });
}

const keyOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const nameKey = (name: string): Buffer => keyOf(`wrong ${name.trim().toLowerCase()}`);
const addressKey = (ctx: Ctx): Buffer => keyOf(`address ${ctx.network}`);

/** What attempts are counted by: the caller's network and the name that was typed, whether or not it is somebody's. */
export const attemptKeys = (ctx: Ctx, name: string): Buffer[] => [addressKey(ctx), keyOf(`name ${name.trim().toLowerCase()}`)];

/** Throws 429 for a network from which too many attempts came. */
export async function refuseFlood(ctx: Ctx): Promise<void> {
  if ((await attempts(ctx, [addressKey(ctx)])) < ATTEMPTS_PER_ADDRESS) return;
  throw new Problem(429, 'core.problem.too-many', {
    params: { count: WINDOW_SECONDS },
    headers: { 'retry-after': String(WINDOW_SECONDS) },
  });
}

/** Whether strangers typed too many wrong passwords for the name, known or not: both are refused in the same way. */
export const isNameShut = async (ctx: Ctx, name: string): Promise<boolean> => (await attempts(ctx, [nameKey(name)])) >= FAILURES;

export const noteWrongPassword = (ctx: Ctx, name: string): Promise<void> => noteAttempt(ctx, [nameKey(name)]);

export const noteAddress = (ctx: Ctx): Promise<void> => noteAttempt(ctx, [addressKey(ctx)]);

/** The most attempts of a quarter of an hour that any of the keys has. */
export async function attempts(ctx: Ctx, keys: readonly Buffer[]): Promise<number> {
  const row = await ctx
    .db('accounts_attempt')
    .where({ company_id: ctx.host.id })
    .whereIn('key', [...keys])
    .whereRaw(`failed_at > now() - interval '${WINDOW}'`)
    .max('failures as n')
    .first()
    .options({ prepare: true });
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

/** A good sign-in forgives what was typed wrong for the name. */
export async function forgetAttempts(ctx: Ctx, name: string): Promise<void> {
  const [, typed] = attemptKeys(ctx, name);
  await ctx
    .db('accounts_attempt')
    .where({ company_id: ctx.host.id })
    .whereIn('key', [typed!, nameKey(name)])
    .delete();
}
