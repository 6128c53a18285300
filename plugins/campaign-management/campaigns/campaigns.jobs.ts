import { type Ctx, defineJob, T } from '../../../core/contract.ts';
import type { CampaignRow } from './campaign.store.ts';
import type { Status } from './contract.ts';
import { agenciesDue } from './due.store.ts';
import { moveTo, resume } from './moves.service.ts';
import { installedNames } from './products.ts';

/**
 * Lets time pass over an agency's campaigns: scheduled ones begin, those whose end has passed end, and those whose product is not installed rest
 * until it is.
 */
export const campaignClock = defineJob({
  id: 'campaigns.clock',
  payload: T.Object({}),
  every: '1 minute',
  due: (ctx) => agenciesDue(ctx.db, ctx.now, installedNames(ctx)),
  timeoutMs: 60_000,
  async run(ctx) {
    await move(ctx, ['scheduled', 'active', 'paused'], 'ends_at', 'ended');
    await move(ctx, ['scheduled'], 'starts_at', 'active');
    await followProducts(ctx);
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

/** What can bring nothing any more is paused, and goes on once its product is back. */
async function followProducts(ctx: Ctx): Promise<void> {
  const installed = installedNames(ctx);
  const rows = (await ctx
    .db('campaigns_campaign')
    .where((q) => void q.where({ status: 'active' }).whereNotIn('product', installed))
    .orWhere((q) => void q.where({ status: 'paused', pause_reason: 'module_disabled' }).whereIn('product', installed))
    .orderBy('id')
    .limit(500)
    .forUpdate()
    .skipLocked()) as CampaignRow[];
  for (const row of rows) await (row.status === 'active' ? moveTo(ctx, row, 'paused', 'module_disabled') : resume(ctx, row));
}
