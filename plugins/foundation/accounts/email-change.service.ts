import { createHash, randomBytes } from 'node:crypto';
import { AccountsPort, type Ctx, denied, invalid, notFound, Problem, SessionsPort } from '../../../core/contract.ts';
import { type AccountRow, byId, type CredentialRow, credentialOf, lockCredential, visible } from './accounts.store.ts';
import { endChallenges } from './codes.service.ts';
import { endChoices } from './company-choice.ts';
import { forgetDevices } from './devices.ts';
import { addChange, changeByLink, type EmailChange, endFrom, endPending, pendingOf } from './email-change.store.ts';
import { endReset } from './factor-reset.store.ts';
import { endLinks, openLink, sendLink } from './links.service.ts';
import { mayNotify } from './notices.ts';
import { dropCodes } from './recovery-codes.ts';
import { refuseTaken, unlessTaken } from './taken-address.ts';

/** How long the new mailbox has to confirm, and the old one to undo. */
const CONFIRM_HOURS = 24;
const UNDO_HOURS = 72;

const newLink = () => {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOf(token) };
};
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const inHours = (ctx: Ctx, hours: number): Date => new Date(ctx.now.getTime() + hours * 3_600_000);

/**
 * Asks for another address: it counts when the link mailed to it is opened, and the old one gets a link to undo it. Somebody else who
 * never set a password is invited again at the new address. Answers the address that waits, or null where it counts at once.
 */
export async function askForEmail(ctx: Ctx, account: AccountRow, email: string): Promise<string | null> {
  if (ctx.viewedBy) throw denied('core.problem.view-mode');
  if (ctx.actor.kind !== 'system' && !ctx.isFresh) throw new Problem(403, 'core.problem.step-up');
  await refuseTaken(ctx, account.agency_id, email);
  const company = await ctx.company(account.company_id);
  if (!company) throw denied();
  const credential = await lockCredential(ctx.db, { id: account.id, companyId: company.id });
  if (!credential.password_hash && ctx.actor.id !== account.id) {
    await unlessTaken(() => ctx.use(AccountsPort).change(account.id, { email }));
    await endLinks(ctx, account.id);
    await sendLink(ctx, { ...account, email }, company, 'invite');
    return null;
  }
  await refuseFlood(ctx, account);
  await endPending(ctx, account.id);
  const confirm = newLink();
  const undo = newLink();
  await addChange(ctx, account, credential, {
    email,
    confirm: { hash: confirm.hash, until: inHours(ctx, CONFIRM_HOURS) },
    undo: { hash: undo.hash, until: inHours(ctx, UNDO_HOURS) },
  });
  const origin = await ctx.origin(company);
  await mail(ctx, 'confirm', email, { name: account.name, hours: CONFIRM_HOURS, link: `${origin}/confirm-email?token=${confirm.token}` });
  await mail(ctx, 'asked', account.email, {
    name: account.name,
    email,
    hours: UNDO_HOURS,
    link: `${origin}/undo-email?token=${undo.token}`,
  });
  await note(ctx, account, { action: 'accounts.email-change-asked', description: `${account.email} is to become ${email}` });
  return email;
}

/** Mails another link to the address that waits; the one mailed before is void. Throws 404 where none waits. Answers the address. */
export async function confirmAgain(ctx: Ctx, accountId: number): Promise<string> {
  const { account, change } = await waitingOf(ctx, accountId);
  await refuseFlood(ctx, account);
  const confirm = newLink();
  await ctx
    .db('accounts_email_change')
    .where({ id: change.id })
    .update({ confirm_hash: confirm.hash, confirm_until: inHours(ctx, CONFIRM_HOURS) });
  const company = await ctx.company(account.company_id);
  if (!company) throw notFound();
  const link = `${await ctx.origin(company)}/confirm-email?token=${confirm.token}`;
  await mail(ctx, 'confirm', change.new_email, { name: account.name, hours: CONFIRM_HOURS, link });
  return change.new_email;
}

/** The address that waits is not to count. Throws 404 where none waits. Answers the one that stays. */
export async function cancelEmail(ctx: Ctx, accountId: number): Promise<string> {
  const { account, change } = await waitingOf(ctx, accountId);
  await endPending(ctx, accountId);
  await note(ctx, account, {
    action: 'accounts.email-change-cancelled',
    description: `${account.email} is not to become ${change.new_email}`,
  });
  return account.email;
}

/** Somebody else's account answers like one for which nothing waits. */
async function waitingOf(ctx: Ctx, accountId: number): Promise<{ account: AccountRow; change: EmailChange }> {
  const account = await visible(ctx, accountId, 'update');
  const change = account && (await pendingOf(ctx, accountId));
  if (!account || !change) throw notFound();
  return { account, change };
}

async function refuseFlood(ctx: Ctx, account: AccountRow): Promise<void> {
  if (!(await mayNotify(ctx, account, 'email')))
    throw new Problem(429, 'core.problem.too-many', { params: { count: 3600 }, headers: { 'retry-after': '3600' } });
}

/** The new mailbox confirms: from now on the address counts. Throws 422 for a link that is used, unknown or too late. */
export async function confirmEmail(ctx: Ctx, token: string): Promise<void> {
  const change = await changeByLink(ctx, { confirm_hash: hashOf(token) });
  const account = change && (await byId(ctx.db, change.account_id));
  if (!change || !account || change.confirmed_at || change.confirm_until <= ctx.now) throw invalid('token', 'accounts.email.stale');
  await unlessTakenByNow(() => ctx.use(AccountsPort).change(account.id, { email: change.new_email }));
  await ctx
    .db('accounts_email_change')
    .where({ id: change.id })
    .update({ confirmed_at: ctx.now, undo_until: inHours(ctx, UNDO_HOURS) });
  await ctx.db('accounts_credential').where({ account_id: account.id }).update({ email_proven: true });
  await endWays(ctx, account.id);
  await ctx.use(SessionsPort).endAll(account.id, change.asked_session ?? undefined);
  await mail(ctx, 'done', change.old_email, { name: account.name, email: change.new_email, hours: UNDO_HOURS });
  await note(ctx, account, { action: 'accounts.email-changed', description: `${change.old_email} became ${change.new_email}` });
}

/**
 * The old mailbox undoes the change, confirmed or not: the address and the second factor are as they were, every session ends, and the
 * password, which somebody else knew, is void. Answers the token of a link to set a new one.
 */
export async function undoEmail(ctx: Ctx, token: string): Promise<string> {
  const change = await changeByLink(ctx, { undo_hash: hashOf(token) });
  const account = change && (await byId(ctx.db, change.account_id));
  if (!change || !account || change.undo_until <= ctx.now) throw invalid('token', 'accounts.email.stale');
  await endFrom(ctx, change);
  if (account.email !== change.old_email)
    await unlessTakenByNow(() => ctx.use(AccountsPort).change(account.id, { email: change.old_email }));
  await restoreFactor(ctx, change);
  await ctx.db('accounts_credential').where({ account_id: account.id }).update({ password_hash: null, changed_at: ctx.db.fn.now() });
  await endWays(ctx, account.id);
  await forgetDevices(ctx, account.id);
  await ctx.use(SessionsPort).endAll(account.id);
  await note(ctx, account, { action: 'accounts.email-restored', description: `${change.old_email} stays the address` });
  return openLink(ctx, { ...account, email: change.old_email }, 'reset', true);
}

async function restoreFactor(ctx: Ctx, change: EmailChange): Promise<void> {
  const now = (await credentialOf(ctx.db, change.account_id)) as CredentialRow;
  if (now.second_factor === change.second_factor && now.totp_secret === change.totp_secret) return;
  const { second_factor, totp_secret, totp_confirmed } = change;
  await ctx
    .db('accounts_credential')
    .where({ account_id: change.account_id })
    .update({ second_factor, totp_secret, totp_confirmed, pending_secret: null, pending_until: null });
  await dropCodes(ctx, change.account_id);
  await endReset(ctx, { account_id: change.account_id }, 'void');
}

/** Nothing that was mailed, or begun with a password, before the address changed leads in afterwards. */
async function endWays(ctx: Ctx, accountId: number): Promise<void> {
  await endLinks(ctx, accountId);
  await endChallenges(ctx, accountId);
  await endChoices(ctx, accountId);
}

/** Somebody else has the address by now; who holds the link to it may be told. */
async function unlessTakenByNow(work: () => Promise<void>): Promise<void> {
  try {
    await unlessTaken(work);
  } catch (error) {
    if (error instanceof Problem) throw invalid('token', 'accounts.email.taken-by-now');
    throw error;
  }
}

const mail = (ctx: Ctx, kind: 'confirm' | 'asked' | 'done', to: string, params: Record<string, string | number>): Promise<unknown> =>
  ctx.mail({
    to,
    subject: `accounts.mail.email-${kind}.subject`,
    text: `accounts.mail.email-${kind}.text`,
    params,
    about: 'security',
  });

const note = (ctx: Ctx, account: AccountRow, said: { action: string; description: string }): Promise<void> =>
  ctx.audit({ ...said, companyId: account.company_id, target: account.email });
