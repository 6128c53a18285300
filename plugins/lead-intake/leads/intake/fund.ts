import { type Ctx, dayOf } from '../../../../core/contract.ts';
import { type CampaignRules, Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { type Funding, LeadFunding } from '../contract.ts';
import { type Candidate, firstOf } from './candidate.ts';

/** Whoever pays for leads. Nobody: none is made, rather than given away because a plugin failed. */
export function fundingOf(ctx: Ctx): Funding {
  const [funding] = ctx.contributions(LeadFunding);
  if (!funding) throw new Error('no plugin funds leads (LeadFunding)');
  return funding;
}

/**
 * Pays for as many new people as the agency's money and each campaign's quota allow; they become `lead`. The others end as `cap`, or as the
 * funding says. One client after the other, because what one spends the next no longer has; money before quota, so that no place is
 * taken which nobody can pay for. In the order of their numbers, so that no two batches wait for each other crosswise.
 */
export async function fund(ctx: Ctx, candidates: readonly Candidate[]): Promise<void> {
  const funding = fundingOf(ctx);
  const ofClients = Map.groupBy(candidates, (c) => `${c.rules.companyId} ${c.rules.product}`);
  const inOrder = [...ofClients.values()].toSorted(([a], [b]) => compare(a!.rules, b!.rules));
  for (const wanted of inOrder) {
    const { companyId, product } = wanted[0]!.rules;
    const reserved = await funding.reserve(ctx, { companyId, product, leads: wanted.length });
    await takeQuota(ctx, wanted, reserved.leads, reserved.short);
    const sold = wanted.filter((c) => c.outcome === 'lead');
    for (const c of sold) c.wholesaleCents = reserved.wholesaleCents;
    if (sold.length > 0) await funding.charge(ctx, sold.map(soldOf));
  }
}

const compare = (a: CampaignRules, b: CampaignRules): number => a.companyId - b.companyId || a.product.localeCompare(b.product);

/**
 * Takes places for those who can be paid for, in the order they came. A quota's window begins at local midnight, and its ceiling is one of money, so
 * those of one day and price are asked for at a time.
 */
async function takeQuota(ctx: Ctx, wanted: readonly Candidate[], payable: number, short: string | null): Promise<void> {
  const alike = Map.groupBy(wanted, (c) => `${c.rules.id} ${dayOf(firstOf(c).at, c.rules.timezone)} ${c.retailCents}`);
  let left = payable;
  for (const same of [...alike.values()].toSorted(([a], [b]) => a!.rules.id - b!.rules.id)) {
    const [first] = same as [Candidate];
    const asked = Math.min(left, same.length);
    const got = asked === 0 ? 0 : await ctx.use(Campaigns).reserveQuota(first.rules.id, asked, firstOf(first).at, first.retailCents);
    same.forEach((c, n) => {
      c.outcome = n < got ? 'lead' : n < asked || short === null ? 'cap' : short;
    });
    left -= got;
  }
}

const soldOf = ({ leadId, rules, retailCents, wholesaleCents }: Candidate) => ({
  leadId,
  campaignId: rules.id,
  companyId: rules.companyId,
  retailCents,
  wholesaleCents,
});
