import type { Ctx } from '../../../core/contract.ts';
import { Campaigns, type CampaignRules } from '../../campaign-management/campaigns/contract.ts';
import { Duplicates, type EarlierLead, type Lead, Leads } from '../../lead-intake/leads/contract.ts';
import { isInPlace } from '../../lead-intake/leads/shared.ts';
import { ExclusionHistory, type Listed } from '../../campaign-management/exclusions/contract.ts';
import { statesOf } from './cases.store.ts';
import type { Cause } from './terms.ts';
import type { CoveredLead } from './warranty-period.store.ts';

/** Why a lead should not have been sold, and what shows it. */
export interface Fault {
  cause: Exclude<Cause, 'returned'>;
  evidence: Record<string, string>;
}

/** Finds the leads that should not have been sold, by lead id. What a company's own server says of a lead is no proof. */
export async function faultsOf(ctx: Ctx, leads: readonly Lead[], covered: ReadonlyMap<string, CoveredLead>): Promise<Map<string, Fault>> {
  const rules = await ctx.use(Campaigns).rules([...new Set(leads.map((lead) => lead.campaignId))]);
  const sources = ctx.use(Leads).sources();
  const listed = await listedOf(ctx, leads);
  const earlier = await paidBefore(ctx, leads, rules);
  const found = leads.map((lead, n): [string, Fault | null] => {
    const { told, is_new: isNew } = covered.get(lead.id)!;
    const of = rules.get(lead.campaignId);
    const list = listed.get(n);
    const twin = earlier.get(lead.id);
    if (list) return [lead.id, { cause: 'excluded', evidence: { list: list.list, since: list.since.toISOString() } }];
    if (twin) return [lead.id, { cause: 'duplicate', evidence: { lead: twin.id, at: twin.createdAt.toISOString() } }];
    if (told?.hosts === 'fixed') return [lead.id, { cause: 'invalid', evidence: { by: told.connector, note: told.note } }];
    if (lead.email !== '' && !canReceive(lead.email)) return [lead.id, { cause: 'invalid', evidence: { by: 'address' } }];
    if (isNew && of && !sources.get(lead.source)?.checksPlace && !isInPlace(of, lead))
      return [lead.id, { cause: 'out_of_area', evidence: { state: lead.state, city: lead.city, zip: lead.zip } }];
    return [lead.id, null];
  });
  return new Map(found.flatMap(([id, fault]) => (fault ? [[id, fault]] : [])));
}

/** By position the leads that stood on an exclusion list when they came. */
async function listedOf(ctx: Ctx, leads: readonly Lead[]): Promise<Map<number, Listed>> {
  if (!ctx.has(ExclusionHistory)) return new Map();
  return ctx
    .use(ExclusionHistory)
    .listedAt(leads.map(({ companyId, email, createdAt }) => ({ companyId, email: email.trim().toLowerCase(), at: createdAt })));
}

/** Earlier leads that were the same person and were paid for: of two that are one, only the second is credited. */
async function paidBefore(ctx: Ctx, leads: readonly Lead[], rules: ReadonlyMap<number, CampaignRules>): Promise<Map<string, EarlierLead>> {
  if (!ctx.has(Duplicates)) return new Map();
  const windows = leads.flatMap(({ id, campaignId }) => {
    const of = rules.get(campaignId);
    return of ? [{ id, window: of.reidentification, wholeClient: of.wholeClient }] : [];
  });
  const earlier = await ctx.use(Duplicates).earlier(windows);
  const states = await statesOf(
    ctx.db,
    [...earlier.values()].map(({ id }) => id),
  );
  return new Map([...earlier].filter(([, { id }]) => states.get(id) !== 'credited'));
}

/** Whether mail could be sent there at all: written like an address, and not below the one domain that never exists (RFC 6761). */
export const canReceive = (email: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email) && !/\.invalid$/i.test(email);
