import { BYTE_ORDER_MARK, csvLines, type Ctx, dayOf, listOf, pageOf, Problem } from '../../core/contract.ts';
import { type Evidence, Leads, type Lead, type LeadQuery } from '../leads/contract.ts';
import { type ExportLimit, ExportLimits } from './contract.ts';
import { evidenceText, type LeadRow, rowsOf } from './lead-rows.ts';
import { clockTime } from './period.ts';

export const LEAD_SORTS = ['created', 'name', 'email', 'campaign'] as const;

/** Which leads; everything left out is left open. */
export type LeadFilter = Pick<LeadQuery, 'campaignId' | 'product' | 'from' | 'to' | 'search'>;
export interface LeadOrder {
  Page?: number;
  PerPage?: number;
  /** One of `LEAD_SORTS`: the route's schema lets nothing else through. */
  sortby?: string;
  order?: LeadQuery['order'];
}

/** One page of leads; the newest first unless told otherwise. Two queries: the leads, the names of their campaigns. */
export async function leadPage(ctx: Ctx, filter: LeadFilter, asked: LeadOrder) {
  const at = pageOf(asked);
  const sort = (asked.sortby ?? 'created') as LeadQuery['sort'];
  const order = asked.order ?? (sort === 'created' ? 'desc' : 'asc');
  const { rows, total, isLeast } = await ctx.use(Leads).page({ ...filter, sort, order, page: at.page, perPage: at.perPage });
  return listOf(await rowsOf(ctx, rows), total, at, isLeast);
}

/** What holds leads back from the caller's files. Lists on the screen show them all the same. */
export async function exportLimits(ctx: Ctx): Promise<ExportLimit[]> {
  const limits: ExportLimit[] = [];
  for (const of of ctx.contributions(ExportLimits)) {
    const limit = await of(ctx);
    if (limit) limits.push(limit);
  }
  return limits;
}

/** Most leads in one file, and how many are read at a time, so that other requests are served in between. */
export const FILE_ROWS = 100_000;
const BATCH = 10_000;

/**
 * The leads that the caller may carry away as a CSV file, newest first, with headings and times as he reads them. Throws 422 when there are more
 * than a file holds: a file that silently lacks people is worse than none.
 */
export async function leadFile(ctx: Ctx, filter: LeadFilter): Promise<{ filename: string; type: string; body: string }> {
  // Leads that arrive meanwhile would move the pages, so the end is fixed now.
  const query: LeadQuery = { ...filter, to: filter.to ?? ctx.now, sort: 'created', order: 'desc', page: 1, perPage: BATCH };
  const columns = columnsFor(ctx);
  const limits = await exportLimits(ctx);
  let body = BYTE_ORDER_MARK + csvLines([columns.map(([heading]) => ctx.t(heading))]);
  for (let page = 1, written = 0; ; page += 1) {
    const { rows, total } = await ctx.use(Leads).page({ ...query, page });
    written += rows.length;
    if (Math.max(written, total) > FILE_ROWS) throw tooMany();
    if (rows.length === 0) break; // the total may be an estimate, an empty page is not
    let real = rows.filter((lead) => !lead.isTest);
    for (const limit of limits) real = await limit.keep(real);
    const named = await rowsOf(ctx, real);
    const further = await ctx.use(Leads).further(real);
    body += csvLines(real.map((lead, i) => columns.map(([, value]) => value(lead, named[i]!, further.get(lead.id) ?? {}))));
  }
  return { filename: `leads-${dayOf(ctx.now, ctx.timezone)}.csv`, type: 'text/csv; charset=utf-8', body };
}

const tooMany = (): Problem => new Problem(422, 'reports.problem.too-many', { params: { most: FILE_ROWS.toLocaleString('en-US') } });

type CsvColumn = [heading: string, value: (lead: Lead, row: LeadRow, further: Evidence) => string];

const columnsFor = (ctx: Ctx): CsvColumn[] => [
  ['reports.csv.created', (lead) => clockTime(lead.createdAt, ctx.timezone)],
  ['reports.csv.seen', (lead) => clockTime(lead.lastSeenAt, ctx.timezone)],
  ['reports.csv.first-name', (lead) => lead.firstName],
  ['reports.csv.last-name', (lead) => lead.lastName],
  ['reports.csv.email', (lead) => lead.email],
  ['reports.csv.phone', (lead) => lead.phone],
  ['reports.csv.address', (lead) => lead.address],
  ['reports.csv.city', (lead) => lead.city],
  ['reports.csv.state', (lead) => lead.state],
  ['reports.csv.zip', (lead) => lead.zip],
  ['reports.csv.company', (lead) => lead.company],
  ['reports.csv.campaign', (_lead, row) => row.campaign],
  ...evidenceColumns(ctx),
  ...furtherColumns(ctx),
  ['reports.csv.visits', (lead) => String(lead.observations)],
  ...(ctx.can('see-prices', 'Report')
    ? [['reports.csv.price', (lead: Lead) => (lead.retailCents / 100).toFixed(2)] satisfies CsvColumn]
    : []),
  ['reports.csv.lead-status', (_lead, row) => (row.leadStatus ? ctx.t(`reports.lead-status.${row.leadStatus}`) : '')],
  ['reports.csv.id', (lead) => lead.id],
];

/** A column for each field of what a source saw; empty for leads of other sources. */
const evidenceColumns = (ctx: Ctx): CsvColumn[] =>
  [...ctx.use(Leads).sources()].flatMap(([source, { fields }]) =>
    fields.map((field): CsvColumn => [field.title, (lead) => (lead.source === source ? evidenceText(ctx, lead.evidence, field) : '')]),
  );

/** A column for each field of what other plugins know of leads. */
const furtherColumns = (ctx: Ctx): CsvColumn[] =>
  ctx
    .use(Leads)
    .furtherFields()
    .map((field) => [field.title, (_lead, _row, further) => evidenceText(ctx, further, field)]);
