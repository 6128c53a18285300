import { type Ctx, notFound } from '../../../core/contract.ts';
import { fieldsOf } from './campaign-input.ts';
import { type CampaignRow, findCampaign, rulesOf } from './campaign.store.ts';
import type { CampaignTrialsApi } from './contract.ts';
import { refuseForeignFields } from './fields.ts';
import { pricesFrom } from './lead-prices.ts';

export const trialsOf = (ctx: Ctx): CampaignTrialsApi => ({
  async of(id, sent) {
    const row = await findCampaign(ctx, id, 'update');
    if (!row) throw notFound();
    refuseForeignFields(ctx, row.product, sent);
    const fields = { ...fieldsOf(sent, row), ...(await pricesFrom(ctx, sent, row, false)) };
    const tried = { ...row, ...fields } as CampaignRow;
    // The price that is agreed on, also where it counts from midnight only.
    const cents = fields.retail_cents ?? Number(row.retail_cents);
    return {
      rules: { ...rulesOf(tried, ctx.now), retailCents: cents },
      caps: {
        timezone: tried.timezone,
        leadLimit: tried.lead_limit,
        frequency: tried.limit_frequency,
        costLimitCents: Number(tried.cost_limit_cents),
        centsEach: cents,
      },
    };
  },
});
