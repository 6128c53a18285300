import { timingSafeEqual } from 'node:crypto';
import { BrandPort, conflict, type Ctx, invalid, SessionsPort } from '../../core/contract.ts';
import { type CredentialRow, credentialOf, lockCredential, type SecondFactor } from './accounts.store.ts';
import { endReset } from './factor-reset.store.ts';
import { codesLeft, dropCodes, renewCodes } from './recovery-codes.ts';
import { newSecret, qrCodeOf, stepOf } from './totp.ts';

const PENDING_MINUTES = 10;
const sealedAt = (accountId: number, column: 'totp_secret' | 'pending_secret'): string => `accounts_credential.${column}.${accountId}`;
const self = (ctx: Ctx) => ({ id: ctx.actor.id, companyId: ctx.tenant.id });

/** How the actor's second factor stands. */
export async function factorOf(ctx: Ctx) {
  const credential = await credentialOf(ctx.db, ctx.actor.id);
  const type = credential?.second_factor ?? 'none';
  return {
    two_factor_auth: type !== 'none',
    two_factor_auth_type: type,
    confirmed: type !== 'google' || credential!.totp_confirmed,
    recovery_left: await codesLeft(ctx, ctx.actor.id),
  };
}

/** A secret for the actor's authenticator app and its picture; the same one for ten minutes, so that looking again spoils nothing. */
export async function offerSecret(ctx: Ctx): Promise<{ qrCodeUrl: string; secretKey: string }> {
  const credential = await lockCredential(ctx.db, self(ctx));
  const pending = await pendingSecret(ctx, credential);
  const secretKey = pending ?? newSecret();
  if (!pending)
    await ctx
      .db('accounts_credential')
      .where({ account_id: ctx.actor.id })
      .update({
        pending_secret: await ctx.secrets.seal(ctx.tenant.id, sealedAt(ctx.actor.id, 'pending_secret'), secretKey),
        pending_until: new Date(ctx.now.getTime() + PENDING_MINUTES * 60_000),
      });
  const issuer = ctx.has(BrandPort) ? (await ctx.use(BrandPort).of(ctx.tenant)).name : '';
  return { qrCodeUrl: await qrCodeOf(secretKey, issuer || ctx.tenant.name, ctx.actor.email), secretKey };
}

async function pendingSecret(ctx: Ctx, credential: CredentialRow): Promise<string | null> {
  if (!credential.pending_secret || !credential.pending_until || credential.pending_until <= ctx.now) return null;
  return ctx.secrets.open(ctx.tenant.id, sealedAt(credential.account_id, 'pending_secret'), credential.pending_secret);
}

/**
 * Changes the actor's second factor, tells him by mail and ends his other sessions. An authenticator without a code stays
 * unconfirmed. Answers fresh recovery codes, for the only time, or none where nothing changed or there is no second factor now.
 */
export async function chooseFactor(ctx: Ctx, type: SecondFactor, given: { secretKey?: string; code?: string }): Promise<string[]> {
  const credential = await lockCredential(ctx.db, self(ctx));
  if (type === credential.second_factor && type !== 'google') return [];
  if (type === 'none' && credential.short_password) throw conflict('accounts.factor.short-password');
  const proof = type === 'google' ? await takeSecret(ctx, credential, given) : NO_SECRET;
  await ctx
    .db('accounts_credential')
    .where({ account_id: ctx.actor.id })
    .update({ second_factor: type, ...proof, pending_secret: null, pending_until: null, changed_at: ctx.db.fn.now() });
  await ctx.mail({
    to: ctx.actor.email,
    subject: 'accounts.mail.factor.subject',
    text: `accounts.mail.factor.${type}`,
    params: { name: ctx.actor.name },
  });
  const codes = type === 'none' ? [] : await renewCodes(ctx, self(ctx));
  if (type === 'none') await dropCodes(ctx, ctx.actor.id);
  // Whoever chooses has no need of having it taken off, and what he chose now was not what was meant.
  await endReset(ctx, { account_id: ctx.actor.id }, 'void');
  await ctx.use(SessionsPort).endAll(ctx.actor.id, ctx.sessionId ?? undefined);
  return codes;
}

const NO_SECRET = { totp_secret: null, totp_confirmed: false };

/** The secret that was shown, once the caller proves to hold it. Without a code it stays unconfirmed, and a mailed code lets in as well. */
async function takeSecret(ctx: Ctx, credential: CredentialRow, given: { secretKey?: string; code?: string }) {
  const secret = await pendingSecret(ctx, credential);
  if (!secret || !given.secretKey || !same(secret, given.secretKey)) throw invalid('secretKey', 'accounts.factor.scan-again');
  // One that nobody saw work yet does not take the place of one that did.
  if (!given.code && credential.totp_confirmed) throw invalid('code', 'accounts.factor.code-needed');
  const step = given.code ? await stepOf(secret, given.code, ctx.now) : 0;
  if (step === null) throw invalid('code', 'accounts.code.refused');
  return {
    totp_secret: await ctx.secrets.seal(ctx.tenant.id, sealedAt(ctx.actor.id, 'totp_secret'), secret),
    totp_confirmed: step > 0,
    totp_step: step,
  };
}

/** Spends a code of the account's authenticator. Its step and those before it are gone then: of any number at once one has effect. */
export async function useTotp(
  ctx: Ctx,
  account: { id: number; company_id: number },
  credential: CredentialRow,
  code: string,
): Promise<boolean> {
  if (credential.second_factor !== 'google' || !credential.totp_secret) return false;
  const secret = await ctx.secrets.open(account.company_id, sealedAt(account.id, 'totp_secret'), credential.totp_secret);
  const step = await stepOf(secret, code, ctx.now);
  if (step === null) return false;
  const spent = await ctx
    .db('accounts_credential')
    .where({ account_id: account.id })
    .where('totp_step', '<', step)
    .update({ totp_step: step, totp_confirmed: true });
  return spent === 1;
}

/** New recovery codes in place of the old ones. Throws 409 without a second factor. */
export async function renewRecovery(ctx: Ctx): Promise<string[]> {
  const credential = await lockCredential(ctx.db, self(ctx));
  if (credential.second_factor === 'none') throw conflict('accounts.factor.none');
  await ctx.mail({
    to: ctx.actor.email,
    subject: 'accounts.mail.factor.subject',
    text: 'accounts.mail.factor.renewed',
    params: { name: ctx.actor.name },
  });
  return renewCodes(ctx, self(ctx));
}

const same = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
