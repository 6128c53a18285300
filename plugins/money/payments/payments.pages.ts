import { type Block, type Ctx, definePage, type MenuDef, type PageExtension } from '../../../core/contract.ts';
import { userField } from '../../foundation/accounts/shared.ts';
import { BILLING_MENU, Payments } from './contract.ts';
import { PAYMENTS_TOPIC } from './operations.service.ts';

const STATES = {
  good: { title: 'payments.card.state.good', severity: 'good' },
  declined: { title: 'payments.card.state.declined', severity: 'warn', help: 'payments.card.state.declined.help' },
  failed: { title: 'payments.card.state.failed', severity: 'bad', help: 'payments.card.state.failed.help' },
  none: { title: 'payments.card.state.none', severity: 'warn' },
} as const;
const ACCOUNT = {
  empty: { title: 'payments.account.empty', severity: 'warn' },
  pending: { title: 'payments.account.pending', severity: 'warn' },
  inverification: { title: 'payments.account.inverification', severity: 'info' },
  completed: { title: 'payments.account.completed', severity: 'good' },
  failed: { title: 'payments.account.failed', severity: 'bad' },
} as const;

/** How the account at the payment provider stands, and the way to connect it. */
const accountDetail: Block = {
  as: 'detail',
  source: { route: 'payments.account', live: PAYMENTS_TOPIC },
  fields: [
    { field: 'accountconnected', title: 'payments.account.state', as: 'state', states: ACCOUNT },
    { field: 'charges_enabled', title: 'payments.account.charges', as: 'flag' },
    { field: 'payouts_enabled', title: 'payments.account.payouts', as: 'flag' },
    { field: 'account_requirements', title: 'payments.account.requirements', as: 'tags', optional: true },
  ],
  actions: [
    {
      id: 'payments.connect',
      title: 'payments.account.connect',
      icon: 'plug-connected',
      emphasis: 'primary',
      ability: ['create', 'ConnectedAccount'],
      when: { field: 'accountconnected', is: 'completed', not: true },
      do: { call: 'payments.account-create' },
    },
    {
      id: 'payments.check',
      title: 'payments.account.check',
      icon: 'refresh',
      ability: ['update', 'ConnectedAccount'],
      when: { field: 'accountconnected', is: 'empty', not: true },
      do: { call: 'payments.account-check' },
      after: 'reload',
      done: 'payments.account.checked',
    },
  ],
};

export const paymentPages = [
  definePage({
    id: 'payments.card-page',
    roles: ['payments.card'],
    path: '/user/card-setting',
    title: 'payments.card.title',
    ability: ['read', 'PaymentCard'],
    blocks: [
      {
        as: 'detail',
        source: { route: 'payments.card', live: PAYMENTS_TOPIC },
        fields: [
          { field: 'state', title: 'payments.card.state', as: 'state', states: STATES },
          { field: 'brand', title: 'payments.card.brand', as: 'text', optional: true },
          { field: 'last4', title: 'payments.card.last4', as: 'code', optional: true },
          { field: 'expires', title: 'payments.card.expires', as: 'text', optional: true },
        ],
        actions: [
          {
            id: 'payments.change-card',
            title: 'payments.card.change',
            icon: 'credit-card',
            emphasis: 'primary',
            ability: ['update', 'PaymentCard'],
            do: { form: 'payments.card-form', as: 'modal' },
            after: 'reload',
          },
        ],
      },
    ],
  }),
  definePage({
    id: 'payments.account-page',
    path: '/configuration/connected-account',
    title: 'payments.account.title',
    ability: ['read', 'ConnectedAccount'],
    blocks: [{ as: 'notice', severity: 'info', text: 'payments.account.purpose', stays: true }, accountDetail],
  }),
  definePage({
    id: 'payments.sandbox-account-page',
    path: '/payments/sandbox-account',
    title: 'payments.sandbox.title',
    layout: 'auth',
    ability: ['update', 'ConnectedAccount'],
    blocks: [
      { as: 'notice', severity: 'info', text: 'payments.sandbox.help', stays: true },
      { as: 'form', form: 'payments.sandbox-account-form', after: { page: 'payments.account-page' } },
    ],
  }),
];

/** A card that is kept and charged. That of an agency that is billed directly is its owner's business, and its clients' cards are not charged. */
async function isCharged(ctx: Ctx): Promise<boolean> {
  if (ctx.actor.userType === 'userdownline') return true;
  if ((await ctx.use(Payments).card(ctx.tenant.id)) === null) return false;
  return (await userField(ctx, 'manual_bill')) !== 'T';
}

export const paymentMenu: MenuDef[] = [
  { id: BILLING_MENU, title: 'payments.menu.billing', order: 25, ability: 'signed-in' },
  {
    // Card Setting stands in the profile menu for everybody; a client looks for it beside its invoices as well.
    id: 'payments.card-billing',
    parent: BILLING_MENU,
    title: 'payments.card.title',
    icon: 'credit-card',
    order: 80,
    ability: ['see', 'CardSetting'],
    page: 'payments.card-page',
    when: async (ctx) => ctx.tenant.kind === 'client' && (await isCharged(ctx)),
  },
  {
    id: 'payments.card-menu',
    parent: 'core.profile',
    title: 'payments.card.title',
    icon: 'credit-card',
    order: 20,
    ability: ['see', 'CardSetting'],
    page: 'payments.card-page',
    when: isCharged,
  },
  {
    id: 'payments.account-menu',
    parent: 'core.menu-configuration',
    title: 'payments.account.menu',
    icon: 'plug-connected',
    order: 15,
    ability: ['read', 'ConnectedAccount'],
    page: 'payments.account-page',
    // A sales representative has a page of their own for it.
    when: async ({ actor }) => actor.userType !== 'sales',
  },
];

/** The specification's "general setting -> connect your account". */
export const accountInSettings: PageExtension = {
  role: 'companies.settings',
  order: 20,
  blocks: [{ ...accountDetail, title: 'payments.account.title' }],
};
