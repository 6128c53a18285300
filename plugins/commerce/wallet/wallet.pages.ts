import {
  type Action,
  definePage,
  flagOf,
  type MenuDef,
  type PageExtension,
  type PageGuard,
  type TableBlock,
} from '../../../core/contract.ts';
import { BILLING_MENU } from '../../money/payments/contract.ts';
import { WALLET_TOPIC } from './top-up.service.ts';
import { DATA_WALLET } from './wallet.settings.ts';
import { readState } from './wallet.store.ts';

const summary = { route: 'wallet.summary', live: WALLET_TOPIC } as const;
const OWN = { from: 'actor', field: 'companyId' } as const;

const continual = (to: 'stop' | 'resume'): Action => ({
  id: `wallet.${to}-continual`,
  title: `wallet.continual.${to}`,
  ability: ['update', 'Wallet'],
  icon: to === 'stop' ? 'player-pause' : 'player-play',
  when: { field: 'continual', is: to === 'stop' ? 'active' : 'stopped' },
  do: { call: 'wallet.stop-continual', body: { company_id: OWN, stop_continual: { value: flagOf(to === 'stop') } } },
  confirm: { title: `wallet.continual.${to}.title`, body: `wallet.continual.${to}.body`, button: `wallet.continual.${to}` },
  after: 'reload',
});

const confirmTopUp: Action = {
  id: 'wallet.confirm-action',
  title: 'wallet.confirm',
  icon: 'shield-lock',
  emphasis: 'primary',
  ability: ['charge', 'Wallet'],
  do: { call: 'wallet.confirm-top-up' },
  after: 'reload',
};

/** The card stands with `payments`; it is changed in place. */
const changeCard: Action = {
  id: 'wallet.change-card',
  title: 'wallet.card.change',
  icon: 'credit-card',
  ability: ['update', 'PaymentCard'],
  do: { form: 'payments.card-form', as: 'modal' },
  after: 'reload',
};

const history: TableBlock = {
  as: 'table',
  title: 'wallet.history.title',
  key: 'id',
  pageSize: 25,
  height: 320,
  source: { route: 'wallet.movements', live: WALLET_TOPIC },
  columns: [
    { field: 'created_at', title: 'wallet.history.column.date', as: 'time', narrow: 'first' },
    { field: 'title', title: 'wallet.history.column.title', as: 'text' },
    {
      field: 'type',
      title: 'wallet.history.column.type',
      as: 'state',
      states: {
        topup: { title: 'wallet.history.type.topup', severity: 'good' },
        charge: { title: 'wallet.history.type.charge', severity: 'neutral' },
      },
    },
    { field: 'cents', title: 'wallet.history.column.amount', as: 'money' },
  ],
  filters: [
    {
      name: 'date',
      title: 'wallet.history.month',
      options: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'].map((ago) => ({
        value: ago,
        title: `wallet.history.month.${ago}`,
      })),
    },
  ],
  download: {
    id: 'wallet.download',
    title: 'wallet.history.download',
    icon: 'download',
    ability: ['read', 'Wallet'],
    do: { download: 'wallet.history-csv', params: { companyId: OWN, date: { from: 'table', field: 'date' } } },
  },
  empty: { title: 'wallet.history.empty', help: 'wallet.history.empty.help' },
  noMatch: { title: 'wallet.history.no-match', help: 'wallet.history.no-match.help' },
};

export const walletPage = definePage({
  id: 'wallet.page',
  roles: ['wallet.overview'],
  path: '/configuration/data-wallet',
  title: 'wallet.page.title',
  ability: ['read', 'Wallet'],
  feature: DATA_WALLET,
  blocks: [
    {
      as: 'notice',
      severity: 'bad',
      text: 'wallet.card.none',
      source: summary,
      when: { field: 'card', is: 'none' },
      action: changeCard,
      stays: true,
    },
    {
      as: 'notice',
      severity: 'bad',
      text: 'wallet.card.failed',
      source: summary,
      when: { field: 'card', is: 'failed' },
      action: changeCard,
      stays: true,
    },
    {
      as: 'notice',
      severity: 'warn',
      text: 'wallet.reason.authentication_required',
      source: summary,
      when: { field: 'needs_confirmation', is: 'T' },
      action: confirmTopUp,
      stays: true,
    },
    { as: 'notice', severity: 'info', text: 'wallet.under-way', source: summary, when: { field: 'under_way', is: 'T' }, stays: true },
    { as: 'notice', severity: 'bad', text: 'wallet.state.empty', source: summary, when: { field: 'state', is: 'empty' }, stays: true },
    { as: 'notice', severity: 'warn', text: 'wallet.state.low', source: summary, when: { field: 'state', is: 'low' }, stays: true },
    {
      as: 'stats',
      source: summary,
      items: [
        { field: 'balance_cents', title: 'wallet.stats.balance', as: 'money', help: 'wallet.stats.balance.help' },
        { field: 'last_top_up_cents', title: 'wallet.stats.last', as: 'money' },
        { field: 'last_top_up_at', title: 'wallet.stats.last-at', as: 'date' },
        { field: 'spent_cents', title: 'wallet.stats.spent', as: 'money', help: 'wallet.stats.spent.help' },
      ],
    },
    {
      as: 'form',
      title: 'wallet.top-up.title',
      form: 'wallet.top-up',
      prefill: { route: 'wallet.summary' },
      fixed: { company_id: OWN, payment_type: { value: 'credit_card' } },
      after: 'reload',
    },
    {
      as: 'detail',
      title: 'wallet.continual.title',
      source: summary,
      fields: [
        {
          field: 'continual',
          title: 'wallet.continual.state',
          as: 'state',
          states: {
            active: { title: 'wallet.continual.active', severity: 'good', help: 'wallet.continual.active.help' },
            stopped: { title: 'wallet.continual.off', severity: 'neutral', help: 'wallet.continual.off.help' },
          },
        },
        { field: 'card_text', title: 'wallet.continual.card', as: 'text' },
        { field: 'next_amount_cents', title: 'wallet.continual.amount', as: 'money' },
        { field: 'most_per_month', title: 'wallet.continual.most', as: 'money' },
        { field: 'taken_this_month', title: 'wallet.continual.taken', as: 'money' },
      ],
      actions: [continual('stop'), continual('resume'), changeCard],
    },
    history,
  ],
});

/** The wallet is for agencies that are billed directly; for others the page does not exist. */
export const walletPageGuard: PageGuard = {
  id: 'wallet.billed-directly',
  order: 50,
  check: async (ctx, page) => (page.id !== walletPage.id || (await readState(ctx.db, ctx.tenant.id))?.manualBill ? null : 'missing'),
};

export const walletMenu: MenuDef[] = [
  {
    // The specification has it in the profile menu; it is also a part of billing.
    id: 'wallet.billing-entry',
    parent: BILLING_MENU,
    title: 'wallet.page.title',
    icon: 'wallet',
    order: 40,
    ability: ['read', 'Wallet'],
    feature: DATA_WALLET,
    page: 'wallet.page',
  },
  {
    id: 'wallet.profile-entry',
    parent: 'core.profile',
    title: 'wallet.menu.beta',
    icon: 'wallet',
    order: 30,
    ability: ['read', 'Wallet'],
    feature: DATA_WALLET,
    page: 'wallet.page',
  },
];

/** On the list of agencies, operators say how each pays. */
export const agencyBilling: PageExtension = {
  role: 'companies.agency-list',
  order: 50,
  blocks: [],
  actions: [
    {
      id: 'wallet.edit-billing',
      title: 'wallet.billing.action',
      icon: 'receipt-2',
      group: 'core.group.money',
      ability: ['update', 'WalletBilling'],
      do: {
        form: 'wallet.billing-form',
        as: 'modal',
        fixed: { companyID: { from: 'row', field: 'company_id' } },
        prefill: { route: 'wallet.billing', params: { companyID: { from: 'row', field: 'company_id' } } },
      },
      done: 'wallet.billing.done',
    },
  ],
};
