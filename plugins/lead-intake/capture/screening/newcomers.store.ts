import type { Knex } from 'knex';
import {
  MOST_TIMES_USUAL,
  NEWCOMER_DAYS,
  NEWCOMERS,
  ORDINARY_DAY,
  PEOPLE_PER_VISITOR,
  SETTLE_MS,
  USUAL_DAY,
  USUAL_DAYS,
} from './limits.ts';

/** A visitor and the person whom the page says it is, with the places they came by; all as keyed hashes. */
export interface Newcomer {
  campaignId: number;
  companyId: number;
  visitor: Buffer;
  subject: Buffer;
  address: Buffer;
  network: Buffer;
  page: Buffer;
  at: Date;
}
export type NewcomerDecision = 'passed' | 'limited' | 'review';
/** Why newcomers are held: too many at once from or on the same of these. */
export const HELD_FOR = ['address', 'network', 'page', 'moment', 'pace'] as const;
export type HeldFor = (typeof HELD_FOR)[number];

/** Lets one worker at a time count the newcomers of these campaigns, until the end of its transaction. */
export async function lockNewcomers(db: Knex, campaignIds: readonly number[]): Promise<void> {
  await db.raw(`select pg_advisory_xact_lock(hashtext('capture newcomers'), id) from unnest(?::int[]) as c (id) order by id`, [
    [...campaignIds].sort((a, b) => a - b) as unknown as Knex.RawBinding,
  ]);
}

/** How many newcomers each campaign had in the last ten minutes. */
export async function newcomersOf(db: Knex, campaignIds: readonly number[], now: Date): Promise<Map<number, number>> {
  const { rows } = (await db.raw(
    `select campaign_id, count(*)::int as n from capture_newcomer
     where campaign_id = any(?::int[]) and at > ?::timestamptz - interval '10 minutes' group by campaign_id`,
    [campaignIds as unknown as Knex.RawBinding, now],
  )) as { rows: { campaign_id: number; n: number }[] };
  return new Map(rows.map((r) => [r.campaign_id, r.n]));
}

interface Noted {
  /** Of their first visit. */
  at: Date;
  /** When they were met here first. */
  noted_at: Date;
  decision: 'passed' | null;
}

/**
 * Notes newcomers; answers by position when each was first seen and what was said of it, null while nothing was. One that was refused or
 * held begins anew with its next visit.
 */
export async function noteNewcomers(db: Knex, newcomers: readonly Newcomer[], now: Date): Promise<Noted[]> {
  const { rows } = (await db.raw(
    `insert into capture_newcomer as c (campaign_id, company_id, visitor, subject, address, network, page, at, noted_at)
     select g.*, ? from unnest(?::int[], ?::int[], ?::bytea[], ?::bytea[], ?::bytea[], ?::bytea[], ?::bytea[], ?::timestamptz[])
       as g (campaign_id, company_id, visitor, subject, address, network, page, at)
     order by campaign_id, visitor, subject
     on conflict (campaign_id, visitor, subject) do update set
       at = case when c.decision in ('limited', 'review') then excluded.at else c.at end,
       noted_at = case when c.decision in ('limited', 'review') then excluded.noted_at else c.noted_at end,
       address = excluded.address, network = excluded.network, page = excluded.page,
       decision = case when c.decision = 'passed' then c.decision end
     returning campaign_id, visitor, subject, at, noted_at, decision`,
    [
      now,
      newcomers.map((n) => n.campaignId),
      newcomers.map((n) => n.companyId),
      newcomers.map((n) => n.visitor),
      newcomers.map((n) => n.subject),
      newcomers.map((n) => n.address),
      newcomers.map((n) => n.network),
      newcomers.map((n) => n.page),
      newcomers.map((n) => n.at),
    ] as unknown as Knex.RawBinding[],
  )) as { rows: (Noted & { campaign_id: number; visitor: Buffer; subject: Buffer })[] };
  const byKey = new Map(rows.map((r) => [keyOf({ campaignId: r.campaign_id, ...r }), r]));
  return newcomers.map((n) => byKey.get(keyOf(n))!);
}

export const keyOf = (n: Pick<Newcomer, 'campaignId' | 'visitor' | 'subject'>): string =>
  `${n.campaignId} ${n.visitor.toString('latin1')} ${n.subject.toString('latin1')}`;

const TEN_MINUTES_MS = 600_000;
interface Shape {
  reason: HeldFor | 'visitor' | null;
  /** How many newcomers of the campaign may pass now. */
  room: number;
  /** How many passed in the ten minutes around this one, and how many may. */
  lately: number;
  most: number;
}

/**
 * What the newcomers of the last minutes look like together, by position: null where nothing is unusual. The narrowest place that
 * explains a crowd is named, and the crowd is left out where the wider ones are counted, so that others go on.
 */
export async function shapesOf(db: Knex, newcomers: readonly Newcomer[]): Promise<(HeldFor | 'visitor' | null)[]> {
  const came = newcomers.map((n) => n.at.getTime());
  const { rows } = (await db.raw(SHAPES, {
    // Their own times count: visits that had to wait for the pipeline show the same shape as they would have then.
    first: new Date(Math.min(...came)),
    now: new Date(Math.max(...came)),
    campaigns: newcomers.map((n) => n.campaignId),
    visitors: newcomers.map((n) => n.visitor),
    subjects: newcomers.map((n) => n.subject),
    ...NUMBERS,
  } as unknown as Record<string, Knex.RawBinding>)) as { rows: Shape[] };
  const passed = new Map<number, number[]>();
  return rows.map(({ reason, room, lately, most }, n) => {
    if (reason) return reason;
    const { campaignId } = newcomers[n]!;
    const times = passed.get(campaignId) ?? [];
    // By its own time: those who had to wait for the pipeline together did not come together.
    const beside = times.filter((time) => Math.abs(time - came[n]!) < TEN_MINUTES_MS).length;
    if (times.length >= room || lately + beside >= most) return 'pace';
    passed.set(campaignId, [...times, came[n]!]);
    return null;
  });
}

const { address, network, page, campaign } = NEWCOMERS;
const NUMBERS = {
  usualDays: USUAL_DAYS,
  usualDay: USUAL_DAY,
  timesUsual: MOST_TIMES_USUAL,
  ordinaryDay: ORDINARY_DAY,
  visitorDays: NEWCOMER_DAYS,
  visitorMost: PEOPLE_PER_VISITOR,
  addressSeconds: address.tenSeconds,
  addressMinutes: address.tenMinutes,
  addressDay: address.day,
  networkSeconds: network.tenSeconds,
  networkMinutes: network.tenMinutes,
  networkDay: network.day,
  pageMinutes: page.tenMinutes,
  campaignSeconds: campaign.tenSeconds,
  campaignMinutes: campaign.tenMinutes,
  campaignHour: campaign.hour,
  settleSeconds: SETTLE_MS / 1000,
};

// A campaign is scaled by its best day of the last two weeks; a young one counts as small. Days are counted in UTC here, which is near enough.
// What is counted of a campaign is materialized, or it would be counted anew for each of its newcomers. Who passed in the ten minutes around each is counted
// in one walk along their times (the borders do not belong to them), over the stretches that these minutes cover together.
const SHAPES = `
  with asked as (
    select * from unnest(:campaigns::int[], :visitors::bytea[], :subjects::bytea[]) with ordinality as g (campaign_id, visitor, subject, n)
  ), campaign as (
    select c.campaign_id, greatest(1, d.best::numeric / :usualDay) as scale, d.best
    from (select distinct campaign_id from asked) c cross join lateral (
      select leads_best_day(c.campaign_id, :now::timestamptz::date, :usualDays::int) as best) d
  ), recent as materialized (
    -- Who came while these settled belongs to their moment. Another worker may have newer visits in hand: they tell of addresses and networks, and belong to other moments.
    select w.campaign_id, w.subject, w.address, w.network, w.page, w.at > :now::timestamptz - interval '10 seconds' as just_now,
      w.at > :now::timestamptz - interval '10 minutes' as lately, w.at > :now::timestamptz + make_interval(secs => :settleSeconds) as later
    from campaign c join capture_newcomer w on w.campaign_id = c.campaign_id
    where w.at > :first::timestamptz - interval '10 minutes'
  ), addresses as (
    select campaign_id, address from recent group by campaign_id, address
    having count(distinct subject) filter (where just_now) > :addressSeconds::int or count(distinct subject) > :addressMinutes::int
  ), beside_addresses as (
    select * from recent r where not exists (select 1 from addresses a where a.campaign_id = r.campaign_id and a.address = r.address)
  ), networks as (
    select campaign_id, network from beside_addresses group by campaign_id, network
    having count(distinct subject) filter (where just_now) > :networkSeconds::int or count(distinct subject) > :networkMinutes::int
  ), rest as (
    select * from beside_addresses r where not exists (select 1 from networks n where n.campaign_id = r.campaign_id and n.network = r.network)
  ), pages as materialized (
    select r.campaign_id, r.page from rest r join campaign c using (campaign_id) group by r.campaign_id, r.page, c.scale
    having count(distinct r.subject) > :pageMinutes::int * c.scale
  ), crowds as materialized (
    select r.campaign_id, count(distinct r.subject) filter (where r.just_now and not r.later) > :campaignSeconds::int * c.scale as is_moment,
      count(distinct r.subject) filter (where r.lately and not r.later) > :campaignHour::int * c.scale as is_flood
    from rest r join campaign c using (campaign_id) group by r.campaign_id, c.scale
  ), room as materialized (
    select c.campaign_id, (:campaignMinutes::int * c.scale)::int as most, case when f.is_flood is not true
      then least(:campaignHour::int * c.scale - w.hour, greatest(:ordinaryDay::int, c.best * :timesUsual::int) - w.day)::int else 0 end as room
    from campaign c left join crowds f using (campaign_id) cross join lateral (
      select count(*) filter (where at > :now::timestamptz - interval '1 hour') as hour, count(*) as day
      from capture_newcomer where campaign_id = c.campaign_id and decision = 'passed' and at > :now::timestamptz - interval '1 day') w
  ), span as (
    select a.campaign_id, unnest(range_agg(tstzrange(w.at - interval '10 minutes', w.at + interval '10 minutes', '()'))) as times
    from asked a join capture_newcomer w on w.campaign_id = a.campaign_id and w.visitor = a.visitor and w.subject = a.subject group by a.campaign_id
  ), beside as materialized (
    select n, lately from (
      select a.n, count(*) filter (where o.decision = 'passed') over (partition by o.campaign_id order by o.at
        range between interval '9 minutes 59.999999 seconds' preceding and interval '9 minutes 59.999999 seconds' following)::int as lately
      from span s join capture_newcomer o on o.campaign_id = s.campaign_id and o.at > lower(s.times) and o.at < upper(s.times)
      left join asked a on a.campaign_id = o.campaign_id and a.visitor = o.visitor and a.subject = o.subject) counted
    where n is not null
  )
  select case
      when (select count(*) from capture_newcomer o where o.campaign_id = w.campaign_id and o.visitor = w.visitor and o.subject <> w.subject
              and o.at > :now::timestamptz - make_interval(days => :visitorDays::int)
              and (o.decision = 'passed' or (o.decision is distinct from 'limited' and (o.at, o.subject) < (w.at, w.subject)))) >= :visitorMost::int then 'visitor'
      when exists (select 1 from addresses a where a.campaign_id = w.campaign_id and a.address = w.address)
        or (select count(*) from capture_newcomer o where o.campaign_id = w.campaign_id and o.address = w.address
              and o.at > :now::timestamptz - interval '1 day') > :addressDay::int then 'address'
      when exists (select 1 from networks n where n.campaign_id = w.campaign_id and n.network = w.network)
        or (select count(*) from capture_newcomer o where o.campaign_id = w.campaign_id and o.network = w.network
              and o.at > :now::timestamptz - interval '1 day') > :networkDay::int then 'network'
      when exists (select 1 from pages p where p.campaign_id = w.campaign_id and p.page = w.page) then 'page'
      when exists (select 1 from crowds m where m.campaign_id = w.campaign_id and m.is_moment) then 'moment'
    end as reason, r.room, r.most, b.lately
  from asked a join room r on r.campaign_id = a.campaign_id join beside b on b.n = a.n
  join capture_newcomer w on w.campaign_id = a.campaign_id and w.visitor = a.visitor and w.subject = a.subject
  order by a.n`;

export async function decideNewcomers(db: Knex, newcomers: readonly Newcomer[], decision: readonly NewcomerDecision[]): Promise<void> {
  if (newcomers.length === 0) return;
  await db.raw(
    `update capture_newcomer c set decision = g.decision from unnest(?::int[], ?::bytea[], ?::bytea[], ?::text[]) as g (campaign_id, visitor, subject, decision)
     where c.campaign_id = g.campaign_id and c.visitor = g.visitor and c.subject = g.subject`,
    [
      newcomers.map((n) => n.campaignId),
      newcomers.map((n) => n.visitor),
      newcomers.map((n) => n.subject),
      decision,
    ] as unknown as Knex.RawBinding[],
  );
}

/** Forgets newcomers who were seen long ago. */
export const dropNewcomers = (db: Knex, now: Date): Promise<unknown> =>
  db.raw(
    `delete from capture_newcomer where ctid = any(array(select ctid from capture_newcomer where at < ?::timestamptz - make_interval(days => ?) limit 20000))`,
    [now, NEWCOMER_DAYS],
  );
