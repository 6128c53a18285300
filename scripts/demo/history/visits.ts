import type { Knex } from 'knex';
import type { Stretch } from './plan.ts';

/** Where sessions come from, by their share: the host, and the parameters of the page's address. */
const ORIGINS: readonly [share: number, host: string, params: Record<string, string> | null][] = [
  [0.26, 'www.google.com', null],
  [0.16, 'www.google.com', { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'brand', gclid: 'demo-click' }],
  [0.14, 'l.instagram.com', { utm_source: 'instagram', utm_medium: 'paid_social', utm_campaign: 'lookbook' }],
  [0.09, '', { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'monthly' }],
  [0.06, 'www.bing.com', null],
  [0.05, 'www.reddit.com', null],
  [0.24, '', null],
];

const CAME_FROM = `
  create temp table h_origin on commit drop as
  select host, params, sum(share) over (order by n) - share as above, sum(share) over (order by n) as below
  from jsonb_to_recordset(?::jsonb) as o (n int, share float8, host text, params jsonb)`;

/**
 * The pages of sessions on websites. Whoever is known looks at a few more, and some come back days later; some of those buy something. The
 * first page of a new person makes the lead, the others are its returns.
 */
const VISITS = `
  create temp table h_visit on commit drop as
  with opened as (
    select s.key, s.key as visitor, s.campaign_id, s.outcome, s.lead_id, s.at, pg_temp.chance(s.key || 'from') as came, false as is_return,
      case when s.lead_id is not null then 1 + floor(3.6 * pg_temp.chance(s.key || 'long'))::int
        when s.outcome = 'no_match' then 1 + floor(2.3 * power(pg_temp.chance(s.key || 'long'), 2))::int else 1 end as pages
    from h_session s where s.product = 'local'
    union all
    select s.key || '/back', s.key, s.campaign_id, 'repeat', s.lead_id, s.at + make_interval(mins => (1500 + 12000 * pg_temp.chance(s.key || 'wait'))::int),
      pg_temp.chance(s.key || 'again'), true, 1 + floor(3 * pg_temp.chance(s.key || 'longer'))::int
    from h_session s where s.product = 'local' and s.lead_id is not null and pg_temp.chance(s.key || 'back') < 0.3
  )
  select o.key || '#' || page as key, o.visitor, o.campaign_id, page, o.pages, o.lead_id,
    case when o.outcome = 'lead' and page > 1 then 'repeat' else o.outcome end as outcome,
    o.at + make_interval(secs => (page - 1) * (25 + floor(150 * pg_temp.chance(o.key || 'stay'))::int)) as at,
    case when bought.is and page = o.pages then c.site || '/thanks'
      else c.site || c.pages[1 + floor(array_length(c.pages, 1) * pg_temp.chance(o.key || 'page' || page))::int] end as url,
    case when page = 1 then f.host else split_part(c.site, '//', 2) end as referrer,
    case when page = 1 then f.params end as params,
    bought.is and page = o.pages as thank_you,
    case when bought.is and page = o.pages then 1900 + floor(21000 * power(pg_temp.chance(o.key || 'sum'), 2))::int end as amount
  from opened o join h_campaign c on c.id = o.campaign_id join h_origin f on o.came >= f.above and o.came < f.below
  cross join lateral (select o.lead_id is not null and o.pages > 1 and pg_temp.chance(o.key || 'buy') < case when o.is_return then 0.3 else 0.1 end as is) bought
  cross join generate_series(1, o.pages) page
  where o.at + make_interval(secs => (page - 1) * 175) <= :to`;

/** One that came a minute before the end of what is laid has no thank-you page, and no more pages than were looked at. */
const OF_LEADS = `
  update h_lead l set observations = v.pages, last_seen_at = v.last_at, converted_at = v.converted_at from (
    select visitor, count(*)::int as pages, max(at) as last_at, min(at) filter (where thank_you) as converted_at
    from h_visit where lead_id is not null group by visitor
  ) v where v.visitor = l.key`;

const WEEKS = `select capture_visit_partitions(week, 100000) from generate_series(cast(:from as timestamptz), cast(:to as timestamptz), interval '28 days') week`;

const DEVICES = `array['desktop/Chrome/Windows', 'phone/Safari/iOS', 'phone/Chrome/Android', 'desktop/Safari/macOS', 'desktop/Microsoft Edge/Windows',
  'desktop/Firefox/Linux', 'tablet/Safari/iOS']`;
/** As they are kept once they have ended: who it was is forgotten, the page and what the visit log shows stay. */
const WRITE = `
  insert into capture_visit (slot, fingerprint, at, campaign_id, company_id, agency_id, root_id, state, outcome, lead_id, url, referrer, thank_you, came_from, device)
  select floor(extract(epoch from v.at) / 30)::int, ('x' || substr(md5(v.key), 1, 12))::bit(48)::bigint, v.at, c.id, c.company_id, c.agency_id, c.root_id,
    'done', v.outcome, v.lead_id, v.url, v.referrer, v.thank_you, coalesce((v.params->>'utm_source') || ' / ' || (v.params->>'utm_medium'), v.referrer),
    (${DEVICES})[1 + floor(7 * power(pg_temp.chance(v.visitor || 'device'), 2))::int]
  from h_visit v join h_campaign c on c.id = v.campaign_id order by v.at on conflict do nothing`;
const SEEN = `
  insert into capture_pixel_seen as s (campaign_id, company_id, at)
  select p.campaign_id, p.company_id, max(v.at) from h_visit v join capture_pixel p on p.campaign_id = v.campaign_id group by p.campaign_id
  on conflict (campaign_id) do update set at = greatest(s.at, excluded.at)`;

/** Plans the pages before leads are written, which take from them when they were last seen. */
export async function planVisits(trx: Knex, { to }: Stretch): Promise<void> {
  await trx.raw(CAME_FROM, [JSON.stringify(ORIGINS.map(([share, host, params], n) => ({ n, share, host, params })))]);
  await trx.raw(VISITS, { to });
  await trx.raw('create index on h_visit (visitor); analyze h_visit');
  await trx.raw(OF_LEADS);
}

export async function writeVisits(trx: Knex, { from, to }: Stretch): Promise<void> {
  await trx.raw(WEEKS, { from, to });
  await trx.raw(WRITE);
  await trx.raw(SEEN);
}

/** So many unknown browsers of one network within minutes, some hours ago. */
const HELD = 48;
const CROWD = `
  with crowd as (
    select c.*, n, cast(:to as timestamptz) - interval '5 hours' + make_interval(secs => n * 11) as at
    from h_campaign c cross join generate_series(1, ${HELD}) n where (c.life->>'held')::boolean
  ), held as (
    insert into capture_visit (slot, fingerprint, at, campaign_id, company_id, agency_id, root_id, state, visitor, ip, url, referrer, held_for, held_network, came_from, device)
    select floor(extract(epoch from at) / 30)::int, ('x' || substr(md5(seed || n || 'crowd'), 1, 12))::bit(48)::bigint, at, id, company_id, agency_id, root_id,
      'review', md5(seed || n), '203.0.113.' || n, site || pages[2], '', 'network', '203.0.113.0/24', '', 'desktop/Chrome/Linux' from crowd
    returning campaign_id, company_id, at
  ), episode as (
    insert into capture_episode (campaign_id, company_id, began_at, last_at, told_at) select campaign_id, company_id, min(at), max(at), max(at) from held group by 1, 2
  )
  insert into leads_day as d (campaign_id, company_id, product, day, outcome, observations)
  select h.campaign_id, h.company_id, c.product, (h.at at time zone c.timezone)::date, 'review', count(*) from held h join h_campaign c on c.id = h.campaign_id
  group by 1, 2, 3, 4 on conflict (campaign_id, day, outcome) do update set observations = d.observations + excluded.observations`;

/** An anomaly that waits for a person. */
export const holdCrowd = (trx: Knex, { to }: Stretch): Promise<unknown> => trx.raw(CROWD, { to });
