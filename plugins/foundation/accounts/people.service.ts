import { AccountsPort, conflict, type Ctx, notFound, SessionsPort } from '../../../core/contract.ts';
import { credentialOf, idsIn, setSecondFactor, visible } from './accounts.store.ts';
import type { AccountsApi } from './contract.ts';
import { pendingAmong } from './email-change.store.ts';
import { resettableAmong } from './factor-reset.store.ts';
import { endLinks, sendLink } from './links.service.ts';

const SECRETS = [
  'accounts_link',
  'accounts_device',
  'accounts_notice',
  'accounts_email_change',
  'accounts_factor_reset',
  'accounts_recovery',
  'accounts_challenge',
  'accounts_credential',
  'accounts_profile',
];

/** The part of the port by which companies manage their people, for one call. */
export const peopleOf = (
  ctx: Ctx,
): Pick<
  AccountsApi,
  'remove' | 'invite' | 'phones' | 'invited' | 'resettable' | 'pendingEmails' | 'eraseAllOf' | 'demandFactor' | 'withFactor'
> => ({
  async remove(id) {
    const account = await changeable(ctx, id);
    await ctx.use(AccountsPort).remove(id);
    await ctx.use(SessionsPort).endAll(id);
    await ctx.audit({
      action: 'accounts.removed',
      description: `Account ${account.email} removed`,
      companyId: account.company_id,
      target: account.email,
    });
  },
  async invite(id) {
    const account = await changeable(ctx, id);
    if ((await credentialOf(ctx.db, id))?.password_hash) throw conflict('accounts.invite.has-password', { params: { name: account.name } });
    const company = await ctx.company(account.company_id);
    if (!company) throw notFound();
    await endLinks(ctx, id);
    await sendLink(ctx, account, company, 'invite');
    await ctx.audit({
      action: 'accounts.invited-again',
      description: `Invitation of ${account.email} sent again`,
      companyId: account.company_id,
      target: account.email,
    });
  },
  async phones(ids) {
    const rows = (await ctx
      .db('accounts_profile')
      .whereIn('account_id', [...ids])
      .whereNot({ phone: '' })
      .select('account_id', 'phone')) as { account_id: number; phone: string }[];
    return new Map(rows.map(({ account_id: id, phone }) => [id, phone]));
  },
  async invited(ids) {
    const rows = (await ctx
      .db('accounts_credential')
      .whereIn('account_id', idsIn(ids))
      .whereNull('password_hash')
      .select('account_id')) as { account_id: number }[];
    return new Set(rows.map((row) => row.account_id));
  },
  async withFactor(ids) {
    const having = ctx
      .db('accounts_credential')
      .whereIn('account_id', [...ids])
      .whereNot({ second_factor: 'none' });
    return new Set((await having.pluck('account_id')) as number[]);
  },
  resettable: (ids) => resettableAmong(ctx, ids),
  pendingEmails: (ids) => pendingAmong(ctx, ids),
  async eraseAllOf(companyId) {
    await ctx.use(AccountsPort).eraseAllOf(companyId);
    for (const table of SECRETS) await ctx.db(table).where({ company_id: companyId }).delete();
  },
  async demandFactor(id, on) {
    const account = await changeable(ctx, id);
    const chosen = (await credentialOf(ctx.db, id))?.second_factor ?? 'none';
    const wanted = on ? 'email' : 'none';
    if (chosen !== (on ? 'none' : 'email')) return;
    await setSecondFactor(ctx.db, id, wanted);
    await ctx.mail({
      to: account.email,
      subject: 'accounts.mail.factor.subject',
      text: `accounts.mail.factor.${wanted}`,
      params: { name: account.name },
      about: 'security',
    });
    await ctx.audit({
      action: 'accounts.factor-demanded',
      description: `Code at sign-in ${on ? 'asked of' : 'no longer asked of'} ${account.email}`,
      companyId: account.company_id,
      target: account.email,
    });
  },
});

async function changeable(ctx: Ctx, id: number) {
  const account = await visible(ctx, id, 'update');
  if (!account) throw notFound();
  return account;
}
