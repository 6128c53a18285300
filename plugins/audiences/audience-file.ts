import { createHash } from 'node:crypto';
import { BYTE_ORDER_MARK, csvLines, type Ctx, dayOf, type FileBody, momentText, Problem } from '../../core/contract.ts';
import { Campaigns } from '../campaigns/contract.ts';
import { Exclusions } from '../exclusions/contract.ts';
import { type Lead, type LeadSelection, LeadSelections } from '../leads/contract.ts';
import type { ExportLimit } from '../reports/contract.ts';
import { exportLimits } from '../reports/shared.ts';

/** `hashed`: only e-mail addresses, as ad networks match them. */
export const FORMATS = ['plain', 'hashed'] as const;
export type Format = (typeof FORMATS)[number];

/** Most people in one file, and how many are read at a time, so that other requests are served in between. */
const MOST = 100_000;
const BATCH = 10_000;

/**
 * The people of a selection whom the caller may carry away, newest first; nobody who is on an exclusion list. Throws 422 where there are more
 * than a file holds: one that silently lacks people is worse than none.
 */
export async function audienceFile(ctx: Ctx, selection: LeadSelection, format: Format): Promise<{ file: FileBody; rows: number }> {
  // Leads that arrive meanwhile are not of this file.
  const fixed = { ...selection, to: selection.to ?? ctx.now };
  const { isLeast } = await ctx.use(LeadSelections).count(fixed, MOST + 1);
  if (isLeast) throw new Problem(422, 'audiences.problem.too-large', { params: { most: MOST.toLocaleString('en-US') } });
  const limits = await exportLimits(ctx);
  const lines = format === 'hashed' ? hashedLines() : plainLines(ctx);
  let body = lines.head;
  let rows = 0;
  for (let after: Lead | undefined; ;) {
    const leads = await ctx.use(LeadSelections).page(fixed, { limit: BATCH, ...(after && { after }) });
    if (leads.length === 0) break;
    after = leads.at(-1);
    const cells = await lines.of(await allowed(ctx, limits, leads));
    rows += cells.length;
    body += csvLines(cells);
  }
  return { file: { filename: `audience-${dayOf(ctx.now, ctx.timezone)}.csv`, type: 'text/csv; charset=utf-8', body }, rows };
}

async function allowed(ctx: Ctx, limits: readonly ExportLimit[], leads: Lead[]): Promise<Lead[]> {
  let kept = leads;
  for (const limit of limits) kept = await limit.keep(kept);
  const excluded = await ctx.use(Exclusions).screen(kept.map(({ companyId, email }) => ({ companyId, email: normalised(email) })));
  return kept.filter((_lead, at) => !excluded.has(at));
}

interface Lines {
  head: string;
  of(leads: readonly Lead[]): Promise<string[][]>;
}

/** One column, named as ad networks know it; each address once. No mark of its encoding: their readers would take that for part of the name. */
function hashedLines(): Lines {
  const known = new Set<string>();
  return {
    head: csvLines([['Email']]),
    async of(leads) {
      const fresh = [...new Set(leads.map(({ email }) => normalised(email)).filter((email) => email !== ''))].filter(
        (email) => !known.has(email),
      );
      fresh.forEach((email) => known.add(email));
      return fresh.map((email) => [createHash('sha256').update(email).digest('hex')]);
    },
  };
}

function plainLines(ctx: Ctx): Lines {
  const columns: [title: string, value: (lead: Lead, campaign: string) => string][] = [
    ['first-name', (lead) => lead.firstName],
    ['last-name', (lead) => lead.lastName],
    ['email', (lead) => lead.email],
    ['phone', (lead) => lead.phone],
    ['address', (lead) => lead.address],
    ['city', (lead) => lead.city],
    ['state', (lead) => lead.state],
    ['zip', (lead) => lead.zip],
    ['company', (lead) => lead.company],
    ['campaign', (_lead, campaign) => campaign],
    ['visits', (lead) => String(lead.observations)],
    ['created', (lead) => momentText(lead.createdAt, ctx.timezone, ctx.locale)],
  ];
  return {
    head: BYTE_ORDER_MARK + csvLines([columns.map(([title]) => ctx.t(`audiences.column.${title}`))]),
    async of(leads) {
      const campaigns = await ctx.use(Campaigns).rules([...new Set(leads.map(({ campaignId }) => campaignId))]);
      return leads.map((lead) => columns.map(([, value]) => value(lead, campaigns.get(lead.campaignId)?.name ?? '')));
    },
  };
}

const normalised = (email: string): string => email.trim().toLowerCase();
