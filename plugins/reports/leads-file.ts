import { BYTE_ORDER_MARK, csvLines, csvPieces, type Ctx, dayOf, denied, type FileBody } from '../../core/contract.ts';
import { Campaigns } from '../campaigns/contract.ts';
import { type Evidence, type Lead, type LeadNarrowing, type LeadPlace, Leads } from '../leads/contract.ts';
import { evidenceText, leadStatusesOf } from './lead-rows.ts';
import { exportLimits } from './export-limits.ts';
import { clockTime } from './period.ts';

/** Leads that are read at a time: few enough that everybody else is served in between. */
const PART = 500;

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
        const { rows, next } = await inner.use(Leads).walk(which, at, PART);
        const lines = await linesOf(inner, await allowed(inner, rows), campaigns);
        return { text: at === null ? [BYTE_ORDER_MARK + csvLines([headings]), ...lines] : lines, next };
      },
    },
  };
}

async function allowed(ctx: Ctx, leads: readonly Lead[]): Promise<Lead[]> {
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
type Column = [heading: string, value: (lead: Lead, known: Known) => string];

const headingsOf = (ctx: Ctx): string[] => columnsOf(ctx).map(([heading]) => ctx.t(heading));

/** The lines of some leads; `campaigns` remembers their names from one part to the next. */
async function linesOf(ctx: Ctx, leads: readonly Lead[], campaigns: Map<number, string>): Promise<Iterable<string>> {
  const unknown = new Set(leads.map((lead) => lead.campaignId).filter((id) => !campaigns.has(id)));
  if (unknown.size > 0) for (const [id, { name }] of await ctx.use(Campaigns).rules([...unknown])) campaigns.set(id, name);
  const statuses = await leadStatusesOf(ctx, leads);
  const further = await ctx.use(Leads).further(leads);
  const columns = columnsOf(ctx);
  return csvPieces(leads, (lead) => {
    const status = statuses.get(lead.id)?.leadStatus;
    const known: Known = {
      campaign: campaigns.get(lead.campaignId) ?? '',
      status: status ? ctx.t(`reports.lead-status.${status}`) : '',
      further: further.get(lead.id) ?? {},
    };
    return columns.map(([, value]) => value(lead, known));
  });
}

const columnsOf = (ctx: Ctx): Column[] => [
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
  ['reports.csv.campaign', (_lead, { campaign }) => campaign],
  ...evidenceColumns(ctx),
  ...furtherColumns(ctx),
  ['reports.csv.visits', (lead) => String(lead.observations)],
  ...(ctx.can('see-prices', 'Report') ? [['reports.csv.price', (lead: Lead) => (lead.retailCents / 100).toFixed(2)] satisfies Column] : []),
  ['reports.csv.tags', (lead) => lead.tags.join(', ')],
  ['reports.csv.lead-status', (_lead, { status }) => status],
  ['reports.csv.id', (lead) => lead.id],
];

/** A column for each field of what a source saw; empty for leads of other sources. */
const evidenceColumns = (ctx: Ctx): Column[] =>
  [...ctx.use(Leads).sources()].flatMap(([source, { fields }]) =>
    fields.map((field): Column => [field.title, (lead) => (lead.source === source ? evidenceText(ctx, lead.evidence, field) : '')]),
  );

/** A column for each field of what other plugins know of leads. */
const furtherColumns = (ctx: Ctx): Column[] =>
  ctx
    .use(Leads)
    .furtherFields()
    .map((field) => [field.title, (_lead, { further }) => evidenceText(ctx, further, field)]);
