import type { Ctx } from '../../../core/contract.ts';
import { type AccountRow, type CredentialRow, idsIn, type SecondFactor } from './accounts.store.ts';
import type { AccountIds } from './contract.ts';

export interface EmailChange {
  id: number;
  account_id: number;
  old_email: string;
  new_email: string;
  asked_session: string | null;
  confirm_until: Date;
  undo_until: Date;
  confirmed_at: Date | null;
  second_factor: SecondFactor;
  totp_secret: string | null;
  totp_confirmed: boolean;
}
interface Link {
  hash: Buffer;
  until: Date;
}

export async function addChange(
  ctx: Ctx,
  account: AccountRow,
  credential: CredentialRow,
  { email, confirm, undo }: { email: string; confirm: Link; undo: Link },
): Promise<void> {
  await ctx.db('accounts_email_change').insert({
    account_id: account.id,
    company_id: account.company_id,
    old_email: account.email,
    new_email: email,
    asked_by: ctx.actor.id,
    asked_session: ctx.actor.id === account.id ? ctx.sessionId : null,
    asked_at: ctx.now,
    confirm_hash: confirm.hash,
    confirm_until: confirm.until,
    undo_hash: undo.hash,
    undo_until: undo.until,
    second_factor: credential.second_factor,
    totp_secret: credential.totp_secret,
    totp_confirmed: credential.totp_confirmed,
  });
}

/** The change of a link that was not undone or replaced, held against others until the transaction ends. */
export const changeByLink = (ctx: Ctx, link: { confirm_hash: Buffer } | { undo_hash: Buffer }): Promise<EmailChange | undefined> =>
  ctx.db('accounts_email_change').where(link).whereNull('ended_at').forUpdate().first() as Promise<EmailChange | undefined>;

/** Changes of the account that nobody confirmed yet are void. Those confirmed may still be undone. */
export async function endPending(ctx: Ctx, accountId: number): Promise<void> {
  await ctx
    .db('accounts_email_change')
    .where({ account_id: accountId })
    .whereNull('confirmed_at')
    .whereNull('ended_at')
    .update({ ended_at: ctx.now, outcome: 'replaced' });
}

/** The addresses that wait to be confirmed, of those of the accounts that the actor may change. */
export async function pendingAmong(ctx: Ctx, ids: AccountIds): Promise<Map<number, string>> {
  const changeable = ctx
    .narrow(ctx.db('core_public_account'), 'Account', 'update')
    .whereIn('core_public_account.id', idsIn(ids))
    .select('core_public_account.id');
  const rows = await waiting(ctx).whereIn('account_id', changeable).select('account_id', 'new_email');
  return new Map((rows as { account_id: number; new_email: string }[]).map((row) => [row.account_id, row.new_email]));
}

/** The change of the account that waits, held against others until the transaction ends. */
export const pendingOf = (ctx: Ctx, accountId: number): Promise<EmailChange | undefined> =>
  waiting(ctx).where({ account_id: accountId }).forUpdate().first() as Promise<EmailChange | undefined>;

const waiting = (ctx: Ctx) =>
  ctx.db('accounts_email_change').whereNull('confirmed_at').whereNull('ended_at').where('confirm_until', '>', ctx.now);

/** The change is undone, and with it those that came after: they were made by whoever made it. */
export async function endFrom(ctx: Ctx, change: EmailChange): Promise<void> {
  await ctx
    .db('accounts_email_change')
    .where({ account_id: change.account_id })
    .where('id', '>=', change.id)
    .whereNull('ended_at')
    .update({ ended_at: ctx.now, outcome: 'undone' });
}
