import {
  type Binding,
  type Block,
  type Column,
  type Contributions,
  definePage,
  type MenuDef,
  type PageExtension,
} from '../../../core/contract.ts';
import { BILLING_MENU } from '../payments/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import { pricedProducts } from './products.ts';

const NEWS = 'pricing.costs';
const company: Record<string, Binding> = { companyId: { from: 'row', field: 'company_id' } };
const own: Record<string, Binding> = { companyId: { from: 'actor', field: 'companyId' } };

const history = (at: Record<string, Binding>): Block => ({
  as: 'table',
  key: 'id',
  pageSize: 10,
  title: 'pricing.history.title',
  source: { route: 'pricing.agency-history', params: at, live: NEWS },
  columns: [
    { field: 'product', title: 'pricing.column.product', as: 'text', narrow: 'first' },
    { field: 'term', title: 'pricing.column.term', as: 'text' },
    { field: 'cost_per_lead', title: 'pricing.field.Costperlead', as: 'money' },
    { field: 'platform_fee', title: 'pricing.field.PlatformFee', as: 'money', narrow: 'hide' },
    { field: 'min_cost_month', title: 'pricing.field.MinCostMonth', as: 'money', narrow: 'hide' },
    { field: 'valid_from', title: 'pricing.column.from', as: 'time' },
    { field: 'changed_by', title: 'pricing.column.by', as: 'text', narrow: 'hide' },
  ],
  empty: { title: 'pricing.history.empty', help: 'pricing.history.empty.help' },
});

/** What operators do with an agency's row. */
export const agencyPrices: PageExtension = {
  role: 'companies.agency-list',
  order: 30,
  blocks: [],
  actions: [
    {
      id: 'pricing.set-agency-cost',
      title: 'pricing.agency.title',
      icon: 'coin',
      group: 'core.group.money',
      ability: ['update', 'AgencyCost'],
      do: {
        form: 'pricing.agency-form',
        as: 'modal',
        prefill: { route: 'pricing.agency-cost', params: company, live: NEWS },
        fixed: company,
      },
    },
    {
      id: 'pricing.agency-history-open',
      title: 'pricing.history.action',
      icon: 'history',
      group: 'core.group.money',
      ability: ['read', 'AgencyCost'],
      do: { open: [history(company)], as: 'drawer' },
    },
  ],
};

const productPrices = (product: Product): Block[] => {
  const at: Record<string, Binding> = { ...company, product: { value: product } };
  const margin = { route: 'pricing.margin', params: at, live: NEWS } as const;
  return [
    { as: 'notice', severity: 'info', text: 'pricing.client.coming', source: margin, when: { field: 'is_coming', is: 'T' }, stays: true },
    { as: 'notice', severity: 'warn', text: 'pricing.client.loss', source: margin, when: { field: 'state', is: 'loss' }, stays: true },
    {
      as: 'stats',
      source: margin,
      items: [
        { field: 'retail_cents', title: 'pricing.margin.retail', as: 'money' },
        { field: 'wholesale_cents', title: 'pricing.margin.wholesale', as: 'money' },
        { field: 'margin_cents', title: 'pricing.margin.margin', as: 'money', help: 'pricing.margin.help' },
      ],
    },
    { as: 'form', form: 'pricing.client-form', prefill: { route: 'pricing.client-cost', params: at }, fixed: at },
  ];
};

const clientBlocks = (from: Contributions): Block[] => [
  { as: 'notice', severity: 'info', text: 'pricing.client.notice', stays: true },
  {
    as: 'tabs',
    tabs: pricedProducts(from).map(({ product }) => ({ id: product, title: `name:${product}`, blocks: productPrices(product) })),
  },
];

/** A client's prices among the settings of its page. */
export const clientSection = (from: Contributions): PageExtension => ({
  role: 'companies.client',
  order: 60,
  blocks: [],
  tabs: [
    {
      id: 'settings',
      title: 'pricing.client.title',
      order: 60,
      blocks: [
        {
          as: 'sections',
          source: { route: 'pricing.client-prices', params: company, live: NEWS },
          sections: [{ id: 'prices', title: 'pricing.client.title', summary: 'prices', blocks: clientBlocks(from) }],
        },
      ],
    },
  ],
});

/** What an agency does with a client's row. */
export const clientPrices = (from: Contributions): PageExtension => ({
  role: 'companies.client-list',
  order: 30,
  blocks: [],
  actions: [
    {
      id: 'pricing.client-prices',
      title: 'pricing.client.title',
      icon: 'coin',
      group: 'core.group.money',
      ability: ['read', 'ClientCost'],
      do: {
        as: 'drawer',
        open: clientBlocks(from),
      },
    },
  ],
});

const amounts: Column[] = [
  { field: 'cost_per_lead', title: 'pricing.field.Costperlead', as: 'money' },
  { field: 'cost_per_lead_advanced', title: 'pricing.field.CostperleadAdvanced', as: 'money', narrow: 'hide' },
  { field: 'platform_fee', title: 'pricing.field.PlatformFee', as: 'money' },
  { field: 'min_cost_month', title: 'pricing.field.MinCostMonth', as: 'money' },
];

export const pricingPages = [
  definePage({
    id: 'pricing.own',
    path: '/configuration/your-costs',
    title: 'pricing.own.title',
    ability: ['read-own', 'AgencyCost'],
    blocks: [
      { as: 'notice', severity: 'info', text: 'pricing.own.notice', stays: true },
      {
        as: 'table',
        key: 'key',
        pageSize: 25,
        search: true,
        source: { route: 'pricing.own-cost', live: NEWS },
        columns: [
          { field: 'product', title: 'pricing.column.product', as: 'text', narrow: 'first' },
          { field: 'term', title: 'pricing.column.term', as: 'text' },
          ...amounts,
          { field: 'coming', title: 'pricing.column.coming', as: 'text' },
        ],
        empty: { title: 'pricing.history.empty' },
      },
      history(own),
    ],
  }),
];

/** What the root demands at least. */
export const minimumsPage = (from: Contributions) =>
  definePage({
    id: 'pricing.minimums',
    path: '/configuration/minimum-costs',
    title: 'pricing.minimums.title',
    ability: ['update', 'AgencyCost'],
    blocks: [
      {
        as: 'notice',
        severity: 'info',
        text: pricedProducts(from).some(({ hasMinimum }) => hasMinimum) ? 'pricing.minimums.raised' : 'pricing.minimums.notice',
        stays: true,
      },
      { as: 'form', form: 'pricing.minimum-form', prefill: { route: 'pricing.agency-cost', params: own, live: NEWS }, fixed: own },
      history(own),
    ],
  });

export const pricingMenu: MenuDef[] = [
  {
    id: 'pricing.own-menu',
    parent: BILLING_MENU,
    title: 'pricing.own.title',
    icon: 'coin',
    order: 20,
    ability: ['read-own', 'AgencyCost'],
    page: 'pricing.own',
  },
  {
    id: 'pricing.menu',
    parent: 'core.menu-configuration',
    title: 'pricing.minimums.title',
    icon: 'coin',
    order: 30,
    ability: ['update', 'AgencyCost'],
    page: 'pricing.minimums',
  },
];
