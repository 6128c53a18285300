import { createHash } from 'node:crypto';
import { BYTE_ORDER_MARK, csvLines, csvPieces, type Ctx, dayOf, denied, type FileBody, momentText } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { Exclusions } from '../../campaign-management/exclusions/contract.ts';
import { type Lead, type LeadPlace, type LeadSelection, LeadSelections } from '../../lead-intake/leads/contract.ts';
import { exportLimits } from '../reports/shared.ts';

/** `hashed`: only e-mail addresses, as ad networks match them. */
export const FORMATS = ['plain', 'hashed'] as const;
export type Format = (typeof FORMATS)[number];

/** People who are read at a time: few enough that everybody else is served in between. */
const PART = 500;

/**
 * The people of a selection whom the caller may carry away as a file of any length, newest first; nobody who is on an exclusion list. Who comes
 * while it is read is not in it.
 */
export function audienceFile(ctx: Ctx, selection: LeadSelection, format: Format): FileBody {
  const fixed = { ...selection, to: selection.to ?? ctx.now };
  const lines = format === 'hashed' ? hashedLines() : plainLines();
  const head = lines.head(ctx);
  return {
    filename: `audience-${dayOf(ctx.now, ctx.timezone)}.csv`,
    type: 'text/csv; charset=utf-8',
    body: {
      from: null,
      async write(inner, at: LeadPlace | null) {
        // Lines must not stand under the headings of another language.
        if (lines.head(inner) !== head) throw denied();
        const { rows, next } = await inner.use(LeadSelections).walk(fixed, at, PART);
        const text = await lines.of(inner, await allowed(inner, rows));
        return { text: at === null ? [head, ...text] : text, next };
      },
    },
  };
}

async function allowed(ctx: Ctx, leads: Lead[]): Promise<Lead[]> {
  let kept = leads;
  for (const limit of await exportLimits(ctx)) kept = await limit.keep(kept);
  const excluded = await ctx
    .use(Exclusions)
    .screen(kept.map(({ companyId, email, phone }) => ({ companyId, email: normalised(email), phone })));
  return kept.filter((_lead, at) => !excluded.has(at));
}

interface Lines {
  head(ctx: Ctx): string;
  of(ctx: Ctx, leads: readonly Lead[]): Promise<Iterable<string>>;
}

/** One column, named as ad networks know it; each address once. No mark of its encoding: their readers would take that for part of the name. */
function hashedLines(): Lines {
  // Half of a hash tells addresses apart, and a million of them take some sixty megabytes.
  const known = new Set<string>();
  return {
    head: () => csvLines([['Email']]),
    async of(_ctx, leads) {
      const lines: string[] = [];
      for (const email of leads.map((lead) => normalised(lead.email)).filter(Boolean)) {
        const hash = createHash('sha256').update(email).digest();
        const key = hash.toString('latin1', 0, 16);
        if (known.has(key)) continue;
        known.add(key);
        lines.push(csvLines([[hash.toString('hex')]]));
      }
      return lines;
    },
  };
}

function plainLines(): Lines {
  const campaigns = new Map<number, string>();
  const columns = (ctx: Ctx): [title: string, value: (lead: Lead) => string][] => [
    ['first-name', (lead) => lead.firstName],
    ['last-name', (lead) => lead.lastName],
    ['email', (lead) => lead.email],
    ['phone', (lead) => lead.phone],
    ['address', (lead) => lead.address],
    ['city', (lead) => lead.city],
    ['state', (lead) => lead.state],
    ['zip', (lead) => lead.zip],
    ['company', (lead) => lead.company],
    ['campaign', (lead) => campaigns.get(lead.campaignId) ?? ''],
    ['visits', (lead) => String(lead.observations)],
    ['created', (lead) => momentText(lead.createdAt, ctx.timezone, ctx.locale)],
  ];
  return {
    head: (ctx) => BYTE_ORDER_MARK + csvLines([columns(ctx).map(([title]) => ctx.t(`audiences.column.${title}`))]),
    async of(ctx, leads) {
      const unknown = new Set(leads.map(({ campaignId }) => campaignId).filter((id) => !campaigns.has(id)));
      if (unknown.size > 0) for (const [id, { name }] of await ctx.use(Campaigns).byId([...unknown])) campaigns.set(id, name);
      const cells = columns(ctx);
      return csvPieces(leads, (lead) => cells.map(([, value]) => value(lead)));
    },
  };
}

const normalised = (email: string): string => email.trim().toLowerCase();
