import type { Ctx, Static } from '../../../../core/contract.ts';
import type { CampaignRules } from '../../../campaign-management/campaigns/contract.ts';
import { LeadFunding, type LeadQueue, type Queued } from '../../../lead-intake/leads/contract.ts';
import { Pricing } from '../../../money/pricing/contract.ts';
import { ADVANCED } from '../information.ts';
import type { Enhancements } from '../source.ts';
import { type Answered, asked, claimAnswered } from './people.store.ts';

type Evidence = Static<typeof Enhancements.evidence>;
interface QueuedPerson extends Queued {
  found: Answered;
}
/** Seconds until somebody for whom there was no room or money after all is looked at again. */
const AFTER_SHORTAGE = 60;

/** People about whom something may have come back, for one campaign, as the intake's runner works them. */
export function peopleQueue(campaignId: number): LeadQueue<QueuedPerson, Evidence> {
  return {
    async claim(ctx, which) {
      const wanted = 'refs' in which ? { ids: which.refs } : which;
      return (await claimAnswered(ctx.db, campaignId, wanted)).map((found) => ({ ref: found.leadId, campaignId, at: ctx.now, found }));
    },

    async screen(ctx, items, rules) {
      const of = rules.get(campaignId);
      const advancedCents = of ? await advancedPrice(ctx, of) : 0;
      const known = items.filter(({ found }) => found.answer.groups.length > 0);
      return {
        observations: known.map(({ ref, at, found: { key, answer } }) => ({
          ref,
          campaignId,
          personKey: key,
          person: answer.person,
          at,
          ...(answer.groups.some((group) => ADVANCED.includes(group)) && { retailCents: advancedCents }),
          evidence: { ...answer.information, informationGroups: answer.groups.length },
        })),
        ended: items
          .filter((item) => !known.includes(item))
          .map(({ ref, found }) => ({ ref, outcome: found.answer.ended ?? 'nothing_found' })),
        held: [],
      };
    },

    async close(ctx, ended) {
      const short = new Set(['cap', ...ctx.contributions(LeadFunding).flatMap(({ outcomes }) => Object.keys(outcomes))]);
      const leadIds = (of: typeof ended): string[] => of.map(({ item }) => item.found.leadId);
      await asked.finish(ctx.db, campaignId, leadIds(ended.filter(({ outcome }) => !short.has(outcome))));
      // What came back was paid for: it waits until there is room.
      await asked.setBack(ctx.db, campaignId, leadIds(ended.filter(({ outcome }) => short.has(outcome))), AFTER_SHORTAGE);
    },

    setAside: async (ctx, { found }, seconds) => void (await asked.setBack(ctx.db, campaignId, [found.leadId], seconds)),
  };
}

/** `CostSetAdvanced`, which is never below the campaign's own price: more information does not cost less. */
async function advancedPrice(ctx: Ctx, { companyId, product, retailCents, advancedCents }: CampaignRules): Promise<number> {
  if (advancedCents !== null) return Math.max(retailCents, advancedCents);
  const cost = await ctx.use(Pricing).clientCost(companyId, product);
  return Math.max(retailCents, cost?.costSetAdvancedCents ?? 0);
}
