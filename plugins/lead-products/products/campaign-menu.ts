import {
  type Binding,
  type Block,
  choiceCards,
  type Column,
  type Ctx,
  definePage,
  defineRoute,
  List,
  listOfAll,
  type MenuDef,
  type PageExtension,
  type Source,
  T,
  type TabsBlock,
} from '../../../core/contract.ts';
import { Companies, Products } from '../../foundation/companies/contract.ts';
import { afterCampaign, bulkActions, campaignActions } from './actions.ts';
import type { ProductDeclaration } from './declaration.ts';
import { campaignColumns, statusFilter } from './pages.ts';

/** Products of which the actor can make campaigns. */
export const offeredProducts = defineRoute({
  id: 'products.offered',
  method: 'GET',
  path: '/products/offered',
  summary: 'Products that a campaign can be made of',
  ability: ['set-up', 'CampaignMenu'],
  query: T.Object({
    Page: T.Optional(T.Integer({ minimum: 1, maximum: 1 })),
    PerPage: T.Optional(T.Integer({ minimum: 1, maximum: 100 })),
  }),
  response: List(T.Object({ product: T.String(), name: T.String(), icon: T.String(), help: T.String() })),
  async handler(ctx, { query }) {
    return listOfAll(await offered(ctx), { ...query, PerPage: query.PerPage ?? 100 }, ctx.locale, ({ name }) => name);
  },
});

async function offered(ctx: Ctx) {
  const products = await ctx.use(Companies).products(ctx.tenant);
  const on = new Set(products.flatMap(({ product, on: isOn }) => (isOn && ctx.isOffered(product) ? [product] : [])));
  return [...ctx.contributions(Products)]
    .filter(({ product }) => on.has(product))
    .sort((a, b) => a.order - b.order)
    .map(({ product, plugin, icon }) => ({ product, name: ctx.named(product).name, icon, help: ctx.t(`${plugin}.empty.help`) }));
}

const campaigns = (params: Source['params']): Source => ({
  route: 'campaigns.list',
  live: 'campaigns',
  params: { group: { value: null }, type: { value: null }, ...params },
});
/** The page of the product that the row's campaign is of. */
const toCampaign: Column['to'] = {
  role: 'campaigns.campaign',
  by: { value: 'product', field: 'leadspeekType' },
  params: { id: { from: 'row', field: 'leadspeek_api_id' } },
};
/** Those of the lists of one product, with the product. */
const columns: Column[] = campaignColumns.flatMap((column): Column[] => {
  if (column.field === 'campaignName') return [{ ...column, to: toCampaign }];
  return column.field === 'company_name' ? [{ field: 'product_name', title: 'products.menu.product', as: 'text' }, column] : [column];
});
const ofOneClient = columns.filter(({ field }) => field !== 'company_name');
const empty = { title: 'products.empty', help: 'products.menu.empty.help' };

/** The campaigns of one client, of all products. */
export const campaignsTable = (client: Binding): Block => ({
  as: 'table',
  source: campaigns({ companyId: client }),
  key: 'leadspeek_api_id',
  search: true,
  filters: statusFilter,
  columns: ofOneClient,
  empty: { title: 'products.empty', help: 'products.client.empty.help' },
  noMatch: { title: 'products.no-match' },
});

const COUNTS = {
  active: 'good',
  scheduled: 'info',
  limit_reached: 'warn',
  paused: 'warn',
  needs_attention: 'bad',
  draft: 'neutral',
} as const;

export const campaignMenuPages = [
  definePage({
    id: 'products.campaign',
    path: '/campaign',
    roles: ['campaigns.overview'],
    title: 'products.menu.campaign.title',
    ability: ['open', 'CampaignMenu'],
    blocks: [
      {
        as: 'stats',
        source: { route: 'campaigns.counts', live: 'campaigns' },
        items: Object.entries(COUNTS).map(([field, severity]) => ({ field, title: `products.status.${field}`, as: 'number', severity })),
      },
      {
        as: 'table',
        source: campaigns({ companyId: { from: 'actor', field: 'companyId' } }),
        key: 'leadspeek_api_id',
        search: true,
        filters: statusFilter,
        columns,
        row: { open: { blocks: [] }, where: 'under', actions: campaignActions('products', 'reload') },
        bulk: bulkActions('products'),
        empty,
        noMatch: { title: 'products.no-match' },
      },
    ],
  }),
  definePage({
    id: 'products.campaign-setup',
    path: '/campaign-setup',
    roles: ['campaigns.setup'],
    title: 'products.menu.setup.title',
    ability: ['set-up', 'CampaignMenu'],
    blocks: [
      choiceCards({
        source: { route: 'products.offered' },
        key: 'product',
        heading: 'name',
        empty: { title: 'products.menu.setup.empty', help: 'products.menu.setup.empty.help' },
      }),
    ],
  }),
  definePage({
    id: 'products.clients',
    path: '/Client',
    title: 'products.menu.clients.title',
    ability: ['list-clients', 'CampaignMenu'],
    blocks: [
      {
        as: 'table',
        source: { route: 'campaigns.clients', live: 'campaigns' },
        key: 'companyID',
        search: true,
        columns: [
          { field: 'company_name', title: 'products.column.client', as: 'text', sort: true, narrow: 'first' },
          { field: 'campaigns', title: 'products.campaigns', as: 'number' },
          { field: 'active', title: 'products.status.active', as: 'number' },
        ],
        row: {
          where: 'under',
          open: {
            blocks: [
              {
                as: 'table',
                source: campaigns({ companyId: { from: 'row', field: 'companyID' } }),
                key: 'leadspeek_api_id',
                columns: ofOneClient,
                empty,
              },
            ],
          },
        },
        empty: { title: 'products.menu.clients.empty', help: 'products.menu.clients.empty.help' },
        noMatch: { title: 'products.menu.clients.no-match' },
      },
    ],
  }),
];

const entry = (page: string, icon: string, order: number, action: string): MenuDef => ({
  id: `products.menu-${page}`,
  parent: 'products.campaign-menu',
  title: `products.menu.${page}`,
  icon,
  order,
  ability: [action, 'CampaignMenu'],
  page: `products.${page}`,
});
export const campaignMenu: MenuDef[] = [
  { id: 'products.campaign-menu', title: 'products.menu', order: 14, ability: 'signed-in' },
  entry('campaign', 'chart-bar', 10, 'open'),
  entry('campaign-setup', 'square-plus', 20, 'set-up'),
  entry('clients', 'users', 40, 'list-clients'),
];

/** A product's part of these pages: the form for a new campaign, and what its campaigns open. */
export const inCampaignMenu = ({ id, wire, order }: ProductDeclaration, inside: readonly Block[]): PageExtension[] => [
  {
    role: 'campaigns.setup',
    order,
    blocks: [],
    actions: [
      {
        id: `${id}.set-up`,
        title: 'products.add',
        icon: 'plus',
        ability: ['create', 'Campaign'],
        emphasis: 'primary',
        when: { field: 'product', is: wire.type },
        do: { form: `${id}.campaign`, as: 'drawer' },
        after: afterCampaign(id),
      },
    ],
  },
  {
    role: 'campaigns.overview',
    order,
    blocks: [],
    opened: inside.flatMap((block) => (block.as === 'tabs' ? [ofType(block, wire.type)] : [])),
  },
];

const ofType = (block: TabsBlock, type: string): TabsBlock => ({
  ...block,
  tabs: block.tabs.map((tab) => ({ ...tab, when: { field: 'leadspeekType', is: type } })),
});
