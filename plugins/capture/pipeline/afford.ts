import type { Ctx } from '../../../core/contract.ts';
import { Campaigns } from '../../campaigns/contract.ts';
import { Wallet, type WalletApi } from '../../wallet/contract.ts';
import { localDay } from '../local-day.ts';
import type { Candidate } from './candidate.ts';

/**
 * Pays for as many new people as the agency's wallet, the client's share of it and each campaign's cap allow, in the order they came; they
 * become `lead`. The others end as `wallet`, `share` or `cap`. One client's price after the other, because what one spends the next no
 * longer has.
 */
export async function payFor(ctx: Ctx, candidates: readonly Candidate[]): Promise<void> {
  const wallet = ctx.use(Wallet);
  const price = await wholesaleOf(wallet, candidates);
  for (const [, wanted] of Map.groupBy(candidates, (c) => `${price(c)} ${c.rules.companyId}`)) {
    const wholesaleCents = price(wanted[0]!);
    const { leads, short } = await wallet.affordable(ctx.tenant.id, wanted[0]!.rules.companyId, wholesaleCents, wanted.length);
    let payable = leads;
    // A cap's window begins at local midnight, so one day's places are asked for at a time.
    for (const [, sameDay] of Map.groupBy(wanted, (c) => `${c.rules.id} ${localDay(c.visits[0]!.at.getTime(), c.rules.timezone)}`)) {
      const asked = Math.min(payable, sameDay.length);
      const [{ rules, visits }] = sameDay as [Candidate];
      const got = asked === 0 ? 0 : await ctx.use(Campaigns).takePlaces(rules.id, asked, visits[0]!.at);
      sameDay.forEach((c, n) => {
        c.outcome = n < got ? 'lead' : n < asked ? 'cap' : (short ?? 'wallet');
        c.wholesaleCents = wholesaleCents;
      });
      payable -= got;
    }
    const sold = wanted.filter((c) => c.outcome === 'lead');
    if (sold.length === 0) continue;
    await wallet.chargeLeads(
      ctx.tenant.id,
      sold.map((c) => ({
        leadId: c.leadId,
        campaignId: c.rules.id,
        companyId: c.rules.companyId,
        retailCents: c.rules.retailCents,
        wholesaleCents,
      })),
    );
  }
}

/** What a lead of each campaign costs the agency: by product, and by the payment term of its client. */
async function wholesaleOf(wallet: WalletApi, candidates: readonly Candidate[]): Promise<(c: Candidate) => number> {
  const key = ({ rules }: Candidate): string => `${rules.product} ${rules.companyId}`;
  const cents = new Map<string, number>();
  for (const c of candidates) {
    if (!cents.has(key(c))) cents.set(key(c), await wallet.wholesaleCents(c.rules.product, c.rules.companyId));
  }
  return (c) => cents.get(key(c))!;
}
