import { AccountsPort, type Ctx, invalid, notFound, SessionsPort } from '../../../core/contract.ts';
import {
  type AccountRow,
  allByEmail,
  byId,
  credentialOf,
  insertAccount,
  ownerIdsOf,
  ownersOf,
  setPassword,
  summaryOf,
  visible,
} from './accounts.store.ts';
import { endChallenges, sendCode } from './codes.service.ts';
import { endChoices } from './company-choice.ts';
import { AccountRegistered, type AccountsApi, NewAccounts } from './contract.ts';
import { forgetDevices, isKnownDevice, rememberDevice } from './devices.ts';
import { askForEmail } from './email-change.service.ts';
import { openResets, sendLink, useLink } from './links.service.ts';
import { clearFailures } from './login-guard.ts';
import { codePage } from './sign-in.pages.ts';
import { refuseTaken, tellTaken, unlessTaken } from './taken-address.ts';
import { contextWords, lengthOf, PASSWORD_MIN, PASSWORD_MIN_WITH_FACTOR, refuseWeakPassword } from './password-policy.ts';
import { checkPassword, storedFormOf } from './pepper.ts';
import { peopleOf } from './people.service.ts';

/**
 * A mailbox is not to be flooded by whoever knows its address. Only links that are still good count: where strangers used them all up, the
 * person has one in the mailbox.
 */
const OPEN_LINKS = 5;

/** The port's implementation for one call. */
export function accountsOf(ctx: Ctx): AccountsApi {
  return {
    async create({ company, email, name, userType, phone = '', password, isSystem = false, proveEmail }) {
      if (password !== undefined) refuseWeakPassword('password', password, contextWords(ctx, { email, name }, company.name));
      const hash = password === undefined ? null : await storedFormOf(ctx, password);
      await refuseTaken(ctx, company.agencyId, email);
      const person = { company, email: email.trim(), name: name.trim(), userType, phone, isSystem, status: 'active' as const };
      const id = await unlessTaken(() => insertAccount(ctx, person));
      for (const prepare of ctx.contributions(NewAccounts)) await prepare(ctx, id);
      const account = (await byId(ctx.db, id))!;
      if (hash) await setPassword(ctx.db, { id, companyId: company.id }, hash);
      else await sendLink(ctx, account, company, 'invite');
      if (proveEmail) {
        const unproven = { email_proven: false, password_given: proveEmail === 'at-sign-in' };
        await ctx.db('accounts_credential').where({ account_id: id }).update(unproven);
      }
      const challenge = proveEmail === 'now' ? await sendCode(ctx, account) : null;
      await ctx.audit({ action: 'accounts.created', description: `Account ${email} created`, companyId: company.id, target: email });
      await ctx.emit(AccountRegistered, { accountId: id, companyId: company.id });
      return { id, ...(challenge ? { go: codePage(account.email, challenge) } : {}) };
    },
    async update(id, change) {
      const account = await visible(ctx, id, 'update');
      if (!account) throw notFound();
      const newEmail = change.email !== undefined && change.email.trim().toLowerCase() !== account.email.toLowerCase();
      const pending = newEmail ? await askForEmail(ctx, account, change.email!.trim()) : null;
      const own = {
        ...(change.name === undefined ? {} : { name: change.name.trim() }),
        ...(change.status === undefined ? {} : { status: change.status }),
        ...(change.email === undefined || newEmail ? {} : { email: change.email.trim() }),
      };
      if (Object.keys(own).length > 0) await ctx.use(AccountsPort).change(id, own);
      if (change.phone !== undefined) {
        await ctx
          .db('accounts_profile')
          .insert({ account_id: id, company_id: account.company_id, phone: change.phone })
          .onConflict('account_id')
          .merge({ phone: change.phone });
      }
      if (change.status === 'suspended') await ctx.use(SessionsPort).endAll(id, ctx.sessionId ?? undefined);
      return { pendingEmail: pending };
    },
    tellTaken: (agencyId, email) => tellTaken(ctx, agencyId, email),
    async find(id) {
      const row = await visible(ctx, id);
      return row ? summaryOf(row) : null;
    },
    async owners(companyIds) {
      return new Map((await ownersOf(ctx.db, companyIds)).map((row) => [row.company_id, summaryOf(row)]));
    },
    ownerIds: (companyIds) => ownerIdsOf(ctx.db, companyIds),
    async removeAllOf(companyId) {
      for (const id of await ctx.use(AccountsPort).removeAllOf(companyId)) await ctx.use(SessionsPort).endAll(id);
    },
    ...peopleOf(ctx),
  };
}

/**
 * Mails links when there are such accounts; the caller learns nothing either way. On a shared host each company's account gets its own.
 * `only` names the one account that is meant.
 */
export async function forgetPassword(ctx: Ctx, email: string, only?: number): Promise<void> {
  const accounts = (await allByEmail(ctx.db, email)).filter(
    ({ id, status }) => status !== 'suspended' && (only === undefined || id === only),
  );
  for (const account of accounts.slice(0, OPEN_LINKS)) {
    const known = await isKnownDevice(ctx, account.id);
    // Held until the transaction ends, so that many who ask at once are counted one after the other.
    await ctx.use(AccountsPort).lock(account.id);
    const company = await ctx.company(account.company_id);
    if (company && (await openResets(ctx, account.id, known)) < OPEN_LINKS) await sendLink(ctx, account, company, 'reset', known);
  }
}

/** Sets a new password by a mailed link. Ends every session; does not sign in, and leaves the second factor as it is. */
export async function resetByLink(ctx: Ctx, token: string, password: string): Promise<void> {
  const accountId = await useLink(ctx, token);
  const account = accountId === null ? undefined : await byId(ctx.db, accountId);
  if (!account) throw invalid('token', 'accounts.reset.link-used');
  await changeTo(ctx, account, 'newpassword', password);
  // Whoever has the link reads the mail of this address: it is theirs, and so is the browser it is opened in.
  await ctx.db('accounts_credential').where({ account_id: account.id }).update({ email_proven: true });
  await clearFailures(ctx.db, account.id);
  await rememberDevice(ctx, { id: account.id, companyId: account.company_id });
  await ctx.use(SessionsPort).endAll(account.id);
}

/** Changes one's own password, knowing the current one. Ends the other sessions. Answers false when it was wrong. */
export async function changeOwnPassword(ctx: Ctx, current: string, password: string): Promise<boolean> {
  const stored = await credentialOf(ctx.db, ctx.actor.id);
  if (!(await checkPassword(ctx, stored?.password_hash ?? null, current))) return false;
  await changeTo(ctx, (await byId(ctx.db, ctx.actor.id))!, 'newpassword', password);
  await rememberDevice(ctx, { id: ctx.actor.id, companyId: ctx.tenant.id });
  await ctx.use(SessionsPort).endAll(ctx.actor.id, ctx.sessionId ?? undefined);
  if (ctx.sessionId) await ctx.use(SessionsPort).confirm(ctx.sessionId, 1);
  return true;
}

async function changeTo(ctx: Ctx, account: AccountRow, field: string, password: string): Promise<void> {
  const factor = (await credentialOf(ctx.db, account.id))?.second_factor ?? 'none';
  const company = await ctx.company(account.company_id);
  const min = factor === 'none' ? PASSWORD_MIN : PASSWORD_MIN_WITH_FACTOR;
  refuseWeakPassword(field, password, contextWords(ctx, account, company?.name ?? ''), min);
  const short = lengthOf(password) < PASSWORD_MIN;
  await setPassword(ctx.db, { id: account.id, companyId: account.company_id }, await storedFormOf(ctx, password), short);
  // What the old password opened is shut: codes and choices under way, and browsers that signed in with it.
  await endChallenges(ctx, account.id);
  await endChoices(ctx, account.id);
  await forgetDevices(ctx, account.id);
  await ctx.mail({
    to: account.email,
    subject: 'accounts.mail.changed.subject',
    text: 'accounts.mail.changed.text',
    params: { name: account.name },
  });
  await ctx.audit({
    action: 'accounts.password-changed',
    description: 'Password changed',
    companyId: account.company_id,
    target: account.email,
  });
}
