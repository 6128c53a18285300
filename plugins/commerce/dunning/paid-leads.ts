import type { Ctx } from '../../../core/contract.ts';
import { Billing, type CampaignTerms, type Invoice } from '../billing/contract.ts';
import type { Lead } from '../../lead-intake/leads/contract.ts';
import type { ExportLimitOf } from '../../reporting/reports/contract.ts';
import { arrearsOf } from './arrears.store.ts';

/** A suspended client carries away the leads that it has paid for; it may look at all of them. */
export const exportLimit: ExportLimitOf = async (ctx) => {
  const stage = ctx.tenant.kind === 'client' ? (await arrearsOf(ctx.db, ctx.tenant.id))?.stage : undefined;
  if (stage === undefined || stage === 'failed') return null;
  return { note: ctx.t('dunning.export.paid-only'), keep: (leads) => paidLeads(ctx, leads) };
};

/** What a client has not paid for. */
export interface Owed {
  unpaid: readonly Pick<Invoice, 'term' | 'lines' | 'issuedAt'>[];
  /** Since when, by the term of the calendar. */
  since: Record<'Weekly' | 'Monthly', Date>;
}

/** Those of the caller's leads that are paid for: nobody waits for their money any more, or they are of a pack, or they cost nothing. */
async function paidLeads(ctx: Ctx, leads: readonly Lead[]): Promise<Lead[]> {
  const billing = ctx.use(Billing);
  const { id } = ctx.tenant;
  const since = { Weekly: await billing.owedSince(id, 'Weekly'), Monthly: await billing.owedSince(id, 'Monthly') };
  const owed: Owed = { unpaid: await billing.unpaid(id), since };
  const terms = new Map<number, CampaignTerms | null>();
  for (const { campaignId } of leads) if (!terms.has(campaignId)) terms.set(campaignId, await billing.termsOf(campaignId));
  return leads.filter((lead) => lead.retailCents === 0 || isPaid(lead, terms.get(lead.campaignId)?.term, owed));
}

/** Whether a lead is paid for, given its campaign's term and what is owed. */
export function isPaid(
  { campaignId, createdAt }: Pick<Lead, 'campaignId' | 'createdAt'>,
  term: Invoice['term'] | undefined,
  { unpaid, since }: Owed,
): boolean {
  if (term === 'Weekly' || term === 'Monthly') return createdAt < since[term];
  return !unpaid.some((invoice) =>
    invoice.lines.some((line) => {
      if (line.campaignId !== campaignId) return false;
      // Of the time before packs, or made since the pack was bought.
      if (invoice.term === 'Weekly' || invoice.term === 'Monthly')
        return line.kind === 'leads' && createdAt >= since[invoice.term] && createdAt < invoice.issuedAt;
      return line.kind === 'pack' && createdAt >= invoice.issuedAt;
    }),
  );
}
