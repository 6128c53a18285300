import { AccountsPort, type Ctx } from '../../../core/contract.ts';

/** So many mails of one kind may others cause to an account within an hour. */
const PER_HOUR = 5;

/** Counts a mail that somebody else causes. False when the account has had enough of that kind within the hour. */
export async function mayNotify(ctx: Ctx, account: { id: number; company_id: number }, kind: string): Promise<boolean> {
  // Held until the transaction ends, so that many at once are counted one after the other.
  await ctx.use(AccountsPort).lock(account.id);
  const row = await ctx
    .db('accounts_notice')
    .where({ account_id: account.id, kind })
    .whereRaw(`sent_at > now() - interval '1 hour'`)
    .count('* as n')
    .first();
  if (Number(row?.['n'] ?? 0) >= PER_HOUR) return false;
  await ctx.db('accounts_notice').insert({ account_id: account.id, company_id: account.company_id, kind });
  return true;
}
