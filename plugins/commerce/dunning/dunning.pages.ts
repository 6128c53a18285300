import { type Action, definePage, type NoticeBlock, type PageExtension, type Source } from '../../../core/contract.ts';

const token = { from: 'path', field: 'token' } as const;
const owed: Source = { route: 'dunning.owed', live: 'payments' };

const STATES = {
  unpaid: { title: 'dunning.pay.state.unpaid', severity: 'bad' },
  paying: { title: 'dunning.pay.state.paying', severity: 'info' },
  paid: { title: 'dunning.pay.state.paid', severity: 'good' },
  closed: { title: 'dunning.pay.state.closed', severity: 'neutral' },
} as const;

export const dunningPages = [
  definePage({
    id: 'dunning.pay-page',
    path: '/pay/:token',
    title: 'dunning.pay.title',
    layout: 'auth',
    ability: 'public',
    blocks: [
      {
        as: 'detail',
        source: { route: 'dunning.pay-invoice', params: { token } },
        fields: [
          { field: 'number', title: 'dunning.pay.number', as: 'text' },
          { field: 'company', title: 'dunning.pay.company', as: 'text' },
          { field: 'amount_cents', title: 'dunning.pay.amount', as: 'money' },
          { field: 'state', title: 'dunning.pay.state', as: 'state', states: STATES },
          { field: 'card', title: 'dunning.pay.kept', as: 'text' },
        ],
        actions: [
          {
            id: 'dunning.pay-with-kept',
            title: 'dunning.pay.try',
            icon: 'refresh',
            ability: 'public',
            when: { field: 'may_try', is: true },
            do: { call: 'dunning.pay-try', body: { token } },
            after: 'reload',
          },
          {
            id: 'dunning.pay-with-new',
            title: 'dunning.pay.card',
            icon: 'credit-card',
            emphasis: 'primary',
            ability: 'public',
            when: { field: 'may_pay', is: true },
            do: { form: 'dunning.pay-form', as: 'modal', fixed: { token } },
            after: 'reload',
          },
        ],
      },
    ],
  }),
];

const mend: Action = {
  id: 'dunning.mend-action',
  title: 'dunning.mend.title',
  icon: 'credit-card',
  emphasis: 'primary',
  ability: ['update', 'PaymentCard'],
  do: { form: 'dunning.mend-form', as: 'modal' },
};
const again: Action = {
  id: 'dunning.try-action',
  title: 'dunning.owed.try',
  icon: 'refresh',
  ability: ['update', 'PaymentCard'],
  do: { call: 'dunning.pay-owed' },
};
const owing = (is: 'client' | 'agency', severity: NoticeBlock['severity'], text: string, action?: Action): NoticeBlock => ({
  as: 'notice',
  severity,
  text,
  source: owed,
  when: { field: 'owes', is },
  stays: true,
  ...(action ? { action } : {}),
});
const missing: NoticeBlock = {
  as: 'notice',
  severity: 'warn',
  text: 'dunning.card.needed',
  source: owed,
  when: { field: 'needs_card', is: true },
  stays: true,
  action: { ...mend, title: 'dunning.card.add' },
};

const agencyMissing: NoticeBlock = {
  as: 'notice',
  severity: 'info',
  text: 'dunning.card.agency',
  source: { route: 'dunning.agency-card', live: 'payments' },
  when: { field: 'lacking', is: true },
  stays: true,
  action: { ...mend, id: 'dunning.add-card-action', title: 'dunning.card.add' },
};

/** What is owed stands on Card Setting; whoever lacks a card is asked for one where the guard sends them. */
export const dunningExtensions: PageExtension[] = [
  {
    role: 'payments.card',
    order: 10,
    blocks: [
      owing('client', 'bad', 'dunning.owed.client', mend),
      owing('client', 'neutral', 'dunning.owed.again', again),
      owing('agency', 'bad', 'dunning.owed.agency'),
    ],
  },
  { role: 'profile.setup', order: 10, blocks: [missing, agencyMissing] },
];
