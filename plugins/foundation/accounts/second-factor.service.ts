import { timingSafeEqual } from 'node:crypto';
import { BrandPort, conflict, type Ctx, invalid, SessionsPort } from '../../../core/contract.ts';
import { type CredentialRow, credentialOf, lockCredential, type SecondFactor } from './accounts.store.ts';
import { withCurrentFactor } from './current-factor.ts';
import { sealedAt } from './factor-proof.ts';
import { endReset } from './factor-reset.store.ts';
import { codesLeft, dropCodes, renewCodes } from './recovery-codes.ts';
import { newSecret, qrCodeOf, stepOf } from './totp.ts';

const PENDING_MINUTES = 10;
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

/** What comes with a choice: the scanned secret and a code of it, and a code of the factor that counts until now. */
interface Given {
  secretKey?: string | undefined;
  code?: string | undefined;
  current?: string | undefined;
}

/**
 * Changes the actor's second factor, which the one until now has to allow, tells them by mail and ends their other sessions. An
 * authenticator without a code stays unconfirmed. Answers fresh recovery codes, for the only time, or none where nothing changed or
 * there is no second factor now.
 */
export const chooseFactor = (ctx: Ctx, type: SecondFactor, given: Given): Promise<string[]> =>
  withCurrentFactor(
    ctx,
    given.current,
    (credential) => {
      if (type === 'none' && credential.short_password) throw conflict('accounts.factor.short-password');
      return credential.second_factor !== 'none' && !isChosen(credential, type);
    },
    async (tx, credential) => {
      if (isChosen(credential, type)) return [];
      const proof = type === 'google' ? await takeSecret(tx, credential, given) : NO_SECRET;
      await tx
        .db('accounts_credential')
        .where({ account_id: tx.actor.id })
        .update({ second_factor: type, ...proof, pending_secret: null, pending_until: null, changed_at: tx.db.fn.now() });
      await tellChange(tx, type);
      const codes = type === 'none' ? [] : await renewCodes(tx, self(tx));
      if (type === 'none') await dropCodes(tx, tx.actor.id);
      // Whoever chooses has no need of having it taken off, and what they chose now was not what was meant.
      await endReset(tx, { account_id: tx.actor.id }, 'void');
      await tx.use(SessionsPort).endAll(tx.actor.id, tx.sessionId ?? undefined);
      return codes;
    },
  );

/** A further secret for the authenticator is a change. */
const isChosen = (credential: CredentialRow, type: SecondFactor): boolean => type === credential.second_factor && type !== 'google';

const tellChange = (tx: Ctx, change: SecondFactor | 'renewed'): Promise<unknown> =>
  tx.mail({
    to: tx.actor.email,
    subject: 'accounts.mail.factor.subject',
    text: `accounts.mail.factor.${change}`,
    params: { name: tx.actor.name },
  });

const NO_SECRET = { totp_secret: null, totp_confirmed: false };

/** The secret that was shown, once the caller proves to hold it. Without a code it stays unconfirmed, and a mailed code lets in as well. */
async function takeSecret(ctx: Ctx, credential: CredentialRow, given: Given) {
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

/** New recovery codes in place of the old ones. Throws 409 without a second factor. */
export const renewRecovery = (ctx: Ctx, current?: string): Promise<string[]> =>
  withCurrentFactor(
    ctx,
    current,
    (credential) => credential.second_factor !== 'none',
    async (tx, credential) => {
      if (credential.second_factor === 'none') throw conflict('accounts.factor.none');
      await tellChange(tx, 'renewed');
      return renewCodes(tx, self(tx));
    },
  );

const same = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
