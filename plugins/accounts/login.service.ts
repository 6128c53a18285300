import { type Ctx, Problem, SessionsPort } from '../../core/contract.ts';
import { type AccountRow, byEmail, credentialOf } from './accounts.store.ts';
import { sendCode, useCode } from './codes.service.ts';
import { clearFailures, isLocked, noteFailure } from './login-guard.ts';
import { checkPassword } from './password.ts';

export type LoginResult = { access_token: string } | { challenge: string; email: string };

/** One message for an unknown address, a wrong password and a locked account. */
const refused = (): Problem => new Problem(401, 'accounts.login.refused');

/**
 * Checks e-mail and password within the companies of the request's host. Answers a session's token, or a challenge when
 * the account asks for a code. Runs without a surrounding transaction, so that a failure is counted although it is refused.
 */
export async function login(ctx: Ctx, username: string, password: string, agent: string): Promise<LoginResult> {
  const found = await ctx.transaction(async (tx) => {
    const account = await byEmail(tx.db, username);
    return account ? { account, credential: await credentialOf(tx.db, account.id) } : null;
  });
  const usable = found && welcome(ctx, found.account) && !isLocked(found.credential?.locked_until ?? null, ctx.now);
  const fits = await checkPassword(usable ? (found.credential?.password_hash ?? null) : null, password);
  if (!found || !usable || !fits) {
    if (found && usable) await ctx.transaction((tx) => noteFailure(tx, found.account));
    throw refused();
  }
  if (found.credential?.second_factor === 'email') {
    return { challenge: await ctx.transaction((tx) => sendCode(tx, found.account)), email: found.account.email };
  }
  return { access_token: await openSession(ctx, found.account, agent) };
}

/** Completes a login by the mailed code. */
export async function verifyLogin(ctx: Ctx, email: string, code: string, agent: string): Promise<string> {
  const account = await ctx.transaction((tx) => byEmail(tx.db, email));
  const right = account !== undefined && welcome(ctx, account) && (await ctx.transaction((tx) => useCode(tx, account.id, code)));
  if (!right) throw new Problem(422, 'accounts.code.refused', { errors: [{ field: 'code', message: 'accounts.code.refused' }] });
  return openSession(ctx, account, agent);
}

/** Sends the code again; answers alike whether or not there is such an account with a code under way. */
export async function resendCode(ctx: Ctx, email: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const account = await byEmail(tx.db, email);
    const credential = account && (await credentialOf(tx.db, account.id));
    const open =
      credential?.second_factor === 'email' &&
      (await tx.db('accounts_challenge').where({ account_id: account!.id }).whereNull('used_at').first());
    if (open) await sendCode(tx, account!);
  });
}

/** An agency's host serves its own people only. The scope already hides the rest; this says it in code too. */
const welcome = (ctx: Ctx, account: AccountRow): boolean => account.status === 'active' && account.root_id === ctx.host.rootId;

async function openSession(ctx: Ctx, account: AccountRow, agent: string): Promise<string> {
  await ctx.transaction(async (tx) => {
    await clearFailures(tx.db, account.id);
    await tx.audit({ action: 'accounts.signed-in', description: 'Signed in', companyId: account.company_id, target: account.email });
  });
  return ctx.use(SessionsPort).open({ accountId: account.id, ip: ctx.ip, agent, aal: 1, aalNeeded: 1 });
}
