import type { Knex } from 'knex';
import type { FollowedVisit } from '../../../lead-intake/capture/contract.ts';
import type { Organisation } from './organisation.ts';

/** A page view from the network of an organisation. */
export interface Seen extends Pick<FollowedVisit, 'campaignId' | 'companyId' | 'url' | 'at'> {
  organisation: Organisation;
  /** It begins a visit: the page before was not of the same website. */
  enters: boolean;
}
/** Pages of one website that are kept for a company; of further ones only the view is counted. */
const MOST_PAGES = 200;

/** Counts views by company, website and page. In the order of their keys, so that no two batches wait for each other crosswise. */
export async function noteVisits(db: Knex, seen: readonly Seen[]): Promise<void> {
  const rows = seen.map(({ campaignId, companyId, url, at, organisation: { key, name, confidence }, enters }) => ({
    campaign: campaignId,
    company: companyId,
    key,
    name,
    confidence,
    url,
    at,
    visits: enters ? 1 : 0,
  }));
  await db.raw(
    `with seen as (
       select * from jsonb_to_recordset(:rows::jsonb) as s (campaign int, company int, key text, name text, confidence int, url text, at timestamptz, visits int)
     ), companies as (
       insert into b2b_id_company as c (company_id, key, name, network_confidence, visits, views, first_seen_at, last_seen_at)
       select company, key, max(name), max(confidence), greatest(1, sum(visits)), count(*), min(at), max(at) from seen group by company, key order by company, key
       on conflict (company_id, key) do update set visits = c.visits + (
           select coalesce(sum(s.visits), 0) from seen s where s.company = excluded.company_id and s.key = excluded.key),
         views = c.views + excluded.views, first_seen_at = least(c.first_seen_at, excluded.first_seen_at),
         last_seen_at = greatest(c.last_seen_at, excluded.last_seen_at), network_confidence = excluded.network_confidence
       returning id, company_id, key
     ), sites as (
       insert into b2b_id_site as t (visiting_id, campaign_id, company_id, last_at)
       select c.id, s.campaign, c.company_id, max(s.at) from seen s join companies c on c.company_id = s.company and c.key = s.key
       group by 1, 2, 3 order by 1, 2
       on conflict (visiting_id, campaign_id) do update set last_at = greatest(t.last_at, excluded.last_at)
     )
     insert into b2b_id_page as p (visiting_id, campaign_id, company_id, url, views, last_at)
     select id, campaign, company_id, url, views, last_at from (
       select c.id, s.campaign, c.company_id, s.url, count(*) as views, max(s.at) as last_at, row_number() over (partition by c.id, s.campaign order by s.url) as turn
       from seen s join companies c on c.company_id = s.company and c.key = s.key group by 1, 2, 3, 4) n
     where turn + (select count(*) from b2b_id_page k where k.visiting_id = n.id and k.campaign_id = n.campaign) <= ${MOST_PAGES}
       or exists (select from b2b_id_page k where k.visiting_id = n.id and k.campaign_id = n.campaign and k.url = n.url)
     order by 1, 2, 4
     on conflict (visiting_id, campaign_id, url) do update set views = p.views + excluded.views, last_at = greatest(p.last_at, excluded.last_at)`,
    { rows: JSON.stringify(rows) },
  );
}

/** Forgets companies that have not been back since. */
export const forgetCompanies = (db: Knex, before: Date): Promise<unknown> =>
  db('b2b_id_company').where('last_seen_at', '<', before).delete();

/** A campaign and its website are gone: so is what was seen there, and who was seen nowhere else. */
export async function forgetSite(db: Knex, campaignId: number): Promise<void> {
  const companies = (await db('b2b_id_site').where({ campaign_id: campaignId }).delete().returning('visiting_id')) as {
    visiting_id: number;
  }[];
  await db('b2b_id_page').where({ campaign_id: campaignId }).delete();
  await db('b2b_id_company as c')
    .whereIn(
      'c.id',
      companies.map((row) => row.visiting_id),
    )
    .whereNotExists(db('b2b_id_site as s').whereRaw('s.visiting_id = c.id'))
    .delete();
}
