import { BYTE_ORDER_MARK, csvLines, csvPieces, type Ctx, dayOf, denied, type FileBody } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { type Evidence, type Lead, type LeadNarrowing, type LeadPlace, Leads } from '../../lead-intake/leads/contract.ts';
import { exportLimits } from './export-limits.ts';
import { type Cell, plainText, type ReportColumn } from './files/report.ts';
import { evidenceText, leadStatusesOf } from './lead-rows.ts';

/** Leads that are read at a time: few enough that everybody else is served in between. */
const PART = 1_000;
/** And of the first ones, so that the file begins at once. */
const FIRST = 100;

/**
 * The leads that the caller may carry away as a CSV file of any length, newest first, with headings and times as they read them. Those that
 * arrive while it is read are not in it.
 */
export function leadFile(ctx: Ctx, filter: LeadNarrowing): FileBody {
  const which = { ...filter, to: filter.to ?? ctx.now };
  const headings = headingsOf(ctx);
  const campaigns = new Map<number, string>();
  return {
    filename: `leads-${dayOf(ctx.now, ctx.timezone)}.csv`,
    type: 'text/csv; charset=utf-8',
    body: {
      from: null,
      async write(inner, at: LeadPlace | null) {
        // Somebody may no longer see prices, or a plugin with columns of its own be gone: lines must not stand under others' headings.
        if (headingsOf(inner).join('\n') !== headings.join('\n')) throw denied();
        const { rows, next } = await inner.use(Leads).walk(which, at, at === null ? FIRST : PART);
        const lines = await linesOf(inner, await carriedAway(inner, rows), campaigns);
        return { text: at === null ? [BYTE_ORDER_MARK + csvLines([headings]), ...lines] : lines, next };
      },
    },
  };
}

/** Those of the leads that the caller's files hold: no test leads, and none that something keeps back from them. */
export async function carriedAway(ctx: Ctx, leads: readonly Lead[]): Promise<Lead[]> {
  let real = leads.filter((lead) => !lead.isTest);
  for (const limit of await exportLimits(ctx)) real = await limit.keep(real);
  return real;
}

/** What is known of a lead beside the lead. */
interface Known {
  campaign: string;
  /** In the reader's language. */
  status: string;
  further: Evidence;
}
export interface LeadColumn {
  /** Message key. */
  heading: string;
  /** Message key of what an observation of the source is called whose field this is. */
  source?: string;
  /** Text where it is left out. */
  as?: ReportColumn['as'];
  onPaper?: true;
  of(lead: Lead, known: Known): Cell;
}
export type LeadCells = (lead: Lead) => Known;

/** Headings say by whose clock times are written, and of which source a field is where other columns have the same name. */
export function headingsOf(ctx: Ctx, columns = leadColumns(ctx)): string[] {
  const namesakes = Map.groupBy(columns, ({ heading }) => ctx.t(heading));
  return columns.map(({ heading, source, as }) => {
    const what = ctx.t(heading);
    if (as === 'time') return ctx.t('reports.csv.in-zone', { what, zone: ctx.timezone });
    return source && namesakes.get(what)!.length > 1 ? ctx.t('reports.csv.of-source', { what, source: ctx.t(source) }) : what;
  });
}

/** What is known of some leads; `campaigns` remembers their names from one part to the next. */
export async function leadCells(ctx: Ctx, leads: readonly Lead[], campaigns: Map<number, string>): Promise<LeadCells> {
  const unknown = new Set(leads.map((lead) => lead.campaignId).filter((id) => !campaigns.has(id)));
  if (unknown.size > 0) for (const [id, { name }] of await ctx.use(Campaigns).byId([...unknown])) campaigns.set(id, name);
  const statuses = await leadStatusesOf(ctx, leads);
  const further = await ctx.use(Leads).further(leads);
  return (lead) => {
    const status = statuses.get(lead.id)?.leadStatus;
    return {
      campaign: campaigns.get(lead.campaignId) ?? '',
      status: status ? ctx.t(`reports.lead-status.${status}`) : '',
      further: further.get(lead.id) ?? {},
    };
  };
}

async function linesOf(ctx: Ctx, leads: readonly Lead[], campaigns: Map<number, string>): Promise<Iterable<string>> {
  const known = await leadCells(ctx, leads, campaigns);
  const columns = leadColumns(ctx);
  return csvPieces(leads, (lead) => {
    const beside = known(lead);
    return columns.map(({ of, as = 'text' }) => plainText(of(lead, beside), as, ctx.timezone));
  });
}

const paper = { onPaper: true } as const;
/** The columns of a lead in files, as far as the caller sees them. */
export const leadColumns = (ctx: Ctx): LeadColumn[] => [
  { heading: 'reports.csv.created', as: 'time', ...paper, of: (lead) => lead.createdAt },
  { heading: 'reports.csv.seen', as: 'time', of: (lead) => lead.lastSeenAt },
  { heading: 'reports.csv.first-name', ...paper, of: (lead) => lead.firstName },
  { heading: 'reports.csv.last-name', ...paper, of: (lead) => lead.lastName },
  { heading: 'reports.csv.email', ...paper, of: (lead) => lead.email },
  { heading: 'reports.csv.phone', ...paper, of: (lead) => lead.phone },
  { heading: 'reports.csv.address', of: (lead) => lead.address },
  { heading: 'reports.csv.city', ...paper, of: (lead) => lead.city },
  { heading: 'reports.csv.state', of: (lead) => lead.state },
  { heading: 'reports.csv.zip', of: (lead) => lead.zip },
  { heading: 'reports.csv.company', of: (lead) => lead.company },
  { heading: 'reports.csv.campaign', ...paper, of: (_lead, { campaign }) => campaign },
  ...evidenceColumns(ctx),
  ...furtherColumns(ctx),
  { heading: 'reports.csv.visits', as: 'number', of: (lead) => lead.observations },
  ...(ctx.can('see-prices', 'Report')
    ? [{ heading: 'reports.csv.price', as: 'money', of: (lead) => lead.retailCents } satisfies LeadColumn]
    : []),
  { heading: 'reports.csv.tags', of: (lead) => lead.tags.join(', ') },
  { heading: 'reports.csv.lead-status', of: (_lead, { status }) => status },
  { heading: 'reports.csv.id', of: (lead) => lead.id },
];

/** A column for each field of what a source saw; empty for leads of other sources. */
const evidenceColumns = (ctx: Ctx): LeadColumn[] =>
  [...ctx.use(Leads).sources()].flatMap(([source, { title, fields }]) =>
    fields.map((field): LeadColumn => ({
      heading: field.title,
      source: title,
      of: (lead) => (lead.source === source ? evidenceText(ctx, lead.evidence, field) : ''),
    })),
  );

/** A column for each field of what other plugins know of leads. */
const furtherColumns = (ctx: Ctx): LeadColumn[] =>
  ctx
    .use(Leads)
    .furtherFields()
    .map((field) => ({ heading: field.title, of: (_lead, { further }) => evidenceText(ctx, further, field) }));
