import { createHash, randomBytes } from 'node:crypto';
import type { Ctx } from '../../core/contract.ts';
import type { AccountRow } from './accounts.store.ts';

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Mails a link to set a password: 30 minutes for a forgotten one, a week for an invitation. */
export async function sendLink(ctx: Ctx, account: AccountRow, origin: string, kind: 'reset' | 'invite'): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await ctx.db('accounts_link').insert({
    token_hash: hashOf(token),
    account_id: account.id,
    company_id: account.company_id,
    expires_at: ctx.db.raw('now() + ?::interval', [kind === 'invite' ? '7 days' : '30 minutes']),
  });
  await ctx.mail({
    to: account.email,
    subject: `accounts.mail.${kind}.subject`,
    text: `accounts.mail.${kind}.text`,
    params: { name: account.name, link: `${origin}/reset-password?token=${token}` },
    // Who asks for it by himself reads the language in which he asks.
    ...(ctx.actor.kind === 'anonymous' ? { locale: ctx.locale } : {}),
  });
}

/** Links for a forgotten password mailed to the account within the last hour: they are valid for half of one. */
export async function linksOfLastHour(ctx: Ctx, accountId: number): Promise<number> {
  const row = await ctx
    .db('accounts_link')
    .where({ account_id: accountId })
    .whereRaw(`expires_at between now() - interval '30 minutes' and now() + interval '30 minutes'`)
    .count('* as n')
    .first();
  return Number(row?.['n'] ?? 0);
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
  await ctx.db('accounts_link').where({ account_id: rows[0].account_id }).whereNull('used_at').update({ used_at: ctx.db.fn.now() });
  return rows[0].account_id;
}
