import { conflict, type Ctx, type Question, type Tenant } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { type Product } from '../../foundation/companies/contract.ts';
import type { Term } from '../../money/pricing/contract.ts';
import { closeQuestion } from './close-question.ts';
import { closeNow } from './close.service.ts';
import { changeTerms, termsOfClient } from './terms.store.ts';
import { costOf, isCalendar, openPeriodNow } from './terms.service.ts';

/** What changing the term now would invoice and charge, asked before. */
export const termQuestion = (ctx: Ctx, client: Tenant, product: Product, to: Term): Promise<Question | null> =>
  closeQuestion(ctx, client, async (inner) => {
    const changes = (await termsOfClient(inner.db, { companyId: client.id, product })).some((terms) => terms.term !== to);
    return changes ? closeNow(inner, client) : [];
  });

/** A client's campaigns of a product go over to another term: none of them may be running, and what is owed so far is billed first. */
export async function onTermChange(ctx: Ctx, client: Tenant, product: Product, to: Term): Promise<void> {
  const changing = (await termsOfClient(ctx.db, { companyId: client.id, product })).filter((terms) => terms.term !== to);
  if (changing.length === 0) return;
  for (const { campaignId } of changing) {
    const campaign = await ctx.use(Campaigns).find(campaignId);
    if (campaign?.status === 'active') throw conflict('billing.problem.pause-first', { params: { campaign: campaign.name } });
  }
  await closeNow(ctx, client);
  for (const terms of changing) {
    const campaign = { id: terms.campaignId, companyId: client.id, agencyId: client.agencyId, product };
    const { minimumCents, wholesaleMinimumCents, priceVersionId } = await costOf(ctx, campaign, to);
    // Leads of a pack are paid beforehand; what comes after it is billed by the calendar.
    const billedFrom = isCalendar(to) && !isCalendar(terms.term) ? { billedFrom: ctx.now } : {};
    await changeTerms(ctx.db, terms.campaignId, {
      term: to,
      priceVersionId,
      minimumCents,
      wholesaleMinimumCents,
      termFrom: ctx.now,
      ...billedFrom,
    });
  }
  if (isCalendar(to)) await openPeriodNow(ctx, client.id, to);
}
