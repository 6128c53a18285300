import type { Ctx } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { type LeadIntakeApi, type Observation, type LeadSource, LeadSources } from '../contract.ts';
import { outcomesOf } from '../outcomes.ts';
import type { Work } from '../runner/batch.ts';
import { workQueue } from '../runner/runner.ts';
import { DayCounts } from './day-counts.ts';
import { fundingOf } from './fund.ts';
import { takeIn, writeCounts } from './intake.ts';

/** The port: observations in, outcomes out. */
export const intakeOf = (ctx: Ctx): LeadIntakeApi => ({
  async take(source, batch) {
    mustBeDeclared(ctx, source);
    const rules = await ctx.use(Campaigns).rules([...new Set(batch.map(({ campaignId }) => campaignId))]);
    const counts = new DayCounts();
    const taken = await takeIn(ctx, source, batch as readonly Observation[], rules, counts);
    await writeCounts(ctx, counts);
    return taken.map((entry) => ({ name: entry?.outcome ?? 'outside_rules', leadId: entry?.leadId ?? null }));
  },
  work(source, queue, most) {
    mustBeDeclared(ctx, source);
    fundingOf(ctx); // Nothing is taken in hand while nobody pays.
    return workQueue(ctx, { source, queue } as Work, most);
  },
  payable: async (wanted) => (await fundingOf(ctx).reserve(ctx, wanted)).leads,
});

/** A source must be installed, and its outcomes its own, or what it counts would show nowhere or as somebody else's. */
function mustBeDeclared(ctx: Ctx, source: LeadSource): void {
  if (!ctx.contributions(LeadSources).includes(source)) throw new Error(`no plugin declares the lead source ${source.id}`);
  const outcomes = outcomesOf(ctx);
  const taken = Object.entries(source.outcomes).find(([name, outcome]) => outcomes.get(name) !== outcome);
  if (taken) throw new Error(`${source.id}: the outcome "${taken[0]}" is declared by somebody else`);
}
