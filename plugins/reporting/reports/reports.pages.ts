import {
  type Action,
  type Column,
  type Contributions,
  definePage,
  type MenuDef,
  type NoticeBlock,
  type PageExtension,
  type Source,
  type TableBlock,
} from '../../../core/contract.ts';
import { daysOf } from './kinds/days-of.ts';
import { moreActions } from './kinds/report-actions.ts';
import { leadFilters, narrowedLikeTable, narrowedNames } from './lead-filters.pages.ts';
import { LeadFacets, type ObservationWords } from '../../lead-intake/leads/contract.ts';
import { MOST_SELECTED } from './selection.store.ts';

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

/** Test leads are never taken for real ones. */
const testBadge: NonNullable<Column['badge']> = {
  field: 'isTest',
  states: { true: { title: 'reports.test', severity: 'warn', help: 'reports.test.help' } },
};

/** Everything known of the lead whose row is open. */
const detail = {
  as: 'detail' as const,
  source: { route: 'reports.lead' as const, params: { id: { from: 'row' as const, field: 'id' } }, live: 'leads' },
  fields: [
    column('name', 'text', { badge: testBadge }),
    column('email', 'text'),
    column('phone', 'text'),
    column('address', 'text'),
    column('city', 'text'),
    column('state', 'text'),
    column('zip', 'text'),
    column('company', 'text'),
    column('tags', 'tags'),
    column('client', 'text', { ability: ['choose', 'Client'] }),
    column('campaign', 'text'),
    column('source', 'text'),
    column('evidence', 'fields'),
    column('visits', 'number'),
    column('created', 'time'),
    column('seen', 'time'),
    column('converted', 'flag'),
    column('price', 'money'),
    leadStatus,
  ],
};

/** The product that the page is about. */
export const ofProduct = { product: { from: 'page' as const, field: 'product' } };

const tagActions = (many: 'one' | 'many'): Action[] =>
  (['tag', 'untag'] as const).map((what) => ({
    id: `reports.${what}-${many}`,
    title: `leads.${what}.title`,
    icon: what === 'tag' ? 'tag' : 'tag-off',
    ability: ['update', 'LeadTag'],
    do: { form: `leads.${what}-form`, as: 'modal', fixed: { id: { from: 'row', field: 'id' } } },
    after: 'reload',
  }));

const exportSelected: Action = {
  id: 'reports.export-selected',
  title: 'reports.leads.export-selected',
  icon: 'download',
  ability: ['export', 'Report'],
  do: { call: 'reports.selection-csv', keys: { field: 'ids', most: MOST_SELECTED } },
};

/** The table of leads, of all or of those that the query says. */
export const leadsTable = (from: Contributions, of?: Source['query']): TableBlock => ({
  as: 'table',
  source: { route: 'reports.leads', query: { ...of }, live: 'leads' },
  key: 'id',
  pageSize: 25,
  lines: true,
  search: true,
  columns: [
    column('name', 'text', { sort: true, narrow: 'first', badge: testBadge }),
    column('email', 'text', { sort: true }),
    column('phone', 'text', { narrow: 'hide' }),
    column('place', 'text'),
    // Of one campaign, every row says the same.
    column('client', 'text', { ability: ['choose', 'Client'], narrow: 'hide', ...(of?.['campaignId'] && { further: true }) }),
    column('campaign', 'text', { sort: true, ...(of?.['campaignId'] && { further: true }) }),
    column('conversions', 'number', { narrow: 'hide', further: true }),
    column('conversionValue', 'amounts', { narrow: 'hide', further: true }),
    column('created', 'time', { sort: true }),
    ...from.of(LeadFacets).map(({ name, title, states, ability }): Column => ({
      field: `facets.${name}`,
      title,
      as: 'state',
      states,
      ability,
      narrow: 'hide',
    })),
    column('tags', 'tags', { narrow: 'hide' }),
    { ...leadStatus, narrow: 'hide' },
    column('visits', 'number', { narrow: 'hide', further: true }),
    column('converted', 'flag', { narrow: 'hide', further: true }),
    column('origin', 'text', { narrow: 'hide', further: true }),
    column('company', 'text', { narrow: 'hide', further: true }),
    column('zip', 'text', { narrow: 'hide', further: true }),
    column('seen', 'time', { narrow: 'hide', further: true }),
    column('price', 'money', { ability: ['see-prices', 'Report'], narrow: 'hide', further: true }),
  ],
  filters: leadFilters(from, Object.keys(of ?? {})),
  row: { open: { blocks: [detail] }, where: 'drawer', actions: tagActions('one') },
  bulk: [...tagActions('many'), exportSelected],
  download: {
    id: 'reports.download',
    title: 'reports.leads.download',
    ability: ['export', 'Report'],
    icon: 'download',
    do: { download: 'reports.leads-csv', query: { ...narrowedLikeTable(from), ...of } },
  },
  more: moreActions({ report: 'leads', ability: ['export', 'Report'], filters: narrowedNames(from), of }),
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

/** The days and the campaign that the list is narrowed to. */
const shown = { period: { from: 'query', field: 'f-period' }, campaignId: { from: 'query', field: 'f-campaignId' } } as const;

export const leadsPage = (from: Contributions) =>
  definePage({
    id: 'reports.leads',
    roles: ['reports.lead-list'],
    path: '/leads',
    title: 'reports.leads.title',
    ability: ['read', 'Report'],
    // The table comes first: what other plugins offer for a lead is added to the first block that has actions.
    blocks: [exportNote, leadsTable(from), daysOf('reports.shown-days', shown)],
  });

/** All leads of a product, for its hidden screen of administrators. */
export const leadsManagement = (from: Contributions): PageExtension => ({
  role: 'campaigns.leads',
  order: 10,
  blocks: [leadsTable(from, ofProduct)],
});

/** What most people take away: the leads of the month that is over. */
const exportLastMonth: Action = {
  id: 'reports.export-last-month',
  title: 'reports.leads.last-month',
  icon: 'download',
  ability: ['export', 'Report'],
  do: { download: 'reports.leads-csv', query: { period: { value: 'last-month' }, test: { value: 'no' }, ...ofProduct } },
};

/** The newest leads on a dashboard; a row opens at the side, so that the dashboard stays where it is. */
export const newestLeads = ({ noLeads }: ObservationWords, origin: string): TableBlock => ({
  as: 'table',
  title: 'reports.newest.title',
  source: { route: 'reports.leads', query: ofProduct, live: 'leads' },
  key: 'id',
  pageSize: 10,
  columns: [
    column('name', 'text', { narrow: 'first', badge: testBadge }),
    column('email', 'text'),
    column('place', 'text'),
    column('campaign', 'text'),
    { field: 'origin', title: origin, as: 'text', narrow: 'hide' },
    column('created', 'time'),
  ],
  row: { open: { blocks: [detail] }, where: 'drawer' },
  more: [exportLastMonth],
  add: { id: 'reports.all-leads', title: 'reports.newest.all', ability: ['read', 'Report'], icon: 'users', do: { page: 'reports.leads' } },
  empty: { title: 'reports.leads.empty', help: noLeads },
});

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
