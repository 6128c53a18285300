import type { Knex } from 'knex';
import { FREQUENCIES, type Frequency, windowStart } from './windows.ts';

export interface Cap {
  campaignId: number;
  companyId: number;
  timezone: string;
  /** 0: none. */
  leadLimit: number;
  frequency: Frequency;
  /** Money ceiling of a local month, in cents; 0: none. */
  costLimitCents: number;
  centsEach: number;
}
export interface Taken {
  got: number;
  /** How many more leads fit under each cap now; null without one. */
  leadsLeft: number | null;
  moneyLeft: number | null;
  /** How many were ever taken, those taken now included. */
  total: number;
  /** What its leads cost in the window of the money ceiling, those taken now included. */
  spentCents: number;
}

/**
 * Takes up to `want` places under the lead cap and the money ceiling, the tighter of which wins, in the windows that `at` lies in.
 * One conditional statement that locks the windows it counts in, so that parallel workers never take more than there is.
 */
export async function reserveQuota(db: Knex, cap: Cap, want: number, at: Date): Promise<Taken> {
  const starts = FREQUENCIES.map((frequency) => [frequency as string, windowStart(at, frequency, cap.timezone)] as const);
  const windows = [...starts, ['cents', windowStart(at, 'month', cap.timezone)] as const];
  const given = {
    id: cap.campaignId,
    company: cap.companyId,
    kinds: windows.map(([kind]) => kind),
    starts: windows.map(([, start]) => start),
    want: Math.max(0, want),
    frequency: cap.frequency,
    leadLimit: cap.leadLimit,
    centLimit: cap.costLimitCents,
    each: cap.centsEach,
  };
  // Committed or not, a window that somebody else makes at this moment is there when the next statement looks.
  await db.raw(
    `insert into campaigns_window (campaign_id, company_id, kind, starts_on)
     select :id, :company, kind, starts_on from unnest(:kinds::text[], :starts::date[]) as w (kind, starts_on) on conflict do nothing`,
    given,
  );
  const { rows } = (await db.raw(
    `with mine as (
       select kind, starts_on, used from campaigns_window
       where campaign_id = :id and (kind, starts_on) in (select * from unnest(:kinds::text[], :starts::date[])) order by kind for update),
     room as (
       select max(:leadLimit::bigint - used) filter (where kind = :frequency and :leadLimit::bigint > 0) as leads,
         max((:centLimit::bigint - used) / nullif(:each::bigint, 0)) filter (where kind = 'cents' and :centLimit::bigint > 0) as money,
         max(used) filter (where kind = 'cents') as spent, max(used) filter (where kind = 'total') as total
       from mine),
     granted as (select greatest(0, least(:want::bigint, leads, money)) as got, leads, money, spent, total from room),
     taken as (
       update campaigns_window w set used = w.used + got * case w.kind when 'cents' then :each::bigint else 1 end
       from mine, granted where got > 0 and w.campaign_id = :id and w.kind = mine.kind and w.starts_on = mine.starts_on)
     select got, leads - got as "leadsLeft", money - got as "moneyLeft", spent + got * :each::bigint as "spentCents", total + got as total from granted`,
    given,
  )) as { rows: [Record<keyof Taken, string | null>] };
  const [{ got, leadsLeft, moneyLeft, spentCents, total }] = rows;
  const left = (text: string | null): number | null => (text === null ? null : Math.max(0, Number(text)));
  return { got: Number(got), leadsLeft: left(leadsLeft), moneyLeft: left(moneyLeft), spentCents: Number(spentCents), total: Number(total) };
}
