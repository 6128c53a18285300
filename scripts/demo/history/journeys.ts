import type { Knex } from 'knex';
import type { Stretch } from './plan.ts';

/** Pages of people whom nobody knows are forgotten after so many days. */
const STRANGERS_DAYS = 30;
const TITLES = `case when v.thank_you then 'Thank you' else coalesce(nullif(initcap(replace(substring(v.url from '[^/]*$'), '-', ' ')), ''), 'Home') end`;

const PAGES = `
  insert into journey_page (campaign_id, company_id, agency_id, root_id, visitor, at, url, title, referrer, params, enters, thank_you, event, event_id, amount,
    currency, lead_id)
  select c.id, c.company_id, c.agency_id, c.root_id, substr(sha256(convert_to(c.seed || v.visitor, 'UTF8')), 1, 16), v.at, v.url, ${TITLES}, v.referrer, v.params,
    v.page = 1 and (v.referrer <> '' or v.params is not null), v.thank_you, case when v.amount is not null then 'purchase' end,
    case when v.amount is not null then md5(v.key) end, v.amount, case when v.amount is not null then 'USD' end, v.lead_id
  from h_visit v join h_campaign c on c.id = v.campaign_id
  where v.lead_id is not null or (v.outcome = 'no_match' and v.at > cast(:to as timestamptz) - interval '${STRANGERS_DAYS} days')
  order by v.at`;
const DAYS = `
  insert into journey_day as d (campaign_id, company_id, day, pages)
  select c.id, c.company_id, (v.at at time zone 'UTC')::date, count(*) from h_visit v join h_campaign c on c.id = v.campaign_id
  where v.lead_id is null and v.outcome = 'no_match' and v.at > cast(:to as timestamptz) - interval '${STRANGERS_DAYS} days' group by 1, 2, 3 order by 1, 3
  on conflict (campaign_id, day) do update set pages = d.pages + excluded.pages`;

const TOUCH = `jsonb_build_object('at', to_char(v.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'url', v.url, 'referrer', v.referrer, 'params', v.params)`;
/** What leads came by: they were known with their first page, so first and last touch are one. */
const LEADS = `
  insert into journey_lead (lead_id, campaign_id, company_id, agency_id, root_id, identified_at, day, first_touch, last_touch, conversions, amount, currency)
  select l.id, c.id, c.company_id, c.agency_id, c.root_id, l.at, (l.at at time zone c.timezone)::date, t.touch, t.touch, b.conversions, b.amount, b.currency
  from h_lead l join h_campaign c on c.id = l.campaign_id
  cross join lateral (select ${TOUCH} as touch from h_visit v where v.visitor = l.key order by v.at limit 1) t
  cross join lateral (
    select count(v.amount)::int as conversions, sum(v.amount) as amount, max('USD'::text) filter (where v.amount > 0) as currency
    from h_visit v where v.visitor = l.key) b
  where c.product = 'local'`;

/** Lays down where leads came from, what they looked at and what they bought. */
export async function writeJourneys(trx: Knex, { to }: Stretch): Promise<void> {
  await trx.raw(PAGES, { to });
  await trx.raw(DAYS, { to });
  await trx.raw(LEADS);
}
