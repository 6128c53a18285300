import { type Ctx, invalid, notFound, SessionsPort } from '../../core/contract.ts';
import {
  type AccountRow,
  byEmail,
  byId,
  credentialOf,
  insertAccount,
  ownersOf,
  setPassword,
  summaryOf,
  visible,
} from './accounts.store.ts';
import { AccountRegistered, type AccountsApi, NewAccounts } from './contract.ts';
import { linksOfLastHour, sendLink, useLink } from './links.service.ts';
import { contextWords, lengthOf, PASSWORD_MIN, PASSWORD_MIN_WITH_FACTOR, refuseWeakPassword } from './password-policy.ts';
import { checkPassword, storedFormOf } from './pepper.ts';
import { peopleOf } from './people.service.ts';

/** A mailbox is not to be flooded by whoever knows its address. */
const LINKS_PER_HOUR = 5;

/** The port's implementation for one call. */
export function accountsOf(ctx: Ctx): AccountsApi {
  return {
    async create({ company, email, name, userType, phone = '', password, isSystem = false, proveEmail = false }) {
      if (password !== undefined) refuseWeakPassword('password', password, contextWords(ctx, { email, name }, company.name));
      const hash = password === undefined ? null : await storedFormOf(ctx, password);
      await refuseTaken(ctx, email);
      const id = await insertAccount(ctx.db, {
        company,
        email: email.trim(),
        name: name.trim(),
        userType,
        phone,
        isSystem,
        status: 'active',
      });
      for (const prepare of ctx.slot(NewAccounts)) await prepare(ctx, id);
      if (proveEmail) await ctx.db('accounts_credential').where({ account_id: id }).update({ email_proven: false });
      const account = (await byId(ctx.db, id))!;
      if (hash) await setPassword(ctx.db, { id, companyId: company.id }, hash);
      else await sendLink(ctx, account, await ctx.origin(company), 'invite');
      await ctx.audit({ action: 'accounts.created', description: `Account ${email} created`, companyId: company.id, target: email });
      await ctx.emit(AccountRegistered, { accountId: id, companyId: company.id });
      return { id };
    },
    async update(id, change) {
      const account = await visible(ctx, id, 'update');
      if (!account) throw notFound();
      const newEmail = change.email !== undefined && change.email.trim().toLowerCase() !== account.email.toLowerCase();
      if (newEmail) await refuseTaken(ctx, change.email!);
      const own = { email: change.email?.trim(), name: change.name?.trim(), status: change.status };
      const set = Object.fromEntries(Object.entries(own).filter(([, v]) => v !== undefined));
      if (Object.keys(set).length > 0) await ctx.db('core_account').where({ id }).update(set);
      if (change.phone !== undefined) {
        await ctx
          .db('accounts_profile')
          .insert({ account_id: id, company_id: account.company_id, phone: change.phone })
          .onConflict('account_id')
          .merge({ phone: change.phone });
      }
      if (change.status === 'suspended' || newEmail) await ctx.use(SessionsPort).endAll(id, ctx.sessionId ?? undefined);
    },
    async find(id) {
      const row = await visible(ctx, id);
      return row ? summaryOf(row) : null;
    },
    async owners(companyIds) {
      return new Map((await ownersOf(ctx.db, companyIds)).map((row) => [row.company_id, summaryOf(row)]));
    },
    async removeAllOf(companyId) {
      const rows = (await ctx
        .db('core_account')
        .where({ company_id: companyId })
        .whereNull('removed_at')
        .update({ removed_at: ctx.db.fn.now() })
        .returning('id')) as { id: number }[];
      for (const { id } of rows) await ctx.use(SessionsPort).endAll(id);
    },
    ...peopleOf(ctx),
  };
}

async function refuseTaken(ctx: Ctx, email: string): Promise<void> {
  // The unique index has the last word; this gives the error its field where the scope can see the other account.
  if (await byEmail(ctx.db, email)) throw invalid('email', 'accounts.email.taken');
}

/** Mails a link when there is such an account; the caller learns nothing either way. */
export async function forgetPassword(ctx: Ctx, email: string): Promise<void> {
  const account = await byEmail(ctx.db, email);
  if (!account || account.status === 'suspended' || (await linksOfLastHour(ctx, account.id)) >= LINKS_PER_HOUR) return;
  const company = (await ctx.company(account.company_id))!;
  await sendLink(ctx, account, await ctx.origin(company), 'reset');
}

/** Sets a new password by a mailed link. Ends every session; does not sign in, and leaves the second factor as it is. */
export async function resetByLink(ctx: Ctx, token: string, password: string): Promise<void> {
  const accountId = await useLink(ctx, token);
  const account = accountId === null ? undefined : await byId(ctx.db, accountId);
  if (!account) throw invalid('token', 'accounts.reset.link-used');
  await changeTo(ctx, account, 'newpassword', password);
  // Whoever has the link reads the mail of this address.
  await ctx.db('accounts_credential').where({ account_id: account.id }).update({ email_proven: true });
  await ctx.use(SessionsPort).endAll(account.id);
}

/** Changes one's own password, knowing the current one. Ends the other sessions. Answers false when it was wrong. */
export async function changeOwnPassword(ctx: Ctx, current: string, password: string): Promise<boolean> {
  const stored = await credentialOf(ctx.db, ctx.actor.id);
  if (!(await checkPassword(ctx, stored?.password_hash ?? null, current))) return false;
  await changeTo(ctx, (await byId(ctx.db, ctx.actor.id))!, 'newpassword', password);
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
