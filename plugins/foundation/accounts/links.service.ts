import { createHash, randomBytes } from 'node:crypto';
import type { Ctx, Tenant } from '../../../core/contract.ts';
import type { AccountRow } from './accounts.store.ts';

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Makes a link to set a password: valid for 30 minutes after a forgotten one, a week for an invitation. Answers its token. */
export async function openLink(ctx: Ctx, account: AccountRow, kind: 'reset' | 'invite', fromKnownDevice = false): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await ctx.db('accounts_link').insert({
    token_hash: hashOf(token),
    account_id: account.id,
    company_id: account.company_id,
    known_device: fromKnownDevice,
    expires_at: ctx.db.raw('now() + ?::interval', [kind === 'invite' ? '7 days' : '30 minutes']),
  });
  return token;
}

/** Mails such a link. */
export async function sendLink(ctx: Ctx, account: AccountRow, company: Tenant, kind: 'reset' | 'invite', known = false): Promise<void> {
  const token = await openLink(ctx, account, kind, known);
  await ctx.mail({
    to: account.email,
    subject: `accounts.mail.${kind}.subject`,
    text: `accounts.mail.${kind}.text`,
    params: { name: account.name, company: company.name, link: `${await ctx.origin(company)}/reset-password?token=${token}` },
    // Who asks for it in person reads the language in which they ask.
    ...(ctx.actor.kind === 'anonymous' ? { locale: ctx.locale } : {}),
  });
}

/** Links for a forgotten password that are still good, asked for from known devices or by strangers. */
export async function openResets(ctx: Ctx, accountId: number, known: boolean): Promise<number> {
  const row = await ctx
    .db('accounts_link')
    .where({ account_id: accountId, known_device: known })
    // The moment of the statement: whoever waited for another's link to be counted began before it was made.
    .whereRaw(`expires_at between clock_timestamp() and clock_timestamp() + interval '30 minutes'`)
    .count('* as n')
    .first();
  return Number(row?.['n'] ?? 0);
}

/** No link that was mailed to the account works any more. */
export async function endLinks(ctx: Ctx, accountId: number): Promise<void> {
  await ctx.db('accounts_link').where({ account_id: accountId }).whereNull('used_at').update({ used_at: ctx.db.fn.now() });
}

/** The account of an unused link, which is used up by asking. Null for anything else. */
export async function useLink(ctx: Ctx, token: string): Promise<number | null> {
  const rows = (await ctx
    .db('accounts_link')
    .where({ token_hash: hashOf(token) })
    .whereNull('used_at')
    .whereRaw('expires_at > now()')
    .update({ used_at: ctx.db.fn.now() })
    .returning('account_id')) as { account_id: number }[];
  if (!rows[0]) return null;
  await endLinks(ctx, rows[0].account_id);
  return rows[0].account_id;
}
