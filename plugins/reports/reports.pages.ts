import {
  type Column,
  definePage,
  type MenuDef,
  type NoticeBlock,
  type PageExtension,
  type Source,
  type TableBlock,
} from '../../core/contract.ts';

const column = (field: string, as: Column['as'], more: Partial<Column> = {}): Column => ({
  field,
  title: `reports.field.${field}`,
  as,
  ...more,
});

/** Whether the lead was given back, and what became of that. */
const leadStatus = column('leadStatus', 'state', {
  states: {
    open: { title: 'reports.lead-status.open', severity: 'info', help: 'reports.lead-status.open.help' },
    declined: { title: 'reports.lead-status.declined', severity: 'neutral', help: 'reports.lead-status.declined.help' },
    credited: { title: 'reports.lead-status.credited', severity: 'good', help: 'reports.lead-status.credited.help' },
  },
});

/** Everything known of the lead whose row is open. */
const detail = {
  as: 'detail' as const,
  source: { route: 'reports.lead' as const, params: { id: { from: 'row' as const, field: 'id' } } },
  fields: [
    column('name', 'text'),
    column('email', 'text'),
    column('phone', 'text'),
    column('address', 'text'),
    column('city', 'text'),
    column('state', 'text'),
    column('zip', 'text'),
    column('company', 'text'),
    column('campaign', 'text'),
    column('evidence', 'fields'),
    column('visits', 'number'),
    column('created', 'time'),
    column('seen', 'time'),
    column('price', 'money'),
    leadStatus,
    column('isTest', 'flag'),
  ],
};

/** A link such as `/leads?campaign=7` shows the leads of one campaign. */
const ofCampaign = { campaignId: { from: 'query' as const, field: 'campaign' } };
/** The product that the page is about. */
export const ofProduct = { product: { from: 'page' as const, field: 'product' } };
const chosen = (field: string) => ({ from: 'table' as const, field });

/** The table of leads, of all or of those that the query says. */
export const leadsTable = (of?: Source['query']): TableBlock => ({
  as: 'table',
  source: { route: 'reports.leads', query: { ...ofCampaign, ...of }, live: 'leads' },
  key: 'id',
  pageSize: 25,
  search: true,
  columns: [
    column('name', 'text', { sort: true, narrow: 'first' }),
    column('email', 'text', { sort: true }),
    column('phone', 'text', { narrow: 'hide' }),
    column('place', 'text'),
    column('campaign', 'text', { sort: true }),
    column('visits', 'number', { narrow: 'hide' }),
    column('created', 'time', { sort: true }),
    { ...leadStatus, narrow: 'hide' },
  ],
  filters: [
    {
      name: 'period',
      title: 'reports.period',
      options: ['today', '7', '30', '90'].map((value) => ({ value, title: `reports.period.${value}` })),
    },
  ],
  row: { open: { blocks: [detail] }, where: 'under' },
  download: {
    id: 'reports.download',
    title: 'reports.leads.download',
    ability: ['export', 'Report'],
    icon: 'download',
    do: { download: 'reports.leads-csv', query: { ...ofCampaign, ...of, search: chosen('search'), period: chosen('period') } },
  },
  empty: { title: 'reports.leads.empty', help: 'reports.leads.empty.help' },
});

/** Stands above the list while its file is not to hold all of it. */
const exportNote: NoticeBlock = {
  as: 'notice',
  severity: 'warn',
  text: 'reports.export-note',
  source: { route: 'reports.export-note' },
  when: { field: 'limited', is: true },
  stays: true,
};

export const leadsPage = definePage({
  id: 'reports.leads',
  roles: ['reports.lead-list'],
  path: '/leads',
  title: 'reports.leads.title',
  ability: ['read', 'Report'],
  blocks: [exportNote, leadsTable()],
});

/** All leads of a product, for its hidden screen of administrators. */
export const leadsManagement: PageExtension = { role: 'campaigns.leads', order: 10, blocks: [leadsTable(ofProduct)] };

/** The newest leads on a dashboard; a row opens at the side, so that the dashboard stays where it is. */
export const newestLeads: TableBlock = {
  as: 'table',
  title: 'reports.newest.title',
  source: { route: 'reports.leads', query: ofProduct, live: 'leads' },
  key: 'id',
  pageSize: 10,
  columns: [
    column('name', 'text', { narrow: 'first' }),
    column('email', 'text'),
    column('place', 'text'),
    column('campaign', 'text'),
    column('origin', 'text', { narrow: 'hide' }),
    column('created', 'time'),
  ],
  row: { open: { blocks: [detail] }, where: 'drawer' },
  add: { id: 'reports.all-leads', title: 'reports.newest.all', ability: ['read', 'Report'], icon: 'users', do: { page: 'reports.leads' } },
  empty: { title: 'reports.leads.empty', help: 'reports.leads.empty.help' },
};

export const reportsMenu: MenuDef[] = [
  {
    id: 'reports.leads',
    parent: 'core.menu-work',
    title: 'reports.leads.title',
    icon: 'users',
    order: 40,
    ability: ['read', 'Report'],
    page: 'reports.leads',
  },
];
