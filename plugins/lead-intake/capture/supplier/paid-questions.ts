import { type Ctx, dayOf } from '../../../../core/contract.ts';
import type { PaidQuestionsApi } from '../contract.ts';
import { takeQuestions } from './lookup-budget.store.ts';
import { LookupBudget } from './supplier.settings.ts';

/** The port: what every campaign may ask in a day, as the root set it. */
export const paidQuestionsOf = (ctx: Ctx): PaidQuestionsApi => ({
  async take({ campaignId, companyId, timezone }, want) {
    const { perCampaign } = await ctx.setting(LookupBudget);
    return takeQuestions(ctx.db, { campaignId, companyId, day: dayOf(ctx.now, timezone) }, want, perCampaign);
  },
});
