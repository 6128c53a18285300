import { type Ctx, type FieldError, Problem, T } from '../../../core/contract.ts';
import type { Campaign, CampaignFieldSet } from '../../campaign-management/campaigns/contract.ts';
import { Pricing } from '../../money/pricing/contract.ts';
import { MOST_LEADS } from './offer.ts';
import { hasPacks } from './packs.store.ts';
import { type Plan, plansOf, savePlan } from './plans.store.ts';

/** How a campaign buys its leads, as calls say it. */
interface Pack {
  leadsbuy: number;
  topupoptions: Plan['topUp'];
  contiDurationSelection: Plan['duration'];
}

const fields = {
  leadsbuy: T.Integer({ minimum: 0, maximum: MOST_LEADS }),
  topupoptions: T.Enum(['', 'onetime', 'continual']),
  contiDurationSelection: T.Enum(['', 'weekly', 'monthly']),
};

/**
 * The specification's `leadsbuy`, `topupoptions` and `contiDurationSelection` of a campaign: the pack that it is to begin with. Nothing is bought
 * by saying so; and once something was, buying says it.
 */
export const campaignPack: CampaignFieldSet = {
  fields,
  shown: { leadsbuy: T.Integer(), topupoptions: T.String(), contiDurationSelection: T.String() },
  ui: {},
  texts: 'prepaid.field',
  of: async (ctx, campaigns) => new Map([...(await packsAhead(ctx, campaigns))].map(([id, pack]) => [id, { ...pack }])),
  async save(ctx, campaign, sent) {
    const before = (await packsAhead(ctx, [campaign])).get(campaign.id)!;
    const said = Object.entries(sent).filter(([, value]) => value !== '' && value !== 0);
    const changes = said.filter(([name, value]) => value !== before[name as keyof Pack]);
    if (changes.length === 0) return;
    const wanted: Pack = { ...before, ...Object.fromEntries(said) };
    if (wanted.leadsbuy === 0) {
      const errors = changes.map(([field]): FieldError => ({ field, message: 'prepaid.problem.plan-of-nothing' }));
      throw new Problem(422, 'core.problem.invalid', { errors });
    }
    if (await hasPacks(ctx.db, campaign.id)) {
      const errors: FieldError[] = [{ field: 'leadsbuy', message: 'prepaid.problem.plan-bought' }];
      throw new Problem(422, 'core.problem.invalid', { errors });
    }
    await savePlan(ctx.db, campaign, {
      leads_buy: wanted.leadsbuy,
      top_up: wanted.topupoptions,
      duration: wanted.contiDurationSelection,
    });
  },
};

/** As said for each campaign, else as its client's prices say. */
async function packsAhead(ctx: Ctx, campaigns: readonly Campaign[]): Promise<Map<number, Pack>> {
  const ids = campaigns.map(({ id }) => id);
  const clients = campaigns.map(({ companyId }) => companyId);
  const [plans, costs] = await ctx.together([() => plansOf(ctx.db, ids), () => ctx.use(Pricing).latestCosts([...new Set(clients)])]);
  return new Map(
    campaigns.map(({ id, companyId, product }): [number, Pack] => {
      const plan = plans.get(id);
      if (plan) return [id, { leadsbuy: plan.leadsBuy, topupoptions: plan.topUp, contiDurationSelection: plan.duration }];
      const cost = costs.get(companyId)?.get(product);
      return [
        id,
        {
          leadsbuy: cost?.leadsbuy ?? 0,
          topupoptions: cost?.topupoptions ?? 'onetime',
          contiDurationSelection: cost?.contiDurationSelection ?? 'weekly',
        },
      ];
    }),
  );
}
