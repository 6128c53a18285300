import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { AccountsPort, type Ctx, Problem } from '../../../core/contract.ts';
import type { AccountRow } from './accounts.store.ts';
import { deviceHash, isKnownDevice } from './devices.ts';

const MINUTES = 10;
const TRIES = 5;
const MAILS_PER_HOUR = 5;
const RESEND_SECONDS = 60;
/** Of a million codes three are right at a time; so many tries a day, strangers' and known devices' each, stay below one in ten thousand. */
const WRONG_PER_DAY = 30;

export interface Challenge {
  id: string;
  account_id: number;
  /** Null waits for the authenticator app. */
  code_hash: Buffer | null;
  /** The known device that gave the password; null for a stranger's. */
  device_hash: Buffer | null;
  tries: number;
  sent_at: Date;
}
/**
 * How callers show that they gave the password: by the challenge's id, or by coming from the same address, and from the same device where
 * that one was known.
 */
export interface Holder {
  challenge?: string | undefined;
  ip: string;
  device: Buffer | null;
}

type Asked = Pick<AccountRow, 'id' | 'company_id' | 'email'>;

/** Opens a challenge that waits for the authenticator app; older ones of the account end. Answers its id. */
export const openChallenge = (ctx: Ctx, account: Asked, session: string | null = null): Promise<string> =>
  replaceChallenge(ctx, account, session, () => null);

/**
 * Mails a fresh code; older ones of the same device end. Answers the challenge's id. Throws 429 within a minute, or after five in an
 * hour. Known devices and strangers are counted apart, so that neither keeps the other waiting.
 */
export async function sendCode(ctx: Ctx, account: Asked, session: string | null = null): Promise<string> {
  // Held until the transaction ends, so that many who ask at once are counted one after the other.
  await ctx.use(AccountsPort).lock(account.id);
  const recent = await recentMails(ctx, account.id, session);
  const wait = recent[0] ? secondsLeft(ctx, recent[0]) : 0;
  if (wait > 0) throw tooMany(wait);
  if (recent.length >= MAILS_PER_HOUR) throw tooMany(3600);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const id = await replaceChallenge(ctx, account, session, (challenge) => codeHash(ctx, challenge, code));
  await ctx.mail({
    to: account.email,
    subject: 'accounts.mail.code.subject',
    text: 'accounts.mail.code.text',
    params: { code, minutes: MINUTES },
  });
  return id;
}

/** A code for a new sign-in, or within a session. One that was mailed a moment ago and is still good serves this one too. */
export async function codeFor(ctx: Ctx, account: Asked, session: string | null = null): Promise<string> {
  const open = (await openOnes(ctx, [account.id], session)
    .whereRaw('device_hash is not distinct from ?', [await ownDevice(ctx, account.id)])
    .first()) as Challenge | undefined;
  if (open?.code_hash && open.tries < TRIES && secondsLeft(ctx, open) > 0) {
    await ctx.db('accounts_challenge').where({ id: open.id }).update({ ip: ctx.ip });
    return open.id;
  }
  return sendCode(ctx, account, session);
}

/** The newest open challenge among the accounts that the holder may answer. */
export const challengeAmong = (ctx: Ctx, accountIds: readonly number[], holder: Holder): Promise<Challenge | undefined> =>
  openOnes(ctx, accountIds)
    .modify((q) => {
      if (holder.challenge) return void q.where({ id: holder.challenge });
      q.where({ ip: holder.ip }).where((device) => void device.whereNull('device_hash').orWhere({ device_hash: holder.device }));
    })
    .first() as Promise<Challenge | undefined>;

/** What was asked of the account within a session. */
export const challengeIn = (ctx: Ctx, accountId: number, session: string): Promise<Challenge | undefined> =>
  openOnes(ctx, [accountId], session).first() as Promise<Challenge | undefined>;

/**
 * Counts a try of the open challenge before anybody looks at the code, so that a hundred tries at once are still five. The row
 * stays locked until the transaction ends: whoever comes next sees what became of it. Null when there is no try left to take.
 */
export async function takeTry(ctx: Ctx, open: Challenge): Promise<Challenge | null> {
  const day = await ctx
    .db('accounts_challenge')
    .where({ account_id: open.account_id })
    .whereRaw(`sent_at > now() - interval '1 day'`)
    .whereRaw('(device_hash is null) = ?', [open.device_hash === null])
    .sum('tries as n')
    .first();
  if (Number(day?.['n'] ?? 0) >= WRONG_PER_DAY) throw tooMany(3600);
  const [taken] = (await ctx
    .db('accounts_challenge')
    .where({ id: open.id })
    .whereNull('used_at')
    .where('tries', '<', TRIES)
    .increment('tries', 1)
    .returning(['id', 'account_id', 'code_hash', 'device_hash', 'tries', 'sent_at'])) as Challenge[];
  return taken ?? null;
}

export const fitsMail = (ctx: Ctx, challenge: Challenge, code: string): boolean =>
  challenge.code_hash !== null && timingSafeEqual(challenge.code_hash, codeHash(ctx, challenge.id, code));

/** The challenge was met: it is used up, and its last try was none of the wrong ones. */
export async function endChallenge(ctx: Ctx, challenge: Challenge): Promise<void> {
  await ctx
    .db('accounts_challenge')
    .where({ id: challenge.id })
    .update({ used_at: ctx.db.fn.now(), tries: ctx.db.raw('tries - 1') });
}

/** No sign-in of the account that is under way can be completed any more. */
export async function endChallenges(ctx: Ctx, accountId: number): Promise<void> {
  await ctx.db('accounts_challenge').where({ account_id: accountId }).whereNull('used_at').update({ used_at: ctx.db.fn.now() });
}

/** The caller's own device where the account knows it; null for a stranger's. */
const ownDevice = async (ctx: Ctx, accountId: number): Promise<Buffer | null> =>
  (await isKnownDevice(ctx, accountId)) ? deviceHash(ctx) : null;

const recentMails = async (ctx: Ctx, accountId: number, session: string | null): Promise<Challenge[]> =>
  ctx
    .db('accounts_challenge')
    .where({ account_id: accountId })
    .whereNotNull('code_hash')
    .whereRaw('(session_id is null) = ?', [session === null])
    .whereRaw(`sent_at > now() - interval '1 hour'`)
    .whereRaw('device_hash is not distinct from ?', [await ownDevice(ctx, accountId)])
    .orderBy('ordinal', 'desc');

const openOnes = (ctx: Ctx, accountIds: readonly number[], session: string | null = null) =>
  ctx
    .db('accounts_challenge')
    .whereIn('account_id', [...accountIds])
    .whereRaw('session_id is not distinct from ?::uuid', [session])
    .whereNull('used_at')
    .whereRaw('expires_at > now()')
    .orderBy('ordinal', 'desc');

async function replaceChallenge(ctx: Ctx, account: Asked, session: string | null, hash: (id: string) => Buffer | null): Promise<string> {
  const device = await ownDevice(ctx, account.id);
  await ctx
    .db('accounts_challenge')
    .where({ account_id: account.id })
    .whereRaw('device_hash is not distinct from ?', [device])
    .whereRaw('session_id is not distinct from ?::uuid', [session])
    .whereNull('used_at')
    .update({ used_at: ctx.db.fn.now() });
  const id = crypto.randomUUID();
  await ctx.db('accounts_challenge').insert({
    id,
    account_id: account.id,
    company_id: account.company_id,
    code_hash: hash(id),
    device_hash: device,
    session_id: session,
    ip: ctx.ip,
    expires_at: ctx.db.raw(`now() + interval '${MINUTES} minutes'`),
  });
  return id;
}

const secondsLeft = (ctx: Ctx, { sent_at }: Challenge): number =>
  RESEND_SECONDS - Math.floor((ctx.now.getTime() - sent_at.getTime()) / 1000);

/** Six digits are few, and soon tried: keyed by the installation, a stolen table says nothing about them. */
const codeHash = (ctx: Ctx, id: string, code: string): Buffer =>
  createHmac('sha256', ctx.secrets.key('accounts.code')).update(`${id}:${code}`).digest();

const tooMany = (seconds: number): Problem =>
  new Problem(429, 'core.problem.too-many', { params: { count: seconds }, headers: { 'retry-after': String(seconds) } });
