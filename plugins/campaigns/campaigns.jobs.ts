import { type Ctx, defineJob, T } from '../../core/contract.ts';
import type { CampaignRow } from './campaign.store.ts';
import type { Status } from './contract.ts';
import { moveTo } from './moves.service.ts';

/** Lets time pass over an agency's campaigns: scheduled ones begin, those whose end has passed end. */
export const campaignClock = defineJob({
  id: 'campaigns.clock',
  payload: T.Object({}),
  every: '1 minute',
  perAgency: true,
  timeoutMs: 60_000,
  async run(ctx) {
    await move(ctx, ['scheduled', 'active', 'paused'], 'ends_at', 'ended');
    await move(ctx, ['scheduled'], 'starts_at', 'active');
  },
});

async function move(ctx: Ctx, from: Status[], instant: 'starts_at' | 'ends_at', to: Status): Promise<void> {
  const rows = (await ctx
    .db('campaigns_campaign')
    .whereIn('status', from)
    .where(instant, '<=', ctx.now)
    .orderBy('id')
    .limit(500)
    .forUpdate()
    .skipLocked()) as CampaignRow[];
  for (const row of rows) {
    // A campaign that never began ends by way of having begun.
    const begun = row.status === 'scheduled' && to === 'ended' ? await moveTo(ctx, row, 'active', null) : row;
    await moveTo(ctx, begun, to, null);
  }
}
