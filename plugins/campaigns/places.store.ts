import type { Knex } from 'knex';
import { type Frequency, windowStart } from './windows.ts';

interface Cap {
  campaign_id: number;
  company_id: number;
  timezone: string;
  lead_limit: number;
  limit_frequency: Frequency;
  cost_limit_cents: number;
  cents_each: number;
}

/**
 * Takes up to `want` places under the lead cap and the money ceiling, the tighter of which wins; answers how many. One statement
 * that locks the windows it changes, so that parallel workers never take more than there is. 0 means no cap.
 */
export async function takePlaces(db: Knex, cap: Cap, want: number, at: Date): Promise<number> {
  if (want <= 0) return 0;
  const leads = { on: cap.lead_limit > 0, start: windowStart(at, cap.limit_frequency, cap.timezone) };
  const cents = { on: cap.cost_limit_cents > 0 && cap.cents_each > 0, start: windowStart(at, 'month', cap.timezone) };
  if (!leads.on && !cents.on) return want;
  for (const [kind, { on, start }] of Object.entries({ leads, cents })) {
    if (on) {
      await db('campaigns_window').insert({ campaign_id: cap.campaign_id, company_id: cap.company_id, kind, starts_at: start, used: 0 })
        .onConflict(['campaign_id', 'kind', 'starts_at']).ignore();
    }
  }
  const { rows } = (await db.raw(
    `with open as (
       select kind, starts_at, case kind when 'leads' then greatest(0, :leadLimit - used) else greatest(0, (:centLimit - used) / :each) end as places
       from campaigns_window
       where campaign_id = :id and ((kind = 'leads' and :leadsOn and starts_at = :leadStart) or (kind = 'cents' and :centsOn and starts_at = :centStart))
       order by kind for update),
     granted as (select least(:want::bigint, min(places)) as n from open)
     update campaigns_window w set used = w.used + g.n * case w.kind when 'leads' then 1 else :each end
     from open o, granted g where w.campaign_id = :id and w.kind = o.kind and w.starts_at = o.starts_at
     returning g.n`,
    {
      id: cap.campaign_id, want, each: Math.max(1, cap.cents_each), leadLimit: cap.lead_limit, centLimit: cap.cost_limit_cents,
      leadsOn: leads.on, centsOn: cents.on, leadStart: leads.start, centStart: cents.start,
    },
  )) as { rows: { n: string }[] };
  return Number(rows[0]?.n ?? 0);
}
