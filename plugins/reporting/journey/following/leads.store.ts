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

const TOUCH = `jsonb_build_object('at', to_char(p.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'url', p.url, 'referrer', p.referrer, 'params', p.params) as touch`;

/**
 * Sums up leads from their pages. Pages come late when somebody was looked up elsewhere, and old ones are dropped in time, so what was
 * summed up before only ever gets earlier or more.
 */
const SUM_UP = `
  insert into journey_lead as l (lead_id, campaign_id, company_id, agency_id, root_id, identified_at, day, first_touch, last_touch, conversions, amount, currency)
  select g.lead_id, g.campaign_id, g.company_id, g.agency_id, g.root_id, g.at, g.day, f.touch, coalesce(t.touch, f.touch), c.conversions, s.amount, c.currency
  from unnest(?::uuid[], ?::int[], ?::int[], ?::int[], ?::int[], ?::timestamptz[], ?::date[]) as g (lead_id, campaign_id, company_id, agency_id, root_id, at, day)
  left join journey_lead known on known.lead_id = g.lead_id
  cross join lateral (select ${TOUCH} from journey_page p where p.lead_id = g.lead_id order by p.at, p.id limit 1) f
  left join lateral (select ${TOUCH} from journey_page p where p.lead_id = g.lead_id and p.enters and p.at <= coalesce(known.identified_at, g.at)
    order by p.at desc, p.id desc limit 1) t on true
  cross join lateral (select greatest(count(p.amount), bool_or(p.thank_you)::int)::int as conversions,
    (array_agg(p.currency order by p.at) filter (where p.amount > 0))[1] as currency from journey_page p where p.lead_id = g.lead_id) c
  cross join lateral (select sum(p.amount) as amount from journey_page p where p.lead_id = g.lead_id and p.currency = c.currency) s
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
