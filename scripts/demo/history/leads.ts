import type { Knex } from 'knex';
import type { Stretch } from './plan.ts';

/** The first people of the graph belong to whoever visits the shop and looks for things while the demo runs. */
const LEFT_ALONE = 3_100;

/** As `uuidV7` makes them: the time, then what here follows from the text. */
const ID = (
  at: string,
  text: string,
): string => `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${text}), 1, 3)
  || '8' || substr(md5(${text}), 4, 15))::uuid`;

const PEOPLE = `
  create temp table h_person on commit drop as
  select row_number() over (order by p.id)::int as n, p.* from capture_person p
  where p.id > (select min(id) from capture_person) + ${LEFT_ALONE} and not exists (select from leads_claim l where l.person_key = p.person_key)`;

const LEAD_COLUMNS = `key, id, campaign_id, person_key, first_name, last_name, email, phone, address, city, state, zip, company, evidence, at, last_seen_at,
  converted_at, observations`;

/** Each new person is another one of the graph, in the order in which they came. */
const NEWCOMERS = `
  create temp table h_lead on commit drop as
  select s.key, ${ID('s.at', 's.key')} as id, s.campaign_id, p.person_key, p.first_name, p.last_name, p.email, p.phone, p.address, p.city, p.state, p.zip,
    p.company, case s.product
      when 'local' then jsonb_build_object('url', c.site || c.pages[1 + floor(array_length(c.pages, 1) * pg_temp.chance(s.key || 'page1'))::int])
      when 'locator' then jsonb_build_object('keyword', c.keywords[1 + floor(array_length(c.keywords, 1) * power(pg_temp.chance(s.key || 'word'), 2))::int],
        'searchedAt', to_char(s.at - make_interval(mins => (600 * pg_temp.chance(s.key || 'ago'))::int), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      else '{}' end as evidence,
    s.at, s.at as last_seen_at, null::timestamptz as converted_at, 1 as observations
  from (select *, row_number() over (order by at, key) as n from h_session where outcome = 'lead' and product <> 'enhance') s
  join h_campaign c on c.id = s.campaign_id join h_person p on p.n = s.n`;

const COMPANIES = `array['Alderway Logistics', 'Bluestem Foods', 'Cascade Freight', 'Dovetail Software', 'Eastgate Clinics', 'Fieldstone Insurance', 'Glasswing Labs',
  'Hollis and Grey', 'Ironbark Supply', 'Juno Robotics', 'Kiteworks Studio', 'Larkspur Energy', 'Millrace Brewing', 'Northfold Packaging', 'Orchard Row Schools',
  'Pinnace Shipping', 'Quarry Lane Builders', 'Redfern Textiles', 'Saltbox Hotels', 'Thornbury Legal', 'Umber Design', 'Vale Orthopedics', 'Wexford Foods',
  'Yarrow Biotech', 'Zephyr Wind']`;
const TITLES = `array['Office Manager', 'Head of Purchasing', 'Facilities Lead', 'Operations Director', 'Buyer']`;
const INDUSTRIES = `array['Software', 'Logistics', 'Food', 'Insurance', 'Health', 'Education']`;

/** Of a company's visit somebody at it becomes the lead; the first names of the list visit most. */
const AT_COMPANIES = `
  update h_lead l set company = w.company, email = w.email, person_key = sha256(convert_to('demo company ' || l.key, 'UTF8')),
    evidence = jsonb_build_object('visitedCompany', w.company, 'confidence', 60 + floor(38 * pg_temp.chance(l.key || 'sure'))::int,
      'companyVisits', 1 + floor(6 * pg_temp.chance(l.key || 'times'))::int, 'lastVisitAt', to_char(l.at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'contactTitle', (${TITLES})[1 + floor(5 * pg_temp.chance(l.key || 'title'))::int],
      'companyIndustry', (${INDUSTRIES})[1 + floor(6 * pg_temp.chance(w.company))::int])
  from (
    select key, name as company, lower(regexp_replace(first_name || '.' || last_name, '[^A-Za-z.]', '', 'g')) || '.' || floor(1000 * pg_temp.chance(key))::int
      || '@' || replace(lower(name), ' ', '-') || '.example.com' as email
    from (select h.key, h.first_name, h.last_name, (${COMPANIES})[1 + floor(25 * power(pg_temp.chance(h.key || 'company'), 2))::int] as name
      from h_lead h join h_campaign c on c.id = h.campaign_id where c.product = 'b2b') n
  ) w where w.key = l.key`;

/** Information comes back about people who have been leads of the client for a day at least, each once. */
const ENHANCED = `
  insert into h_lead (${LEAD_COLUMNS})
  select s.key, ${ID('s.at', 's.key')}, s.campaign_id, known.person_key, known.first_name, known.last_name, known.email, known.phone, known.address, known.city,
    known.state, known.zip, known.company, jsonb_build_object(
      'jobTitle', (array['Teacher', 'Nurse', 'Account Manager', 'Engineer', 'Chef', 'Designer'])[1 + floor(6 * pg_temp.chance(s.key || 'job'))::int],
      'industry', (${INDUSTRIES})[1 + floor(6 * pg_temp.chance(s.key || 'industry'))::int], 'householdSize', 1 + floor(5 * pg_temp.chance(s.key || 'size'))::int,
      'householdIncome', '$75,000 to $100,000', 'homeOwnership', case when pg_temp.chance(s.key || 'home') < 0.6 then 'Owner' else 'Renter' end,
      'informationGroups', 2), s.at, s.at, null, 1
  from (select s.*, c.company_id, row_number() over (partition by s.campaign_id order by s.at, s.key) as turn
    from h_session s join h_campaign c on c.id = s.campaign_id where s.outcome = 'lead' and s.product = 'enhance') s
  join (
    select e.id as campaign_id, l.*, row_number() over (partition by e.id order by l.at, l.person_key) as turn
    from h_campaign e join (
      select company_id, l.at, person_key, first_name, last_name, email, phone, address, city, state, zip, company
      from h_lead l join h_campaign c on c.id = l.campaign_id where c.product = 'local'
      union all
      select company_id, created_at, person_key, first_name, last_name, email, phone, address, city, state, zip, company
      from leads_lead where product = 'local' and not is_test
    ) l on l.company_id = e.company_id
    where e.product = 'enhance' and not exists (select from leads_claim k where k.claimant = 'campaign ' || e.id and k.person_key = l.person_key)
  ) known on known.campaign_id = s.campaign_id and known.turn = s.turn and known.at < s.at - interval '1 day'`;
const NOT_ENHANCED = `
  update h_session s set outcome = 'nothing_found' where s.product = 'enhance' and s.outcome = 'lead' and not exists (select from h_lead l where l.key = s.key)`;

const WRITE = `
  insert into leads_lead (id, campaign_id, company_id, agency_id, root_id, product, person_key, first_name, last_name, email, phone, address, city, state, zip,
    company, source, evidence, created_at, last_seen_at, converted_at, observations, retail_cents)
  select l.id, c.id, c.company_id, c.agency_id, c.root_id, c.product, person_key, first_name, last_name, email, phone, address, city, state, zip, company,
    case c.product when 'local' then 'capture.page-view' when 'locator' then 'search-id.intent-record' when 'enhance' then 'enhance-id.enhancement'
      else 'b2b-id.company-visit' end, evidence, at, last_seen_at, converted_at, observations, c.retail
  from h_lead l join h_campaign c on c.id = l.campaign_id order by at`;
/** Whom a campaign has it keeps; whom the client got today no other campaign sells it. */
const CLAIM = `
  insert into leads_claim (claimant, person_key, expires_at, lead_id, company_id, agency_id, root_id)
  select 'campaign ' || c.id, person_key, 'infinity', l.id, c.company_id, c.agency_id, c.root_id from h_lead l join h_campaign c on c.id = l.campaign_id
  union all
  select 'client ' || c.company_id, person_key, at + interval '24 hours', l.id, c.company_id, c.agency_id, c.root_id
  from h_lead l join h_campaign c on c.id = l.campaign_id where at > cast(:to as timestamptz) - interval '24 hours'
  on conflict do nothing`;
const ENHANCED_BEFORE = `
  insert into enhance_id_person (campaign_id, company_id, person_key, lead_id, state, noted_at, lease_until)
  select c.id, c.company_id, person_key, l.id, 'done', at, at from h_lead l join h_campaign c on c.id = l.campaign_id where c.product = 'enhance'
  on conflict do nothing`;

/** Makes leads of those who were known, and holds the people for them. */
export async function makeLeads(trx: Knex): Promise<void> {
  for (const sql of [PEOPLE, NEWCOMERS, AT_COMPANIES, ENHANCED, NOT_ENHANCED]) await trx.raw(sql);
  await trx.raw('create unique index on h_lead (key)');
  await trx.raw('update h_session s set lead_id = l.id from h_lead l where l.key = s.key');
  await trx.raw('analyze h_session; analyze h_lead');
}

export async function writeLeads(trx: Knex, { to }: Stretch): Promise<void> {
  await trx.raw(WRITE);
  await trx.raw(CLAIM, { to });
  await trx.raw(ENHANCED_BEFORE);
}

/** What is kept beside leads: totals, the windows of caps and budgets, and the counts of days. Last, because live batches wait for them. */
const TOTALS = `
  insert into leads_total as t (campaign_id, company_id, product, leads)
  select c.id, c.company_id, c.product, count(*) from h_lead l join h_campaign c on c.id = l.campaign_id group by 1, 2, 3 order by 1
  on conflict (campaign_id) do update set leads = t.leads + excluded.leads`;
const WINDOWS = `
  insert into campaigns_window as w (campaign_id, company_id, kind, starts_on, used)
  select c.id, c.company_id, k.kind, k.starts_on, sum(case k.kind when 'cents' then c.retail else 1 end)
  from h_lead l join h_campaign c on c.id = l.campaign_id
  cross join lateral (select l.at at time zone c.timezone as local) x
  cross join lateral (values ('day', local::date), ('week', date_trunc('week', local)::date), ('month', date_trunc('month', local)::date),
    ('total', date '1970-01-01'), ('cents', date_trunc('month', local)::date)) k (kind, starts_on)
  group by 1, 2, 3, 4 order by 1, 3, 4
  on conflict (campaign_id, kind, starts_on) do update set used = w.used + excluded.used`;
const STATES = `
  insert into leads_state_day as d (campaign_id, company_id, product, day, state, leads)
  select c.id, c.company_id, c.product, (l.at at time zone c.timezone)::date, case when upper(trim(l.state)) ~ '^[A-Z]{2}$' then upper(trim(l.state)) else '' end,
    count(*)
  from h_lead l join h_campaign c on c.id = l.campaign_id group by 1, 2, 3, 4, 5 order by 1, 4, 5
  on conflict (campaign_id, day, state) do update set leads = d.leads + excluded.leads`;
const COUNTS = `
  insert into leads_day as d (campaign_id, company_id, product, day, outcome, observations, retail_cents, wholesale_cents)
  select c.id, c.company_id, c.product, o.day, o.outcome, count(*), sum(case o.outcome when 'lead' then c.retail else 0 end),
    sum(case o.outcome when 'lead' then c.wholesale else 0 end)
  from (
    select campaign_id, day, outcome from h_session where product <> 'local'
    union all
    select v.campaign_id, (v.at at time zone c.timezone)::date, v.outcome from h_visit v join h_campaign c on c.id = v.campaign_id
  ) o join h_campaign c on c.id = o.campaign_id
  group by 1, 2, 3, 4, 5 order by 1, 4, 5
  on conflict (campaign_id, day, outcome) do update set observations = d.observations + excluded.observations,
    retail_cents = d.retail_cents + excluded.retail_cents, wholesale_cents = d.wholesale_cents + excluded.wholesale_cents`;

export async function countLeads(trx: Knex): Promise<void> {
  for (const sql of [TOTALS, WINDOWS, STATES, COUNTS]) await trx.raw(sql);
}
