import { DateTime } from 'luxon';
import type { LeadCreditsOf } from '../reports/contract.ts';
import { creditedBetween } from './cases.store.ts';

/** What was given back for leads, on the day of the credit: reports take it off what they call spend. */
export const leadCredits: LeadCreditsOf = async (ctx, { from, to, timezone }) =>
  (await creditedBetween(ctx.db, from, to)).map((made) => ({
    day: DateTime.fromJSDate(made.answered_at!, { zone: timezone }).toFormat('yyyy-MM-dd'),
    agencyId: made.agency_id,
    campaignId: made.campaign_id,
    retailCents: Number(made.retail_cents),
    wholesaleCents: Number(made.fee_cents),
  }));
