import {
  type Action,
  type Block,
  definePage,
  type MenuDef,
  type PageDef,
  type Source,
  type State,
  type Tone,
} from '../../core/contract.ts';
import { campaignActions } from './campaign-actions.ts';
import { pixelTab } from './pixel-tab.ts';

const TONES: Record<string, Tone> = {
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
const states: Record<string, State> = Object.fromEntries(
  Object.entries(TONES).map(([status, tone]) => [status, { title: `site-id.status.${status}`, tone }]),
);

const campaigns: Source = {
  route: 'campaigns.list',
  live: 'campaigns',
  params: { group: { value: null }, type: { value: 'local' }, companyId: { from: 'actor', field: 'companyId' } },
};
const campaign = { from: 'row' as const, field: 'leadspeek_api_id' };
const one: Source = { route: 'campaigns.one', params: { id: campaign }, live: 'campaigns' };

/** What opens under a campaign's row. */
const inside: Block[] = [
  {
    as: 'tabs',
    tabs: [
      {
        id: 'settings',
        title: 'site-id.tab.settings',
        blocks: [
          {
            as: 'notice',
            tone: 'warn',
            text: 'site-id.attention',
            source: one,
            when: { field: 'attention', is: 'paused' },
            stays: true,
          },
          {
            as: 'notice',
            tone: 'bad',
            text: 'site-id.lacking',
            source: one,
            when: { field: 'attention', is: 'lacking' },
            stays: true,
          },
          { as: 'notice', tone: 'warn', text: 'site-id.full', source: one, when: { field: 'state', is: 'limit_reached' }, stays: true },
          { as: 'notice', tone: 'neutral', text: 'site-id.read-only', source: one, when: { field: 'state', is: 'archived' }, stays: true },
          { as: 'form', form: 'site-id.campaign-edit', prefill: one, fixed: { leadspeekID: campaign }, after: 'reload' },
        ],
      },
      {
        id: 'pixel',
        title: 'site-id.tab.pixel',
        blocks: pixelTab,
      },
    ],
  },
];

const price: Source = { route: 'campaigns.price', params: { product: { value: 'local' } } };

const add = {
  id: 'site-id.add-campaign' as const,
  title: 'site-id.add',
  icon: 'plus',
  ability: ['create', 'Campaign'] as const,
  tone: 'primary' as const,
  do: { form: 'site-id.campaign' as const, as: 'drawer' as const },
  after: 'reload' as const,
};

/** Running campaigns without a website, and those whose pixel is missing, with the way to them where they are not on the page itself. */
const lacking = (showCampaigns?: (id: 'site-id.show-campaigns' | 'site-id.show-without-website') => Action): Block[] => [
  attention('hosts', showCampaigns?.('site-id.show-without-website')),
  attention('pixel', showCampaigns?.('site-id.show-campaigns')),
];

const attention = (issue: 'hosts' | 'pixel', action?: Action): Block => ({
  as: 'notice',
  tone: 'bad',
  text: `site-id.attention.${issue}`,
  source: { route: 'campaigns.attention', live: 'campaigns', query: { product: { value: 'local' } } },
  when: { field: issue, is: 0, not: true },
  stays: true,
  ...(action && { action }),
});

const campaignBlocks: Block[] = [
  ...lacking(),
  {
    as: 'notice',
    tone: 'neutral',
    text: 'site-id.price',
    source: price,
    stays: true,
    action: {
      id: 'site-id.set-price',
      title: 'site-id.price.button',
      ability: ['update', 'CampaignPrice'],
      do: { form: 'campaigns.price-form', as: 'modal', prefill: price, fixed: { product: { value: 'local' } } },
      after: 'reload',
    },
  },
  {
    as: 'table',
    source: campaigns,
    key: 'leadspeek_api_id',
    search: true,
    filters: [
      {
        name: 'CampaignStatus',
        title: 'site-id.column.status',
        options: Object.keys(TONES).map((value) => ({ value, title: `site-id.status.${value}` })),
      },
    ],
    columns: [
      { field: 'campaignName', title: 'site-id.column.name', as: 'text', sort: true, narrow: 'first' },
      { field: 'leadspeek_api_id', title: 'site-id.column.id', as: 'code', narrow: 'hide' },
      { field: 'company_name', title: 'site-id.column.client', as: 'text' },
      { field: 'state', title: 'site-id.column.status', as: 'state', sort: true, states, note: 'issuetext' },
      { field: 'leads', title: 'site-id.column.leads', as: 'number' },
      { field: 'price_cents', title: 'site-id.column.price', as: 'money', narrow: 'hide' },
      { field: 'created_at', title: 'site-id.column.created', as: 'date', sort: true, narrow: 'hide' },
    ],
    row: { open: { blocks: inside }, where: 'under', actions: campaignActions },
    add,
    empty: { title: 'site-id.empty', help: 'site-id.empty.help', action: add },
    noMatch: { title: 'site-id.no-match' },
  },
];

const campaignTour: PageDef['tour'] = [
  { at: 'table', text: 'site-id.tour.campaigns.table' },
  { at: 'search', text: 'site-id.tour.campaigns.search' },
  { at: 'add', text: 'site-id.tour.campaigns.add' },
];

export const siteIdPages = [
  definePage({
    id: 'site-id.dashboard',
    roles: ['campaigns.dashboard', 'campaigns.attention'],
    path: '/{local}/dashboard',
    title: 'site-id.dashboard',
    ability: ['read', 'Campaign'],
    tour: [
      { at: 'stats', text: 'site-id.tour.dashboard.figures' },
      { at: 'chart', text: 'site-id.tour.dashboard.chart' },
      { at: 'table', text: 'site-id.tour.dashboard.leads' },
      { at: 'menu', text: 'site-id.tour.dashboard.menu' },
    ],
    blocks: [
      ...lacking((id) => ({
        id,
        title: 'site-id.attention.button',
        ability: ['read', 'Campaign'],
        do: { page: 'site-id.campaigns' },
      })),
      {
        as: 'notice',
        tone: 'info',
        text: 'site-id.first',
        stays: true,
        when: { field: 'total', is: 0 },
        source: { ...campaigns, query: { PerPage: { value: 1 } } },
        action: {
          id: 'site-id.go-campaigns',
          title: 'site-id.first.button',
          ability: ['create', 'Campaign'],
          do: { page: 'site-id.campaigns' },
        },
      },
    ],
  }),
  definePage({
    id: 'site-id.campaigns',
    roles: ['campaigns.list', 'campaigns.attention'],
    path: '/{local}/campaign-management',
    title: 'site-id.campaigns',
    ability: ['read', 'Campaign'],
    tour: campaignTour,
    blocks: campaignBlocks,
  }),
  // The same screen under the specification's second address.
  definePage({
    id: 'site-id.campaigns-v1',
    roles: ['campaigns.list', 'campaigns.attention'],
    path: '/{local}/campaign-management-v1',
    title: 'site-id.campaigns',
    ability: ['read', 'Campaign'],
    tour: campaignTour,
    blocks: campaignBlocks,
  }),
  // Hidden from the menu; the plugin that keeps the leads puts them here.
  definePage({
    id: 'site-id.leads',
    roles: ['campaigns.leads'],
    path: '/{local}/leads-management',
    title: 'site-id.leads-management',
    ability: ['read', 'Report'],
    blocks: [],
  }),
];

export const siteIdMenu: MenuDef[] = [
  {
    id: 'site-id.dashboard-entry',
    parent: 'core.menu-work',
    title: 'site-id.dashboard',
    icon: 'layout-dashboard',
    order: 10,
    ability: ['open', 'SiteId'],
    page: 'site-id.dashboard',
  },
  {
    id: 'site-id.campaigns-entry',
    parent: 'core.menu-work',
    title: 'site-id.menu',
    icon: 'broadcast',
    order: 20,
    ability: ['open', 'SiteId'],
    page: 'site-id.campaigns',
  },
];
