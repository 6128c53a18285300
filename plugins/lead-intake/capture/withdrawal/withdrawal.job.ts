import { type Ctx, defineJob, T } from '../../../../core/contract.ts';
import { Recognitions, VisitFollowers } from '../contract.ts';
import { PIPELINE, wakeUp, WITHDRAWAL } from '../pipeline/job-ids.ts';
import { endEpisodes } from '../screening/episodes.store.ts';
import {
  agenciesWithWithdrawals,
  campaignsOf,
  forgetIdentities,
  returnVisits,
  takeWithdrawals,
  type Withdrawal,
} from './withdrawal.store.ts';

const AT_ONCE = 200;

/** Forgets what is known by the ids of visitors who took their consent back. What became a lead before stays one; the pipeline ends what waits. */
export const withdrawalJob = defineJob({
  id: WITHDRAWAL,
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '1 minute',
  queue: { agencies: agenciesWithWithdrawals },
  async run(ctx) {
    const withdrawals = await takeWithdrawals(ctx.db, ctx.tenant.id, AT_ONCE);
    if (withdrawals.length === 0) return;
    const held = await returnVisits(ctx.db, ctx.tenant.id, withdrawals);
    await forgetPeople(ctx, withdrawals);
    await tellFollowers(ctx, withdrawals);
    await endEpisodes(ctx, held);
    for (const companyId of new Set(withdrawals.map((one) => one.companyId))) await ctx.live('review', companyId);
    await wakeUp(ctx, PIPELINE);
  },
});

/** The links of visitors with people, and what the client's recognised visits of these people were. */
async function forgetPeople(ctx: Ctx, withdrawals: readonly Withdrawal[]): Promise<void> {
  const people = await forgetIdentities(
    ctx.db,
    withdrawals.map(({ visitor }) => visitor),
  );
  for (const [n, personKey] of people) await ctx.use(Recognitions).forget(personKey, withdrawals[n]!.companyId);
}

async function tellFollowers(ctx: Ctx, withdrawals: readonly Withdrawal[]): Promise<void> {
  const campaigns = await campaignsOf(ctx.db, [...new Set(withdrawals.map(({ companyId }) => companyId))]);
  const visitors = withdrawals.flatMap(({ companyId, visitor }) =>
    (campaigns.get(companyId) ?? []).map((campaignId) => ({ campaignId, visitor })),
  );
  for (const follower of ctx.contributions(VisitFollowers)) await follower.forget(ctx, visitors);
}
