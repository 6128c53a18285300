import { type Ctx, defineJob, T } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { nextAfter, periodBefore } from './calendar.ts';
import { deliverReports } from './deliver.job.ts';
import { peopleOf } from './recipients.ts';
import { change, companiesDue, lockDue, putDown, type Schedule } from './schedules.store.ts';
import { lastZone } from './zones.ts';

/** A report that is so late is of no use any more, e.g. because the plugin was off: lists say which days were left out. */
const LATE_MS = 7 * 86_400_000;
/** Whose account it is; null for an address, of which is asked when it is sent. */
type Recipient = { recipient: string; account_id: number | null };

/** States in which a campaign has reports although nothing came. */
const LIVE = new Set(['active', 'paused']);

/**
 * Begins the reports that are due: puts down who gets them and when the next ones come, together, so that each period goes to each recipient once,
 * whoever dies meanwhile. What was missed is caught up with, a period at a time.
 */
export const beginReports = defineJob({
  id: 'reports.begin',
  payload: T.Object({}),
  every: '1 minute',
  timeoutMs: 60_000,
  due: ({ db, now }) => companiesDue(db, now),
  async run(ctx) {
    for (const schedule of await lockDue(ctx.db, ctx.tenant.id, ctx.now)) await begin(ctx, schedule);
    await ctx.wake(deliverReports);
  },
});

async function begin(ctx: Ctx, schedule: Schedule): Promise<void> {
  const { id, frequency, next_at: dueAt, campaign_id: campaignId } = schedule;
  if (frequency === 'never' || schedule.is_paused || !dueAt) return void (await change(ctx.db, id, { next_at: null }));
  const zone = await lastZone(ctx, campaignId);
  const late = ctx.now.getTime() - dueAt.getTime() > LATE_MS;
  const period = periodBefore(frequency, zone, dueAt);
  if (late) await putDown(ctx.db, schedule, period, [{ recipient: '', account_id: null, state: 'left_out', note: 'late' }]);
  else await putDown(ctx.db, schedule, period, await recipientsOf(ctx, schedule, period));
  // Another zone may lie behind the one that it was worked out in.
  await change(ctx.db, id, { next_at: nextAfter(frequency, zone, dueAt) });
}

async function recipientsOf(ctx: Ctx, schedule: Schedule, period: { first: string }): Promise<Recipient[]> {
  const { campaign_id: campaignId, recipients } = schedule;
  if (campaignId === null) return [...(await peopleOf(ctx, recipients))].map(({ id, email }) => ({ recipient: email, account_id: id }));
  const campaign = await ctx.use(Campaigns).find(campaignId);
  if (!campaign || campaign.status === 'draft' || campaign.status === 'archived') return [];
  // A campaign that is over reports no weeks in which nothing came.
  if (!LIVE.has(campaign.status) && (!campaign.endsAt || campaign.endsAt < new Date(`${period.first}T00:00:00Z`))) return [];
  const { sentTo = [] } = (await ctx.use(Campaigns).reporting([campaignId])).get(campaignId) ?? {};
  return [...new Set(sentTo)].map((recipient) => ({ recipient, account_id: null }));
}
