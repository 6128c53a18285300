import type { LeadCreditsOf } from '../../reporting/reports/contract.ts';
import { creditedBetween } from './cases.store.ts';

/** What was given back for leads, at the time of the credit: reports take it off what they call spend. */
export const leadCredits: LeadCreditsOf = async (ctx, { from, to }) =>
  (await creditedBetween(ctx.db, from, to)).map((made) => ({
    at: made.answered_at!,
    agencyId: made.agency_id,
    companyId: made.company_id,
    campaignId: made.campaign_id,
    retailCents: Number(made.retail_cents),
    wholesaleCents: Number(made.fee_cents),
  }));
