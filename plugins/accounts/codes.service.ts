import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { type Ctx, Problem } from '../../core/contract.ts';
import type { AccountRow } from './accounts.store.ts';

const MINUTES = 10;
const TRIES = 5;
const PER_HOUR = 5;
const RESEND_SECONDS = 60;

interface ChallengeRow {
  id: string;
  code_hash: Buffer;
  tries: number;
  sent_at: Date;
}

/** Mails a fresh code; older ones of the account end. Answers the challenge's id. */
export async function sendCode(ctx: Ctx, account: AccountRow): Promise<string> {
  const recent = (await ctx
    .db('accounts_challenge')
    .where({ account_id: account.id })
    .whereRaw(`sent_at > now() - interval '1 hour'`)
    .orderBy('sent_at', 'desc')) as ChallengeRow[];
  const wait = recent[0] ? RESEND_SECONDS - Math.floor((ctx.now.getTime() - recent[0].sent_at.getTime()) / 1000) : 0;
  if (wait > 0) throw tooMany(wait);
  if (recent.length >= PER_HOUR) throw tooMany(3600);
  await ctx.db('accounts_challenge').where({ account_id: account.id }).whereNull('used_at').update({ used_at: ctx.db.fn.now() });
  const id = crypto.randomUUID();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await ctx.db('accounts_challenge').insert({
    id,
    account_id: account.id,
    company_id: account.company_id,
    code_hash: codeHash(id, code),
    expires_at: ctx.db.raw(`now() + interval '${MINUTES} minutes'`),
  });
  await ctx.mail({
    to: account.email,
    subject: 'accounts.mail.code.subject',
    text: 'accounts.mail.code.text',
    params: { code, minutes: MINUTES },
  });
  return id;
}

/**
 * Uses up the account's newest open code. Counts the try before it looks, so that a hundred tries at once are still five,
 * and takes the code by a conditional update, so that one code lets in once.
 */
export async function useCode(ctx: Ctx, accountId: number, code: string): Promise<boolean> {
  const { rows } = (await ctx.db.raw(
    `update accounts_challenge set tries = tries + 1 where id = (
       select id from accounts_challenge where account_id = ? and used_at is null and expires_at > now() order by sent_at desc limit 1)
     and used_at is null and tries < ${TRIES} returning id, code_hash`,
    [accountId],
  )) as { rows: ChallengeRow[] };
  const challenge = rows[0];
  if (!challenge || !timingSafeEqual(challenge.code_hash, codeHash(challenge.id, code))) return false;
  return (await ctx.db('accounts_challenge').where({ id: challenge.id }).whereNull('used_at').update({ used_at: ctx.db.fn.now() })) === 1;
}

/** Six digits are few: keyed by the challenge, a stolen table still says nothing about the next one. */
const codeHash = (id: string, code: string): Buffer => createHmac('sha256', id).update(code).digest();

const tooMany = (seconds: number): Problem =>
  new Problem(429, 'core.problem.too-many', { params: { seconds }, headers: { 'retry-after': String(seconds) } });
