import { AddressTaken, type Ctx, invalid } from '../../../core/contract.ts';
import { byEmailWithin } from './accounts.store.ts';
import { mayNotify } from './notices.ts';

/** Throws 422 for an address that somebody of the agency and its clients has, or may have back by undoing a change. */
export async function refuseTaken(ctx: Ctx, agencyId: number, email: string): Promise<void> {
  // The unique index has the last word; this gives the error its field where the scope can see the other account.
  if (await byEmailWithin(ctx.db, agencyId, email)) throw taken();
  const reserved = (await ctx
    .db('accounts_email_change')
    .where({ agency_id: agencyId })
    .whereRaw('lower(old_email) = lower(?)', [email.trim()])
    .whereNotNull('confirmed_at')
    .whereNull('ended_at')
    .where('undo_until', '>', ctx.now)
    .first('id')) as object | undefined;
  if (reserved) throw taken();
}

/** Two who ask at once: the second is told what a later one would be told. */
export async function unlessTaken<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AddressTaken ? taken() : error;
  }
}

const taken = () => invalid('email', 'accounts.email.taken');

/** Tells the person that somebody registered with the address, who learns nothing of it. */
export async function tellTaken(ctx: Ctx, agencyId: number, email: string): Promise<void> {
  const account = await byEmailWithin(ctx.db, agencyId, email);
  const company = account && (await ctx.company(account.company_id));
  if (!account || !company || !(await mayNotify(ctx, account, 'registered'))) return;
  await ctx.mail({
    to: account.email,
    subject: 'accounts.mail.taken.subject',
    text: 'accounts.mail.taken.text',
    params: { name: account.name, link: `${await ctx.origin(company)}/forgot-password` },
    about: 'security',
  });
}
