import type { Knex } from 'knex';

/** A lead of which pages came. */
export interface FollowedLead {
  leadId: string;
  campaignId: number;
  companyId: number;
  agencyId: number;
  rootId: number;
  /** The first of its pages that came now. */
  at: Date;
  /** Its day in the campaign's zone. */
  day: string;
}

/** A page as journeys tell of it. */
const touch = (page: string): string =>
  `jsonb_build_object('at', to_char((${page}).at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'url', (${page}).url, 'referrer', (${page}).referrer, 'params', (${page}).params)`;

/**
 * Sums up leads from their pages, which are read once. Pages come late when somebody was looked up elsewhere, and old ones are dropped in time, so what
 * was summed up before only ever gets earlier or more.
 */
const SUM_UP = `
  insert into journey_lead as l (lead_id, campaign_id, company_id, agency_id, root_id, identified_at, day, first_touch, last_touch, conversions, amount, currency)
  select g.lead_id, g.campaign_id, g.company_id, g.agency_id, g.root_id, g.at, g.day, ${touch('p.first')},
    case when p.entered is null then ${touch('p.first')} else ${touch('p.entered')} end, p.conversions, s.amount, p.currency
  from unnest(?::uuid[], ?::int[], ?::int[], ?::int[], ?::int[], ?::timestamptz[], ?::date[]) as g (lead_id, campaign_id, company_id, agency_id, root_id, at, day)
  left join journey_lead known on known.lead_id = g.lead_id
  cross join lateral (
    select (array_agg(v order by v.at, v.id))[1] as first,
      (array_agg(v order by v.at desc, v.id desc) filter (where v.enters and v.at <= coalesce(known.identified_at, g.at)))[1] as entered,
      greatest(count(v.amount), bool_or(v.thank_you)::int)::int as conversions,
      (array_agg(v.currency order by v.at) filter (where v.amount > 0))[1] as currency
    from journey_page v where v.lead_id = g.lead_id having count(*) > 0) p
  cross join lateral (select sum(v.amount) as amount from journey_page v where p.currency is not null and v.lead_id = g.lead_id and v.currency = p.currency) s
  order by g.lead_id
  on conflict (lead_id) do update set
    first_touch = case when excluded.first_touch->>'at' < l.first_touch->>'at' then excluded.first_touch else l.first_touch end,
    last_touch = case when excluded.last_touch->>'at' > l.last_touch->>'at' then excluded.last_touch else l.last_touch end,
    conversions = greatest(l.conversions, excluded.conversions),
    amount = case when l.currency is null or l.currency = excluded.currency then greatest(l.amount, excluded.amount) else l.amount end,
    currency = coalesce(l.currency, excluded.currency)`;

export async function sumUp(db: Knex, leads: readonly FollowedLead[]): Promise<void> {
  await db.raw(SUM_UP, [
    leads.map((l) => l.leadId),
    leads.map((l) => l.campaignId),
    leads.map((l) => l.companyId),
    leads.map((l) => l.agencyId),
    leads.map((l) => l.rootId),
    leads.map((l) => l.at),
    leads.map((l) => l.day),
  ] as unknown as Knex.RawBinding[]);
}
