import {
  type Action,
  type Column,
  defineForm,
  definePage,
  type MenuDef,
  type PageExtension,
  type Source,
  T,
  type TableBlock,
} from '../../../core/contract.ts';
import { BILLING_MENU } from '../../money/payments/contract.ts';
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
const MOVES: Column['states'] = {
  payment: { title: 'billing.transaction.payment', severity: 'good' },
  refund: { title: 'billing.transaction.refund', severity: 'info' },
  chargeback: { title: 'billing.transaction.chargeback', severity: 'bad' },
  won_back: { title: 'billing.transaction.won_back', severity: 'good' },
  credit: { title: 'billing.transaction.credit', severity: 'neutral' },
};
const ofPath = { id: { from: 'path', field: 'id' } } as const;
const invoice: Source = { route: 'billing.invoice', params: ofPath, live: INVOICES_TOPIC };
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
    id: 'billing.download-html',
    title: 'billing.download.html',
    icon: 'file-type-html',
    group: 'billing.download.formats',
    ability: ['read', 'Invoice'],
    do: { download: 'billing.html', params: ofRow },
  },
  {
    id: 'billing.download-csv',
    title: 'billing.download.csv',
    icon: 'file-type-csv',
    group: 'billing.download.formats',
    ability: ['read', 'Invoice'],
    do: { download: 'billing.csv', params: ofRow },
  },
  {
    id: 'billing.credit',
    title: 'billing.credit.give',
    icon: 'receipt-refund',
    group: 'core.group.money',
    ability: ['credit', 'Invoice'],
    when: { field: 'state', is: 'void', not: true },
    do: { form: 'billing.credit-form', as: 'modal', fixed: ofRow },
    after: 'reload',
  },
  {
    id: 'billing.refund-action',
    title: 'billing.refund',
    icon: 'credit-card-refund',
    group: 'core.group.money',
    ability: ['refund', 'Invoice'],
    when: { field: 'refundable', is: 'T' },
    do: { form: 'billing.refund-form', as: 'modal', fixed: ofRow, prefill: { route: 'billing.refundable', params: ofRow } },
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

export const refundForm = defineForm({
  id: 'billing.refund-form',
  version: 1,
  title: 'billing.refund-form.title',
  button: 'billing.refund-form.button',
  schema: T.Object({
    cents: T.Integer({ minimum: 1, maximum: 100_000_000 }),
    reason: T.String({ minLength: 3, maxLength: 300 }),
    refunded_cents: T.Optional(T.Integer({ minimum: 0 })),
  }),
  ui: {
    cents: { widget: 'money', help: 'billing.refund-form.cents.help' },
    reason: { widget: 'textarea', help: 'billing.credit-form.reason.help' },
    refunded_cents: { widget: 'hidden' },
  },
  submit: 'billing.refund',
  ability: ['refund', 'Invoice'],
});

const money = (field: string, title: string): Column => ({ field, title, as: 'money' });

const ofRowsCompany = { from: 'row', field: 'company_id' } as const;

/** Invoices of everybody, or of the client that the page is about. */
export const invoiceTable = (of: 'all' | 'client'): TableBlock => ({
  as: 'table',
  key: 'id',
  pageSize: 25,
  search: true,
  source: { route: 'billing.invoices', live: INVOICES_TOPIC, ...(of === 'client' && { query: { companyID: ofRowsCompany } }) },
  columns: [
    {
      field: 'number',
      title: 'billing.column.number',
      as: 'link',
      sort: true,
      narrow: 'first',
      to: { page: 'billing.one', params: ofRow },
    },
    ...(of === 'all'
      ? [{ field: 'client', title: 'billing.column.client', as: 'text', note: 'agency', ability: ['oversee', 'Invoice'] } as const]
      : []),
    { field: 'period', title: 'billing.column.period', as: 'text', note: 'term', narrow: 'hide' },
    { field: 'issued_at', title: 'billing.column.date', as: 'date', sort: true },
    { field: 'due_on', title: 'billing.column.due-date', as: 'date', narrow: 'hide' },
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
});

export const billingPages = [
  definePage({
    id: 'billing.list',
    path: '/billing/invoices',
    title: 'billing.title',
    ability: ['read', 'Invoice'],
    blocks: [
      invoiceTable('all'),
      {
        as: 'table',
        title: 'billing.credits',
        key: 'id',
        pageSize: 10,
        source: { route: 'billing.credits', live: INVOICES_TOPIC },
        columns: [
          { field: 'number', title: 'billing.column.number', as: 'code', narrow: 'first' },
          { field: 'client', title: 'billing.column.client', as: 'text', ability: ['oversee', 'CreditNote'] },
          { field: 'invoice', title: 'billing.document.invoice', as: 'text' },
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
              id: 'billing.download-credit-html',
              title: 'billing.download.html',
              icon: 'file-type-html',
              ability: ['read', 'CreditNote'],
              do: { download: 'billing.credit-html', params: ofRow },
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
    above: { page: 'billing.list' },
    head: {
      source: invoice,
      heading: 'title',
      state: { field: 'state', states: STATES },
      facts: [
        { field: 'client', title: 'billing.column.client', as: 'text' },
        { field: 'due_cents', title: 'billing.document.due', as: 'money' },
        { field: 'due_on', title: 'billing.column.due-date', as: 'date' },
      ],
      actions,
    },
    blocks: [
      {
        as: 'detail',
        source: invoice,
        fields: [
          { field: 'term', title: 'billing.column.term', as: 'text' },
          { field: 'period', title: 'billing.column.period', as: 'text' },
          { field: 'issued_at', title: 'billing.column.date', as: 'date' },
          money('total_cents', 'billing.document.total'),
          money('tax_cents', 'billing.document.taxes'),
          money('credit_cents', 'billing.document.credit'),
          money('paid_cents', 'billing.document.paid'),
          money('refunded_cents', 'billing.document.refunded'),
          money('due_cents', 'billing.document.due'),
        ],
      },
      {
        as: 'table',
        title: 'billing.lines.title',
        key: 'key',
        pageSize: 100,
        source: { route: 'billing.lines', params: ofPath },
        columns: [
          { field: 'text', title: 'billing.column.text', as: 'text', note: 'kind', narrow: 'first' },
          { field: 'quantity', title: 'billing.column.quantity', as: 'number' },
          money('unit_cents', 'billing.column.unit'),
          money('amount_cents', 'billing.column.amount'),
        ],
        empty: { title: 'billing.lines.empty' },
      },
      {
        as: 'table',
        title: 'billing.document.taxes',
        key: 'key',
        pageSize: 100,
        source: { route: 'billing.taxes', params: ofPath },
        columns: [
          { field: 'name', title: 'billing.tax-form.name', as: 'text', note: 'how', narrow: 'first' },
          { field: 'percent', title: 'billing.tax-form.percent', as: 'text' },
          money('net_cents', 'billing.document.net'),
          money('tax_cents', 'billing.column.amount'),
        ],
        empty: { title: 'billing.tax.none' },
      },
      {
        as: 'table',
        title: 'billing.history.title',
        key: 'key',
        pageSize: 100,
        source: { route: 'billing.history', params: ofPath, live: INVOICES_TOPIC },
        columns: [
          { field: 'at', title: 'billing.column.date', as: 'time', narrow: 'first' },
          { field: 'kind', title: 'billing.column.kind', as: 'state', states: MOVES },
          { field: 'what', title: 'billing.history.what', as: 'text', note: 'note' },
          money('cents', 'billing.column.amount'),
        ],
        empty: { title: 'billing.history.empty' },
      },
      {
        as: 'detail',
        title: 'billing.paper.title',
        source: { route: 'billing.paper', params: ofPath },
        fields: [
          { field: 'seller', title: 'billing.document.seller', as: 'text' },
          { field: 'buyer', title: 'billing.document.client', as: 'text' },
        ],
      },
    ],
  }),
];

export const billingMenu: MenuDef[] = [
  {
    id: 'billing.menu',
    parent: BILLING_MENU,
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
      group: 'core.group.money',
      ability: ['issue', 'Invoice'],
      do: { call: 'billing.invoice-now', params: { companyId: { from: 'row', field: 'company_id' } } },
      after: 'reload',
    },
    {
      id: 'billing.edit-client',
      title: 'billing.details.title',
      icon: 'id',
      group: 'core.group.money',
      ability: ['update', 'ClientBilling'],
      do: {
        form: 'billing.client-form',
        as: 'drawer',
        fixed: { companyId: { from: 'row', field: 'company_id' } },
        prefill: { route: 'billing.client-details', params: { companyId: { from: 'row', field: 'company_id' } } },
      },
    },
  ],
};
