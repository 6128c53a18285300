import {
  asking,
  type Ctx,
  defineForm,
  defineRoute,
  notFound,
  type PageExtension,
  rehearsed,
  shownMoney,
  T,
  type Tenant,
} from '../../../core/contract.ts';
import { Accounts } from '../../foundation/accounts/contract.ts';
import { settleByHand } from './settlement.service.ts';

const Settlement = T.Object({
  userID: T.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  /** Asked for by our screen; a call as the specification shows it has none. */
  reason: T.Optional(T.String({ minLength: 3, maxLength: 500 })),
});

const settle = defineRoute({
  id: 'wallet.settle-by-hand',
  method: 'PUT',
  path: '/general/manual-bill-settlement',
  summary: "Settle an agency's failed payment by hand; cannot be undone",
  ability: ['update', 'WalletBilling'],
  stepUp: true,
  body: Settlement,
  response: T.Object({ result: T.String(), message: T.String() }),
  async handler(ctx, { body }) {
    const agency = await agencyOfPerson(ctx, body.userID);
    await settleByHand(ctx, agency, body.reason?.trim() || ctx.t('wallet.settlement.no-reason'));
    return { result: 'success', message: ctx.t('wallet.settlement.done') };
  },
});

/** The agency of one of its people; anything else is not there. */
async function agencyOfPerson(ctx: Ctx, userId: number): Promise<Tenant> {
  const account = await ctx.use(Accounts).find(userId);
  const agency = account && (await ctx.company(account.companyId));
  if (agency?.kind !== 'agency') throw notFound();
  return agency;
}

/** Says whose debt is cleared and how much it is, found by clearing it and taking that back. */
export const settlementRoutes = asking(settle, async (ctx, { body }) => {
  const agency = await ctx.transaction((inner) => agencyOfPerson(inner, body.userID));
  const cents = await rehearsed(ctx, (inner) => settleByHand(inner, agency, ''));
  const about = { company: agency.name, amount: shownMoney(cents) };
  if (cents === 0)
    return {
      title: ctx.t('wallet.ask.settle.none', about),
      body: ctx.t('wallet.ask.settle.none.body', about),
      button: ctx.t('wallet.settlement.button'),
    };
  return {
    title: ctx.t('wallet.ask.settle', about),
    body: ctx.t('wallet.ask.settle.body', about),
    button: ctx.t('wallet.ask.settle.button', about),
  };
});

export const settlementForm = defineForm({
  id: 'wallet.settlement-form',
  version: 1,
  title: 'wallet.settlement.title',
  button: 'wallet.settlement.button',
  schema: T.Required(Settlement),
  ui: { userID: { widget: 'hidden' }, reason: { widget: 'textarea' } },
  submit: 'wallet.settle-by-hand',
  ability: ['update', 'WalletBilling'],
});

/** The red card behind an agency whose payment failed, and the way to settle it. */
export const failedPayments: PageExtension = {
  role: 'companies.agency-list',
  order: 40,
  blocks: [],
  help: [
    {
      icon: 'credit-card-off',
      severity: 'bad',
      title: 'wallet.settlement.failed',
      text: 'wallet.settlement.help',
      ability: ['update', 'WalletBilling'],
    },
  ],
  actions: [
    {
      id: 'wallet.settle',
      title: 'wallet.settlement.title',
      icon: 'credit-card-off',
      emphasis: 'danger',
      ability: ['update', 'WalletBilling'],
      when: { field: 'payment_status', is: 'failed' },
      mark: { field: 'payment_status', states: { failed: { title: 'wallet.settlement.failed', severity: 'bad' } } },
      do: { form: 'wallet.settlement-form', as: 'modal', fixed: { userID: { from: 'row', field: 'id' } } },
      failed: 'wallet.settlement.problem',
      after: 'reload',
    },
  ],
};
