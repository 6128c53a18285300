import {
  type Action,
  type Block,
  type Column,
  definePage,
  type FormBlock,
  type MenuDef,
  type PageDef,
  type Source,
  type State,
  type Severity,
  type TableBlock,
  type TourStop,
} from '../../../core/contract.ts';
import { launchChecklist } from '../../foundation/launch/shared.ts';
import { afterCampaign, bulkActions, campaignActions } from './actions.ts';
import { backTestTab } from './back-test/tab.ts';
import type { ProductDeclaration } from './declaration.ts';

const SEVERITIES: Record<string, Severity> = {
  draft: 'neutral',
  scheduled: 'info',
  active: 'good',
  limit_reached: 'warn',
  paused: 'warn',
  needs_attention: 'bad',
  ended: 'neutral',
  stopped: 'neutral',
  archived: 'neutral',
};
export const campaignStates: Record<string, State> = Object.fromEntries(
  Object.entries(SEVERITIES).map(([status, severity]) => [status, { title: `products.status.${status}`, severity }]),
);
export const statusFilter: TableBlock['filters'] = [
  {
    name: 'CampaignStatus',
    title: 'products.column.status',
    options: Object.keys(SEVERITIES).map((value) => ({ value, title: `products.status.${value}` })),
  },
];
export const campaignColumns: Column[] = [
  { field: 'campaignName', title: 'products.column.name', as: 'text', sort: true, narrow: 'first' },
  { field: 'leadspeek_api_id', title: 'products.column.id', as: 'code', narrow: 'hide' },
  { field: 'company_name', title: 'products.column.client', as: 'text' },
  { field: 'state', title: 'products.column.status', as: 'state', sort: true, states: campaignStates, note: 'issuebrief' },
  { field: 'leads', title: 'products.column.leads', as: 'number' },
  { field: 'price_cents', title: 'products.column.price', as: 'money', narrow: 'hide' },
  { field: 'created_at', title: 'products.column.created', as: 'date', sort: true, narrow: 'hide' },
];
const campaign = { from: 'row' as const, field: 'leadspeek_api_id' };
const one: Source = { route: 'campaigns.one', params: { id: campaign }, live: 'campaigns' };

const campaignsOf = (type: string): Source => ({
  route: 'campaigns.list',
  live: 'campaigns',
  params: { group: { value: null }, type: { value: type }, companyId: { from: 'actor', field: 'companyId' } },
});

/** The dashboard, the campaigns under both of their addresses, and the leads of a product; other plugins put their blocks onto them by role. */
export function productPages(product: ProductDeclaration): PageDef[] {
  const { id, wire, order, feature } = product;
  const gated = feature ? { feature } : {};
  const path = (rest: string): string => `/{${wire.type}}/${rest}`;
  const list = {
    ...gated,
    roles: ['campaigns.list', 'attention.line'],
    values: { product: wire.type },
    title: 'products.campaigns',
    ability: ['read', 'Campaign'] as const,
    tour: tour(id, 'campaigns', ['table', 'search', 'add']),
    blocks: campaignBlocks(product),
  };
  return [
    definePage({
      ...gated,
      id: `${id}.dashboard`,
      roles: ['campaigns.dashboard', 'attention.list'],
      values: { product: wire.type },
      variant: { title: `name:${wire.type}`, order },
      path: path('dashboard'),
      title: 'products.dashboard',
      // Operators have the home of all agencies.
      ability: ['open', 'Product'],
      period: true,
      tour: tour(id, 'dashboard', ['stats', 'chart', 'table', 'menu']),
      blocks: [launchChecklist],
    }),
    definePage({ ...list, id: `${id}.campaigns`, path: path('campaign-management') }),
    // The same screen under the specification's second address.
    definePage({ ...list, id: `${id}.campaigns-v1`, path: path('campaign-management-v1') }),
    // Hidden from the menu; the plugin that keeps the leads puts them here.
    definePage({
      ...gated,
      id: `${id}.leads`,
      roles: ['campaigns.leads'],
      values: { product: wire.type },
      path: path('leads-management'),
      title: 'products.leads-management',
      ability: ['read', 'Report'],
      above: { page: `${id}.campaigns` },
      blocks: [],
    }),
  ];
}

const tour = (id: string, page: string, at: readonly TourStop[]): PageDef['tour'] =>
  at.map((place) => ({ at: place, text: `${id}.tour.${page}.${place}` }));

/** The settings of the campaign whose row or page it is, with what keeps it from working. */
export const settingsBlocks = ({ id }: ProductDeclaration, form: Pick<FormBlock, 'sections'> = {}): Block[] => [
  noticeWhen('warn', 'products.attention', 'attention', 'paused'),
  noticeWhen('bad', 'products.lacking', 'attention', 'lacking'),
  noticeWhen('warn', 'products.full', 'state', 'limit_reached'),
  noticeWhen('neutral', 'products.read-only', 'state', 'archived'),
  { as: 'form', form: `${id}.campaign-edit`, prefill: one, fixed: { leadspeekID: campaign }, after: 'reload', ...form },
];

/** What opens under a campaign's row. */
export const inside = (product: ProductDeclaration): Block[] => [
  {
    as: 'tabs',
    tabs: [
      { id: 'settings', title: 'products.tab.settings', blocks: settingsBlocks(product) },
      ...(product.tabs ?? []),
      ...(product.backTest ? [backTestTab(product.id, one, campaign)] : []),
    ],
  },
];
const noticeWhen = (severity: Severity, text: string, field: string, is: string): Block => ({
  as: 'notice',
  severity,
  text,
  source: one,
  when: { field, is },
  stays: true,
});

function campaignBlocks(product: ProductDeclaration): Block[] {
  const { id, wire } = product;
  const price: Source = { route: 'campaigns.price', params: { product: { value: wire.type } } };
  const add: Action & { do: { form: `${string}.${string}`; as: 'drawer' } } = {
    id: `${id}.add-campaign`,
    title: 'products.add',
    icon: 'plus',
    ability: ['create', 'Campaign'],
    emphasis: 'primary',
    do: { form: `${id}.campaign`, as: 'drawer' },
    after: afterCampaign(id),
  };
  return [
    {
      as: 'notice',
      severity: 'neutral',
      text: 'products.price',
      source: price,
      stays: true,
      action: {
        id: `${id}.set-price`,
        title: 'products.price.button',
        ability: ['update', 'CampaignPrice'],
        do: { form: 'campaigns.price-form', as: 'modal', prefill: price, fixed: { product: { value: wire.type } } },
        after: 'reload',
      },
    },
    {
      as: 'table',
      source: campaignsOf(wire.type),
      key: 'leadspeek_api_id',
      search: true,
      filters: statusFilter,
      columns: campaignColumns.map((column) =>
        column.field === 'campaignName' ? { ...column, to: { page: `${id}.campaign`, params: { id: campaign } } } : column,
      ),
      row: { open: { blocks: inside(product) }, where: 'under', actions: campaignActions(id) },
      bulk: bulkActions(id),
      add,
      empty: { title: 'products.empty', help: `${id}.empty.help`, action: add },
      noMatch: { title: 'products.no-match' },
    },
  ];
}

/** The home: of all products together, and for the root of all agencies. What each sees there other plugins put onto it, with their own abilities. */
export const dashboardPage = definePage({
  id: 'products.dashboard',
  roles: ['campaigns.dashboard', 'attention.list'],
  values: { product: '' },
  variant: { title: 'products.all', order: 0 },
  path: '/dashboard',
  title: 'products.dashboard',
  ability: ['open', 'Home'],
  period: true,
  blocks: [launchChecklist],
});

/** One entry for the dashboards of all products. */
export const dashboardMenu: MenuDef = {
  id: 'products.dashboard-entry',
  parent: 'core.menu-work',
  title: 'products.dashboard',
  icon: 'layout-dashboard',
  order: 1,
  ability: ['open', 'Home'],
  role: 'campaigns.dashboard',
};

/** A product's entry in the menu, which opens its campaigns. */
export const productMenu = (product: ProductDeclaration): MenuDef => {
  const { id, icon, order, wire, feature } = product;
  return {
    id: `${id}.campaigns-entry`,
    parent: 'core.menu-work',
    title: `name:${wire.type}`,
    icon,
    order: order + 1,
    ability: ['open', 'Product'],
    page: `${id}.campaigns`,
    ...(feature && { feature }),
  };
};
