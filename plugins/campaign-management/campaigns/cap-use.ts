import type { Ctx } from '../../../core/contract.ts';
import { alarmReached } from './alarms.ts';
import type { CampaignRow, FactsRow } from './campaign.store.ts';
import { type Frequency, windowStart } from './windows.ts';

/** What tells how much of a campaign's caps is used, beside its facts. */
export const CAPS = ['lead_limit', 'limit_frequency', 'cost_limit_cents', 'retail_cents'] as const satisfies (keyof CampaignRow)[];
export type CappedRow = FactsRow & Pick<CampaignRow, (typeof CAPS)[number]>;

/** Those of the running campaigns that have reached an alarm in the window of now, by its percent. */
export async function capUse(ctx: Ctx, rows: readonly CappedRow[]): Promise<Map<number, CappedRow[]>> {
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
  const startOf = windowStarts(ctx.now);
  return Map.groupBy(capped, (row) => {
    const leads = used.get(`${row.id} ${row.limit_frequency} ${startOf(row.limit_frequency, row.timezone)}`) ?? 0;
    const spent = used.get(`${row.id} cents ${startOf('month', row.timezone)}`) ?? 0;
    const [limit, price] = [Number(row.cost_limit_cents), Number(row.retail_cents)];
    // A ceiling that has no room for another lead is used up.
    const money = limit > 0 && spent + price > limit ? limit : spent;
    return Math.max(alarmReached(row.lead_limit, leads), alarmReached(limit, money));
  });
}

/** When the windows of now began; thousands of campaigns have few zones, and the calendar of a zone takes its time. */
function windowStarts(now: Date): (frequency: Frequency, timezone: string) => string {
  const known = new Map<string, string>();
  return (frequency, timezone) => {
    const key = `${frequency} ${timezone}`;
    const start = known.get(key) ?? windowStart(now, frequency, timezone);
    known.set(key, start);
    return start;
  };
}
