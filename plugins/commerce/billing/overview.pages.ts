import { type Binding, definePage, type MenuDef, type PageExtension, type Source, type StatsBlock } from '../../../core/contract.ts';
import { BILLING_MENU } from '../../money/payments/contract.ts';
import { INVOICES_TOPIC } from './billing.constants.ts';
import { invoiceTable } from './billing.pages.ts';

const source: Source = { route: 'billing.overview', live: INVOICES_TOPIC };
const item = (field: string, name: string, help?: true): StatsBlock['items'][number] => ({
  field,
  title: `billing.overview.${name}`,
  as: 'money',
  ...(help && { help: `billing.overview.${name}.help` }),
});
const outside: StatsBlock['items'][number] = { ...item('outside_cents', 'outside', true), optional: true };
const [due, overdue, paid, refunded] = [
  item('due_cents', 'due'),
  item('overdue_cents', 'overdue', true),
  item('paid_cents', 'paid'),
  item('refunded_cents', 'refunded'),
];

export const overviewPages = [
  definePage({
    id: 'billing.overview-page',
    path: '/billing',
    title: 'billing.overview.title',
    ability: ['oversee', 'BillingOverview'],
    blocks: [
      {
        as: 'notice',
        severity: 'warn',
        text: 'billing.details.missing',
        source,
        when: { field: 'stated', is: 'F' },
        stays: true,
        action: {
          id: 'billing.state-details',
          title: 'billing.details.add',
          ability: ['update', 'SellerDetails'],
          do: { page: 'billing.settings' },
        },
      },
      { as: 'stats', source, items: [due, overdue, outside, paid, refunded, item('tax_cents', 'tax', true)] },
    ],
  }),
  definePage({
    id: 'billing.spend-page',
    path: '/billing/spend',
    title: 'billing.spend.title',
    ability: ['review', 'BillingOverview'],
    blocks: [{ as: 'stats', source, items: [due, overdue, outside, item('credit_cents', 'credit', true), paid, refunded] }],
  }),
];

const ofClient: Record<string, Binding> = { companyId: { from: 'row', field: 'company_id' } };

/** What a client owes and its invoices, and how it is billed, on its page. */
export const clientMoney: PageExtension = {
  role: 'companies.client',
  order: 30,
  blocks: [],
  tabs: [
    {
      id: 'billing',
      title: 'billing.tab.client',
      order: 30,
      ability: ['oversee', 'BillingOverview'],
      blocks: [
        {
          as: 'stats',
          source: {
            route: 'billing.client-overview',
            params: ofClient,
            live: INVOICES_TOPIC,
          },
          items: [due, overdue, outside, item('credit_cents', 'credit', true), paid, refunded],
        },
        invoiceTable('client'),
      ],
    },
    {
      id: 'settings',
      title: 'billing.details.title',
      order: 60,
      blocks: [
        {
          as: 'sections',
          source: { route: 'billing.client-details', params: ofClient, live: INVOICES_TOPIC },
          sections: [
            {
              id: 'billing',
              title: 'billing.details.title',
              ability: ['update', 'ClientBilling'],
              summary: 'said',
              blocks: [
                {
                  as: 'form',
                  form: 'billing.client-form',
                  prefill: { route: 'billing.client-details', params: ofClient },
                  fixed: ofClient,
                  after: 'reload',
                },
              ],
            },
          ],
        },
      ],
    },
  ],
};

export const overviewMenu: MenuDef[] = [
  {
    id: 'billing.overview-menu',
    parent: BILLING_MENU,
    title: 'billing.overview.title',
    icon: 'report-money',
    order: 10,
    ability: ['oversee', 'BillingOverview'],
    page: 'billing.overview-page',
  },
  {
    id: 'billing.spend-menu',
    parent: BILLING_MENU,
    title: 'billing.spend.title',
    icon: 'report-money',
    order: 10,
    ability: ['review', 'BillingOverview'],
    page: 'billing.spend-page',
  },
];
