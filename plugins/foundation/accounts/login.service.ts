import { type Ctx, denied, inEvenTime, Problem, SessionsPort } from '../../../core/contract.ts';
import { forgetPassword } from './accounts.service.ts';
import { type AccountRow, allByEmail, byId, type CredentialRow, credentialOf, noteLanguage, replaceHash } from './accounts.store.ts';
import { codeFor, openChallenge } from './codes.service.ts';
import { type Choice, openChoice } from './company-choice.ts';
import type { SignInApi } from './contract.ts';
import { knownAmong, noteDeviceFailure, rememberDevice } from './devices.ts';

import { humanCheckOf } from './human-check.ts';
import {
  clearFailures,
  forgetAttempts,
  isLocked,
  isNameShut,
  noteAddress,
  noteFailure,
  noteWrongPassword,
  refuseFlood,
} from './login-guard.ts';
import { checkPassword, isOutdated, storedFormOf } from './pepper.ts';
import { codePage } from './sign-in.pages.ts';

export type LoginResult = { access_token: string } | { challenge: string; email: string; type: 'email' | 'google' } | Choice;

/** An account that the typed name may mean. */
interface Candidate {
  account: AccountRow;
  credential: CredentialRow;
  /** It signed in from the caller's device before: strangers' failures do not lock it here. */
  known: boolean;
}

/** Where several companies share a host, one account or three take as long to be refused. */
const EVEN_MS = 250;
/** Whoever has accounts at more companies signs in at their own hosts. */
const MOST_CANDIDATES = 6;

/** One message for an unknown address, a wrong password and a locked account. */
export const refused = (): Problem => new Problem(401, 'accounts.login.refused');

/**
 * Checks e-mail and password within the companies of the request's host. Answers a session's token, a challenge when the account asks
 * for a code, or a choice where the password fits accounts of several companies: before those are met there is no token at all. Throws
 * 403 for a password that is short because of a second factor which is gone, and mails a link to set a longer one: alone it is too weak
 * to set one right here. Runs without a surrounding transaction, so that a failure is counted although it is refused.
 */
export async function login(ctx: Ctx, username: string, password: string, gtoken?: string): Promise<LoginResult> {
  const fitting = await inEvenTime(ctx.host.kind === 'root' ? EVEN_MS : 0, () => fittingAccounts(ctx, username, password, gtoken));
  const [first] = fitting;
  if (!first) throw refused();
  await ctx.transaction((tx) => forgetAttempts(tx, username));
  if (fitting.length > 1)
    return ctx.transaction((tx) =>
      openChoice(
        tx,
        fitting.map(({ account }) => account),
      ),
    );
  return admitByPassword(ctx, first.account, first.credential);
}

/** The accounts whose password it is; whatever it is not is counted. */
async function fittingAccounts(ctx: Ctx, username: string, password: string, gtoken?: string): Promise<Candidate[]> {
  const human = humanCheckOf(ctx);
  const { candidates, isStranger, isShut } = await ctx.transaction(async (tx) => {
    const found = await candidatesOf(tx, username);
    const stranger = !found.some(({ known }) => known);
    if (stranger && ctx.host.id !== 0) await refuseFlood(tx);
    return { candidates: found, isStranger: stranger, isShut: ctx.host.id !== 0 && (await isNameShut(tx, username)) };
  });
  if (isStranger) await human.pass(username, gtoken);
  if (isStranger && isShut) {
    // The name is counted no further: a flood does not queue up for its row.
    await ctx.transaction(noteAddress);
    throw refused();
  }
  const open = candidates.filter(({ known, credential }) => known || !(isShut || isLocked(credential, ctx.now)));
  const fits = await Promise.all(
    (open.length > 0 ? open : [null]).map((one) => checkPassword(ctx, one?.credential.password_hash ?? null, password, one?.known)),
  );
  const fitting = open.filter((_, at) => fits[at]);
  if (fitting.length > 0) {
    for (const { account, credential } of fitting) await renew(ctx, account, credential.password_hash, password);
    return provenAmong(ctx, fitting);
  }
  for (const one of open) await ctx.transaction((tx) => (one.known ? noteDeviceFailure(tx, one.account.id) : noteFailure(tx, one.account)));
  if (isStranger) {
    await human.note(username);
    if (ctx.host.id !== 0) await ctx.transaction((tx) => noteWrongPassword(tx, username));
  }
  return [];
}

/**
 * Those whose mailbox was shown to be theirs, or is asked for a code now. Where there is none, a stranger registered the address: the right
 * password says nothing, and a link to prove it is mailed.
 */
async function provenAmong(ctx: Ctx, fitting: readonly Candidate[]): Promise<Candidate[]> {
  const proven = fitting.filter(({ credential }) => credential.email_proven || credential.password_given);
  if (proven.length === 0) for (const { account } of fitting) await ctx.transaction((tx) => forgetPassword(tx, account.email, account.id));
  return proven;
}

async function candidatesOf(ctx: Ctx, username: string): Promise<Candidate[]> {
  const accounts = (await allByEmail(ctx.db, username)).filter((account) => welcome(ctx, account));
  const found: Omit<Candidate, 'known'>[] = [];
  for (const account of accounts) {
    const credential = await credentialOf(ctx.db, account.id);
    if (credential?.password_hash) found.push({ account, credential });
  }
  const known = await knownAmong(
    ctx,
    found.map(({ account }) => account.id),
  );
  // Whoever registers somebody else's address a hundred times does not push the person's own account out.
  const order = (one: Omit<Candidate, 'known'>): number => (known.has(one.account.id) ? 0 : one.credential.email_proven ? 1 : 2);
  return found
    .sort((a, b) => order(a) - order(b))
    .slice(0, MOST_CANDIDATES)
    .map((one) => ({ ...one, known: known.has(one.account.id) }));
}

/** A password that was right is stored as passwords are stored today. */
async function renew(ctx: Ctx, account: AccountRow, stored: string | null, password: string): Promise<void> {
  if (stored === null || !isOutdated(stored)) return;
  const fresh = await storedFormOf(ctx, password);
  await ctx.transaction((tx) => replaceHash(tx.db, account.id, stored, fresh));
}

/** What follows a right password of the one account that is meant. */
export async function admitByPassword(ctx: Ctx, account: AccountRow, credential: CredentialRow | undefined): Promise<LoginResult> {
  await ctx.transaction((tx) => noteLanguage(tx.db, account, ctx.locale));
  if (credential?.short_password && credential.second_factor === 'none') {
    await ctx.transaction((tx) => forgetPassword(tx, account.email, account.id));
    throw denied('accounts.login.short-password');
  }
  return admit(ctx, account, credential);
}

/** What follows a first proof of identity: a session, or a challenge where the account owes a further one. */
async function admit(ctx: Ctx, account: AccountRow, credential: CredentialRow | undefined): Promise<Exclude<LoginResult, Choice>> {
  const { email } = account;
  if (credential?.second_factor === 'google')
    return { challenge: await ctx.transaction((tx) => openChallenge(tx, account)), email, type: 'google' };
  if (needsMail(credential)) return { challenge: await ctx.transaction((tx) => codeFor(tx, account)), email, type: 'email' };
  return { access_token: await openSession(ctx, account, 1) };
}

export const needsMail = (credential: CredentialRow | undefined): boolean =>
  credential?.second_factor === 'email' || credential?.email_proven === false;

/** The port's implementation for one call. */
export const signInOf = (ctx: Ctx): SignInApi => ({
  people: async (email) =>
    (await allByEmail(ctx.db, email))
      .filter((account) => welcome(ctx, account))
      .map((account) => ({ id: account.id, companyId: account.company_id })),
  async admit(accountId) {
    const found = await ctx.transaction((tx) => stillWelcome(tx, accountId));
    if (!found) throw refused();
    const result = await admit(ctx, found.account, found.credential);
    if ('access_token' in result) return result;
    const { challenge, email } = result;
    return { challenge, go: codePage(email, challenge) };
  },
});

/** The account of an earlier proof, if it may sign in now. Whoever signs in without a password may have no credential. */
export async function stillWelcome(
  ctx: Ctx,
  accountId: number,
): Promise<{ account: AccountRow; credential: CredentialRow | undefined } | null> {
  const account = await byId(ctx.db, accountId);
  return account && welcome(ctx, account) ? { account, credential: await credentialOf(ctx.db, account.id) } : null;
}

/** An agency's host serves its own people only. The scope already hides the rest; this says it in code too. */
export const welcome = (ctx: Ctx, account: AccountRow): boolean => account.status === 'active' && account.root_id === ctx.host.rootId;

export async function openSession(ctx: Ctx, account: AccountRow, aal: 1 | 2): Promise<string> {
  await ctx.transaction(async (tx) => {
    await clearFailures(tx.db, account.id);
    await rememberDevice(tx, { id: account.id, companyId: account.company_id });
    const by = { id: account.id, name: account.name, userType: account.user_type };
    await tx.audit({ action: 'accounts.signed-in', description: 'Signed in', companyId: account.company_id, by, target: account.email });
  });
  return ctx.use(SessionsPort).open({ accountId: account.id, ip: ctx.ip, agent: ctx.agent, aal, aalNeeded: aal });
}
