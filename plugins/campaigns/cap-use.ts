import type { Ctx } from '../../core/contract.ts';
import { alarmReached } from './alarms.ts';
import type { CampaignRow } from './campaign.store.ts';
import { windowStart } from './windows.ts';

/** Those of the running campaigns that have reached an alarm in the window of now, by its percent. */
export async function capUse(ctx: Ctx, rows: readonly CampaignRow[]): Promise<Map<number, CampaignRow[]>> {
  const capped = rows.filter((row) => row.status === 'active' && (row.lead_limit > 0 || Number(row.cost_limit_cents) > 0));
  if (capped.length === 0) return new Map();
  const windows = (await ctx
    .db('campaigns_window')
    .whereIn(
      'campaign_id',
      capped.map(({ id }) => id),
    )
    .select('campaign_id', 'kind', 'used', ctx.db.raw(`to_char(starts_on, 'YYYY-MM-DD') as first`))) as {
    campaign_id: number;
    kind: string;
    first: string;
    used: string;
  }[];
  const used = new Map(windows.map((w) => [`${w.campaign_id} ${w.kind} ${w.first}`, Number(w.used)]));
  return Map.groupBy(capped, (row) => {
    const month = windowStart(ctx.now, 'month', row.timezone);
    const leads = used.get(`${row.id} ${row.limit_frequency} ${windowStart(ctx.now, row.limit_frequency, row.timezone)}`) ?? 0;
    const [limit, spent, price] = [Number(row.cost_limit_cents), used.get(`${row.id} cents ${month}`) ?? 0, Number(row.retail_cents)];
    // A ceiling that has no room for another lead is used up.
    const money = limit > 0 && spent + price > limit ? limit : spent;
    return Math.max(alarmReached(row.lead_limit, leads), alarmReached(limit, money));
  });
}
