import {
  type Contributions,
  dayOf,
  daysBetween,
  defineRoute,
  FileResponse,
  List,
  ListQuery,
  notFound,
  type RateDef,
  T,
} from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { productName } from '../../foundation/companies/shared.ts';
import { Leads } from '../../lead-intake/leads/contract.ts';
import { ANY_LENGTH, furthestZone, leadsOnDays } from './days.ts';
import { filterFields, narrowingOf, Selection } from './lead-filter.ts';
import { LeadRow, rowsOf } from './lead-rows.ts';
import { leadFile } from './leads-file.ts';
import { exportLimits } from './export-limits.ts';
import { LEAD_SORTS, leadPage } from './leads.service.ts';
import { keepSelection, MOST_SELECTED } from './selection.store.ts';
import { ReportCompany, ReportPath, withinCompany } from './report-company.ts';

const { search: Search, ...Order } = ListQuery(LEAD_SORTS);

/** Making a file of everybody is the dearest call here. */
export const exportRate: RateDef = { id: 'reports.export', points: 6, seconds: 60, by: 'account' };

const leadList = (from: Contributions) =>
  defineRoute({
    id: 'reports.leads',
    method: 'GET',
    path: '/reports/leads',
    summary: 'Leads of the own company and those below it',
    ability: ['read', 'Report'],
    query: T.Object({ ...Order, ...filterFields(from) }),
    response: List(LeadRow),
    handler: async (ctx, { query }) => leadPage(ctx, await narrowingOf(ctx, query), query),
  });

const leadDetail = defineRoute({
  id: 'reports.lead',
  method: 'GET',
  path: '/reports/leads/:id',
  summary: 'All that is known of one lead',
  ability: ['read', 'Report'],
  params: T.Object({ id: T.String({ format: 'uuid' }) }),
  response: LeadRow,
  async handler(ctx, { params }) {
    const { rows } = await ctx.use(Leads).page({ ids: [params.id], sort: 'created', order: 'desc', page: 1, perPage: 1 });
    const [row] = await rowsOf(ctx, rows);
    if (!row) throw notFound();
    return row;
  },
});

const leadCsv = (from: Contributions) =>
  defineRoute({
    id: 'reports.leads-csv',
    method: 'GET',
    path: '/reports/leads.csv',
    summary: 'The lead list as a CSV file',
    ability: ['export', 'Report'],
    stepUp: true,
    exportsData: true,
    inParts: true,
    audit: 'reports.leads-exported',
    rate: 'reports.export',
    query: T.Object({ ...filterFields(from), selection: Selection }),
    response: FileResponse,
    handler: async (ctx, { query }) => leadFile(ctx, await narrowingOf(ctx, query)),
  });

const selectionFile = defineRoute({
  id: 'reports.selection-csv',
  method: 'POST',
  path: '/reports/leads/selection',
  summary: 'Address of a CSV file of some leads',
  ability: ['export', 'Report'],
  withoutStepUp: 'the file itself asks for it',
  unlogged: 'the file itself is what counts',
  body: T.Object({ ids: T.Array(T.String({ format: 'uuid' }), { minItems: 1, maxItems: MOST_SELECTED }) }),
  response: T.Object({ download: T.String() }),
  handler: async (ctx, { body }) => ({ download: `/api/reports/leads.csv?selection=${await keepSelection(ctx, body.ids)}` }),
});

const exportNote = defineRoute({
  id: 'reports.export-note',
  method: 'GET',
  path: '/reports/export-note',
  summary: 'What files of leads leave out at present, and why',
  ability: ['export', 'Report'],
  response: T.Object({ limited: T.Boolean(), note: T.String() }),
  async handler(ctx) {
    const limits = await exportLimits(ctx);
    return { limited: limits.length > 0, note: limits.map((limit) => limit.note).join(' ') };
  },
});

const leadReport = (contributions: Contributions) =>
  defineRoute({
    id: 'reports.lead-report',
    method: 'GET',
    path: '/leadspeek/report/lead/:companyId/:clientId/:start/:end',
    summary: 'Leads of a company between two days',
    ability: ['read', 'Report'],
    params: ReportPath,
    query: T.Object({ ...Order, moduleType: T.Optional(productName(contributions)), searchQuery: Search }),
    response: List(LeadRow),
    handler: (ctx, { params, query }) => {
      // Days that do not exist, and in the wrong order.
      daysBetween(params, ctx.timezone, ctx.now, { open: 30, most: ANY_LENGTH });
      return withinCompany(ctx, params, async (inner) => {
        const days = params.start || params.end ? await leadsOnDays(inner, { first: params.start, last: params.end }) : {};
        const filter = {
          ...days,
          ...(query.moduleType ? { product: query.moduleType } : {}),
          ...(query.searchQuery ? { search: query.searchQuery } : {}),
        };
        return leadPage(inner, filter, query);
      });
    },
  });

const initDate = defineRoute({
  id: 'reports.init-date',
  method: 'GET',
  path: '/leadspeek/report/initdate/:companyId/:clientId',
  summary: 'From the day of the first lead to today',
  ability: ['read', 'Report'],
  params: T.Object(ReportCompany),
  response: T.Object({ start: T.String(), end: T.String() }),
  handler: (ctx, { params }) =>
    withinCompany(ctx, params, async (inner) => {
      const end = dayOf(ctx.now, await furthestZone(inner));
      const { rows } = await inner.use(Leads).page({ sort: 'created', order: 'asc', page: 1, perPage: 1 });
      const [oldest] = rows;
      const zone = oldest && (await inner.use(Campaigns).byId([oldest.campaignId])).get(oldest.campaignId)?.timezone;
      return { start: oldest ? dayOf(oldest.createdAt, zone ?? ctx.timezone) : end, end };
    }),
});

export const leadRoutes = (from: Contributions) => [
  leadList(from),
  leadDetail,
  leadCsv(from),
  selectionFile,
  exportNote,
  leadReport(from),
  initDate,
];
