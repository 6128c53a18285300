import { type Ctx, denied, Problem, SessionsPort } from '../../core/contract.ts';
import { forgetPassword } from './accounts.service.ts';
import { type AccountRow, byEmail, byId, type CredentialRow, credentialOf, noteLanguage, replaceHash } from './accounts.store.ts';
import {
  type Challenge,
  challengeOf,
  codeForLogin,
  endChallenge,
  fitsMail,
  type Holder,
  openChallenge,
  sendCode,
  takeTry,
} from './codes.service.ts';
import type { SignInApi } from './contract.ts';
import { humanCheckOf } from './human-check.ts';
import { attemptKeys, clearFailures, forgetAttempts, isLocked, noteFailure } from './login-guard.ts';
import { checkPassword, isOutdated, storedFormOf } from './pepper.ts';
import { codesLeft, useRecoveryCode } from './recovery-codes.ts';
import { useTotp } from './second-factor.service.ts';

export type LoginResult = { access_token: string } | { challenge: string; email: string; type: 'email' | 'google' };

/** One message for an unknown address, a wrong password and a locked account. */
const refused = (): Problem => new Problem(401, 'accounts.login.refused');

/**
 * Checks e-mail and password within the companies of the request's host. Answers a session's token, or a challenge when
 * the account asks for a code: before that is met there is no token at all. Throws 403 for a password that is short because of a second
 * factor which is gone, and mails a link to set a longer one: alone it is too weak to set one right here. Runs without a surrounding transaction, so that
 * a failure is counted although it is refused.
 */
export async function login(ctx: Ctx, username: string, password: string, gtoken?: string): Promise<LoginResult> {
  const human = humanCheckOf(ctx);
  await human.pass(username, gtoken);
  const found = await ctx.transaction(async (tx) => {
    const account = await byEmail(tx.db, username);
    return account ? { account, credential: await credentialOf(tx.db, account.id) } : null;
  });
  const usable = found && welcome(ctx, found.account) && !isLocked(found.credential?.locked_until ?? null, ctx.now);
  const fits = await checkPassword(ctx, usable ? (found.credential?.password_hash ?? null) : null, password);
  if (!found || !usable || !fits) {
    if (found && usable) await ctx.transaction((tx) => noteFailure(tx, found.account));
    await human.note(username);
    throw refused();
  }
  const { account, credential } = found;
  await ctx.transaction((tx) => noteLanguage(tx.db, account, ctx.locale));
  await renew(ctx, account, credential?.password_hash ?? null, password);
  if (credential?.short_password && credential.second_factor === 'none') {
    await ctx.transaction((tx) => forgetPassword(tx, account.email));
    throw denied('accounts.login.short-password');
  }
  return admit(ctx, account, credential);
}

/** A password that was right is stored as passwords are stored today. */
async function renew(ctx: Ctx, account: AccountRow, stored: string | null, password: string): Promise<void> {
  if (stored === null || !isOutdated(stored)) return;
  const fresh = await storedFormOf(ctx, password);
  await ctx.transaction((tx) => replaceHash(tx.db, account.id, stored, fresh));
}

/** What follows a first proof of identity: a session, or a challenge where the account owes a further one. */
async function admit(ctx: Ctx, account: AccountRow, credential: CredentialRow | undefined): Promise<LoginResult> {
  if (credential?.second_factor === 'google')
    return { challenge: await ctx.transaction((tx) => openChallenge(tx, account)), email: account.email, type: 'google' };
  if (needsMail(credential))
    return { challenge: await ctx.transaction((tx) => codeForLogin(tx, account)), email: account.email, type: 'email' };
  return { access_token: await openSession(ctx, account, 1) };
}

/** The port's implementation for one call. */
export const signInOf = (ctx: Ctx): SignInApi => ({
  async person(email) {
    const account = await byEmail(ctx.db, email);
    return account && welcome(ctx, account) ? { id: account.id, companyId: account.company_id } : null;
  },
  async admit(accountId) {
    const found = await ctx.transaction(async (tx) => {
      const account = await byId(tx.db, accountId);
      return account && { account, credential: await credentialOf(tx.db, account.id) };
    });
    if (!found || !welcome(ctx, found.account) || isLocked(found.credential?.locked_until ?? null, ctx.now)) throw refused();
    const result = await admit(ctx, found.account, found.credential);
    if ('access_token' in result) return result;
    const { challenge, email } = result;
    return { challenge, go: `/verify-login?${new URLSearchParams({ email, challenge })}` };
  },
});

const needsMail = (credential: CredentialRow | undefined): boolean =>
  credential?.second_factor === 'email' || credential?.email_proven === false;

/** A code by mail lets in those who chose it, and those whose authenticator never showed that it works. */
const mayMail = (credential: CredentialRow | undefined): boolean =>
  needsMail(credential) || (credential?.second_factor === 'google' && !credential.totp_confirmed);

/** Completes a login by the mailed code, the authenticator's code or a recovery code. Answers a session's token. */
export async function verifyLogin(ctx: Ctx, email: string, code: string, challenge?: string): Promise<string> {
  // One transaction for the try and its outcome; a refusal is thrown only afterwards, so that the try stays counted.
  const met = await ctx.transaction(async (tx) => {
    const account = await byEmail(tx.db, email);
    if (!account || !welcome(ctx, account)) return null;
    const credential = await credentialOf(tx.db, account.id);
    const taken = credential && (await takeTry(tx, account.id, { challenge, ip: ctx.ip }));
    if (!taken || !(await meets(tx, account, credential, taken, code))) return null;
    await endChallenge(tx, taken);
    if (fitsMail(taken, code)) await tx.db('accounts_credential').where({ account_id: account.id }).update({ email_proven: true });
    return { account, aal: credential.second_factor === 'none' ? (1 as const) : (2 as const) };
  });
  if (!met) throw new Problem(422, 'accounts.code.refused', { errors: [{ field: 'code', message: 'accounts.code.refused' }] });
  return openSession(ctx, met.account, met.aal);
}

async function meets(tx: Ctx, account: AccountRow, credential: CredentialRow, challenge: Challenge, code: string): Promise<boolean> {
  if (/^\d{6}$/.test(code)) return fitsMail(challenge, code) || useTotp(tx, account, credential, code);
  if (credential.second_factor === 'none' || !(await useRecoveryCode(tx, account.id, code))) return false;
  await tx.mail({
    to: account.email,
    subject: 'accounts.mail.recovery.subject',
    text: 'accounts.mail.recovery.text',
    params: { name: account.name, left: await codesLeft(tx, account.id) },
  });
  return true;
}

/**
 * Mails a code for the login under way. Says the same whether or not there is such an account; only who holds the challenge
 * learns that he must wait. Answers the new challenge for such a holder.
 */
export async function resendCode(ctx: Ctx, email: string, challenge?: string): Promise<string | null> {
  const holder: Holder = { challenge, ip: ctx.ip };
  try {
    return await ctx.transaction(async (tx) => {
      const account = await byEmail(tx.db, email);
      const credential = account && (await credentialOf(tx.db, account.id));
      if (!account || !mayMail(credential) || !(await challengeOf(tx, account.id, holder))) return null;
      const id = await sendCode(tx, account);
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

/** An agency's host serves its own people only. The scope already hides the rest; this says it in code too. */
const welcome = (ctx: Ctx, account: AccountRow): boolean => account.status === 'active' && account.root_id === ctx.host.rootId;

async function openSession(ctx: Ctx, account: AccountRow, aal: 1 | 2): Promise<string> {
  await ctx.transaction(async (tx) => {
    await clearFailures(tx.db, account.id);
    await forgetAttempts(tx, attemptKeys(tx, account.email).slice(1));
    await tx.audit({ action: 'accounts.signed-in', description: 'Signed in', companyId: account.company_id, target: account.email });
  });
  return ctx.use(SessionsPort).open({ accountId: account.id, ip: ctx.ip, agent: ctx.agent, aal, aalNeeded: aal });
}
