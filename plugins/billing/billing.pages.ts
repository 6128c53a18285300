import { type Action, type Column, defineForm, definePage, type MenuDef, type PageExtension, T } from '../../core/contract.ts';
import { INVOICES_TOPIC } from './billing.constants.ts';

const STATES: Column['states'] = {
  open: { title: 'billing.state.open', severity: 'info' },
  paying: { title: 'billing.state.paying', severity: 'info' },
  failed: { title: 'billing.state.failed', severity: 'bad' },
  paid: { title: 'billing.state.paid', severity: 'good' },
  external: { title: 'billing.state.external', severity: 'neutral', help: 'billing.state.external.help' },
  written_off: { title: 'billing.state.written_off', severity: 'neutral' },
  void: { title: 'billing.state.void', severity: 'neutral', help: 'billing.state.void.help' },
};
const ofRow = { id: { from: 'row', field: 'id' } } as const;

const actions: Action[] = [
  {
    id: 'billing.pay-now',
    title: 'billing.pay',
    icon: 'credit-card',
    emphasis: 'primary',
    ability: ['pay', 'Invoice'],
    when: { field: 'payable', is: 'T' },
    do: { call: 'billing.pay', params: ofRow },
    after: 'reload',
  },
  {
    id: 'billing.download-pdf',
    title: 'billing.download.pdf',
    icon: 'file-type-pdf',
    ability: ['read', 'Invoice'],
    do: { download: 'billing.pdf', params: ofRow },
  },
  {
    id: 'billing.download-csv',
    title: 'billing.download.csv',
    icon: 'file-type-csv',
    ability: ['read', 'Invoice'],
    do: { download: 'billing.csv', params: ofRow },
  },
  {
    id: 'billing.credit',
    title: 'billing.credit.give',
    icon: 'receipt-refund',
    ability: ['credit', 'Invoice'],
    when: { field: 'state', is: 'void', not: true },
    do: { form: 'billing.credit-form', as: 'modal', fixed: ofRow },
    after: 'reload',
  },
  {
    id: 'billing.void-action',
    title: 'billing.void',
    icon: 'ban',
    emphasis: 'danger',
    ability: ['void', 'Invoice'],
    when: { field: 'voidable', is: 'T' },
    do: { call: 'billing.void', params: ofRow },
    confirm: { title: 'billing.void.title', body: 'billing.void.confirm', button: 'billing.void', final: true },
    after: 'reload',
  },
];

export const creditForm = defineForm({
  id: 'billing.credit-form',
  version: 1,
  title: 'billing.credit-form.title',
  button: 'billing.credit-form.button',
  schema: T.Object({
    cents: T.Integer({ minimum: 1, maximum: 100_000_000 }),
    reason: T.String({ minLength: 3, maxLength: 300 }),
    id: T.String(),
  }),
  ui: {
    cents: { widget: 'money', help: 'billing.credit-form.cents.help' },
    reason: { widget: 'textarea', help: 'billing.credit-form.reason.help' },
    id: { widget: 'hidden' },
  },
  submit: 'billing.give-credit',
  ability: ['credit', 'Invoice'],
});

const money = (field: string, title: string): Column => ({ field, title, as: 'money' });

export const billingPages = [
  definePage({
    id: 'billing.list',
    path: '/billing/invoices',
    title: 'billing.title',
    ability: ['read', 'Invoice'],
    blocks: [
      {
        as: 'table',
        key: 'id',
        pageSize: 25,
        search: true,
        source: { route: 'billing.invoices', live: INVOICES_TOPIC },
        columns: [
          {
            field: 'number',
            title: 'billing.column.number',
            as: 'link',
            sort: true,
            narrow: 'first',
            to: { page: 'billing.one', params: ofRow },
          },
          { field: 'client', title: 'billing.column.client', as: 'text', note: 'agency' },
          { field: 'period', title: 'billing.column.period', as: 'text', note: 'term', narrow: 'hide' },
          { field: 'issued_at', title: 'billing.column.date', as: 'date', sort: true },
          { ...money('total_cents', 'billing.column.amount'), sort: true },
          { ...money('paid_cents', 'billing.column.paid'), narrow: 'hide' },
          money('due_cents', 'billing.column.due'),
          { field: 'state', title: 'billing.column.state', as: 'state', states: STATES },
        ],
        filters: [
          {
            name: 'state',
            title: 'billing.column.state',
            options: Object.entries(STATES).map(([value, { title }]) => ({ value, title })),
          },
        ],
        row: { actions },
        empty: { title: 'billing.empty', help: 'billing.empty.help' },
        noMatch: { title: 'billing.no-match', help: 'billing.no-match.help' },
      },
      {
        as: 'table',
        title: 'billing.credits',
        key: 'id',
        pageSize: 10,
        source: { route: 'billing.credits', live: INVOICES_TOPIC },
        columns: [
          { field: 'number', title: 'billing.column.number', as: 'code', narrow: 'first' },
          { field: 'client', title: 'billing.column.client', as: 'text' },
          { field: 'reason', title: 'billing.column.reason', as: 'text' },
          { field: 'made_at', title: 'billing.column.date', as: 'date' },
          money('cents', 'billing.column.amount'),
        ],
        row: {
          actions: [
            {
              id: 'billing.download-credit',
              title: 'billing.download.pdf',
              icon: 'file-type-pdf',
              ability: ['read', 'CreditNote'],
              do: { download: 'billing.credit-pdf', params: ofRow },
            },
            {
              id: 'billing.download-credit-csv',
              title: 'billing.download.csv',
              icon: 'file-type-csv',
              ability: ['read', 'CreditNote'],
              do: { download: 'billing.credit-csv', params: ofRow },
            },
          ],
        },
        empty: { title: 'billing.credits.empty', help: 'billing.credits.empty.help' },
      },
    ],
  }),
  definePage({
    id: 'billing.one',
    path: '/billing/invoices/:id',
    title: 'billing.one.title',
    ability: ['read', 'Invoice'],
    blocks: [
      {
        as: 'detail',
        source: { route: 'billing.invoice', params: { id: { from: 'path', field: 'id' } }, live: INVOICES_TOPIC },
        fields: [
          { field: 'number', title: 'billing.column.number', as: 'code' },
          { field: 'client', title: 'billing.column.client', as: 'text' },
          { field: 'term', title: 'billing.column.term', as: 'text' },
          { field: 'period', title: 'billing.column.period', as: 'text' },
          { field: 'issued_at', title: 'billing.column.date', as: 'date' },
          money('total_cents', 'billing.document.total'),
          money('credit_cents', 'billing.document.credit'),
          money('paid_cents', 'billing.document.paid'),
          money('due_cents', 'billing.document.due'),
          { field: 'state', title: 'billing.column.state', as: 'state', states: STATES },
        ],
        actions,
      },
      {
        as: 'table',
        title: 'billing.lines.title',
        key: 'key',
        pageSize: 100,
        source: { route: 'billing.lines', params: { id: { from: 'path', field: 'id' } } },
        columns: [
          { field: 'text', title: 'billing.column.text', as: 'text', note: 'kind', narrow: 'first' },
          { field: 'quantity', title: 'billing.column.quantity', as: 'number' },
          money('unit_cents', 'billing.column.unit'),
          money('amount_cents', 'billing.column.amount'),
        ],
        empty: { title: 'billing.lines.empty' },
      },
    ],
  }),
];

export const billingMenu: MenuDef[] = [
  {
    id: 'billing.menu',
    parent: 'core.menu-records',
    title: 'billing.title',
    icon: 'file-invoice',
    order: 30,
    ability: ['read', 'Invoice'],
    page: 'billing.list',
  },
];

/** An agency that wants to change a client's term or remove it bills what is owed so far. */
export const clientInvoices: PageExtension = {
  role: 'companies.client-list',
  order: 50,
  blocks: [],
  actions: [
    {
      id: 'billing.invoice-client-now',
      title: 'billing.invoice-now',
      icon: 'file-invoice',
      ability: ['issue', 'Invoice'],
      do: { call: 'billing.invoice-now', params: { companyId: { from: 'row', field: 'company_id' } } },
      after: 'reload',
    },
  ],
};
