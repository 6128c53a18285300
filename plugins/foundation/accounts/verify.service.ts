import { type Ctx, Problem } from '../../../core/contract.ts';
import { allByEmail, type CredentialRow, credentialOf } from './accounts.store.ts';
import { challengeAmong, endChallenge, fitsMail, type Holder, sendCode, takeTry } from './codes.service.ts';
import { deviceHash } from './devices.ts';
import { isUnconfirmed, meets } from './factor-proof.ts';
import { needsMail, openSession, welcome } from './login.service.ts';

/** A code by mail lets in those who chose it, and those whose authenticator never showed that it works. */
const mayMail = (credential: CredentialRow | undefined): boolean => needsMail(credential) || isUnconfirmed(credential);

const holderOf = (ctx: Ctx, challenge: string | undefined): Holder => ({ challenge, ip: ctx.ip, device: deviceHash(ctx) });

/** The sign-in under way that the caller holds, of whichever account has the address. */
async function held(ctx: Ctx, email: string, challenge?: string) {
  const accounts = (await allByEmail(ctx.db, email)).filter((account) => welcome(ctx, account));
  const open = await challengeAmong(
    ctx,
    accounts.map(({ id }) => id),
    holderOf(ctx, challenge),
  );
  const account = accounts.find(({ id }) => id === open?.account_id);
  const credential = account && (await credentialOf(ctx.db, account.id));
  return open && account && credential ? { open, account, credential } : null;
}

/** Completes a login by the mailed code, the authenticator's code or a recovery code. Answers a session's token. */
export async function verifyLogin(ctx: Ctx, email: string, code: string, challenge?: string): Promise<string> {
  // One transaction for the try and its outcome; a refusal is thrown only afterwards, so that the try stays counted.
  const met = await ctx.transaction(async (tx) => {
    const found = await held(tx, email, challenge);
    const taken = found && (await takeTry(tx, found.open));
    if (!found || !taken || !(await meets(tx, found.account, found.credential, taken, code))) return null;
    const { account, credential } = found;
    await endChallenge(tx, taken);
    if (fitsMail(tx, taken, code)) await tx.db('accounts_credential').where({ account_id: account.id }).update({ email_proven: true });
    return { account, aal: credential.second_factor === 'none' ? (1 as const) : (2 as const) };
  });
  if (!met) throw new Problem(422, 'accounts.code.refused', { errors: [{ field: 'code', message: 'accounts.code.refused' }] });
  return openSession(ctx, met.account, met.aal);
}

/**
 * Mails a code for the login under way. Says the same whether or not there is such an account; only who holds the challenge
 * learns to wait. Answers the new challenge for such a holder.
 */
export async function resendCode(ctx: Ctx, email: string, challenge?: string): Promise<string | null> {
  try {
    return await ctx.transaction(async (tx) => {
      const found = await held(tx, email, challenge);
      if (!found || !mayMail(found.credential)) return null;
      const id = await sendCode(tx, found.account);
      return challenge ? id : null;
    });
  } catch (error) {
    if (challenge || !(error instanceof Problem)) throw error;
    return null;
  }
}

/** What the code page says of a login under way; for an unknown one what it says of most. */
export async function challengeState(ctx: Ctx, id: string): Promise<{ two_factor_auth_type: 'email' | 'google'; can_mail: boolean }> {
  const row = (await ctx
    .db('accounts_challenge as h')
    .join('accounts_credential as c', 'c.account_id', 'h.account_id')
    .where('h.id', id)
    .whereRaw('h.expires_at > now()')
    .first('h.code_hash', 'c.second_factor', 'c.totp_confirmed', 'c.email_proven')) as
    | (CredentialRow & { code_hash: Buffer | null })
    | undefined;
  return {
    two_factor_auth_type: row && !row.code_hash ? 'google' : 'email',
    can_mail: row !== undefined && !row.code_hash && mayMail(row),
  };
}
