import type { Knex } from 'knex';
import { leastNetwork } from '../visiting/organisation.ts';

/** What a supplier said of a company. */
export interface CompanyFacts {
  name: string;
  domain: string;
  industry: string;
  employees: number | null;
  /** Two letters where it is one of the known countries. */
  country: string;
  region: string;
  city: string;
}
/** A company that visited, with what is known of it. */
export interface VisitingCompany extends CompanyFacts {
  id: number;
  /** As its network names it. */
  networkName: string;
  networkConfidence: number;
  isKnown: boolean;
  visits: number;
  lastSeenAt: Date;
}

/** Which companies are meant: those that a campaign has not asked about, seen since it runs on the websites that it names. */
export interface Wanted {
  campaignId: number;
  companyId: number;
  /** Campaigns whose websites count; none: all. */
  sources: readonly number[];
  leastConfidence: number;
}
const bindings = ({ campaignId, companyId, sources, leastConfidence }: Wanted) => ({
  campaignId,
  companyId,
  sources: sources as unknown as Knex.RawBinding,
  all: sources.length === 0,
  leastNetwork: leastNetwork(leastConfidence),
});
const FRESH = `c.company_id = :companyId
  and not exists (select from b2b_id_target t where t.campaign_id = :campaignId and t.visiting_id = c.id)
  and exists (select from b2b_id_site s where s.visiting_id = c.id and (:all or s.campaign_id = any(:sources::int[]))
    and s.last_at >= (select since from b2b_id_look where campaign_id = :campaignId))`;
const WAITING = `c.company_id = :companyId and exists (select from b2b_id_target t where t.campaign_id = :campaignId and t.visiting_id = c.id and t.state = 'waiting')`;

/** Takes companies in hand, for some seconds, of whom nobody has asked yet who they are. */
export async function takeUnknown(db: Knex, wanted: Wanted, most: number, seconds: number): Promise<{ id: number; networkName: string }[]> {
  const { rows } = (await db.raw(
    `insert into b2b_id_record as r (visiting_id, company_id, lease_until)
     select c.id, c.company_id, now() + make_interval(secs => :seconds) from b2b_id_company c
       left join b2b_id_record k on k.visiting_id = c.id
     where (k.visiting_id is null or (k.state = 'asking' and k.lease_until <= now()))
       and ((${WAITING}) or (${FRESH} and c.network_confidence >= :leastNetwork))
     order by c.id limit :most
     on conflict (visiting_id) do update set lease_until = excluded.lease_until where r.state = 'asking' and r.lease_until <= now()
     returning visiting_id as id, (select name from b2b_id_company c where c.id = visiting_id) as name`,
    { ...bindings(wanted), most, seconds },
  )) as { rows: { id: number; name: string }[] };
  return rows.map(({ id, name }) => ({ id, networkName: name }));
}

/** Keeps what suppliers said; null: they know nothing. */
export async function keepFacts(db: Knex, answers: readonly { id: number; facts: CompanyFacts | null }[]): Promise<void> {
  if (answers.length === 0) return;
  await db.raw(
    `update b2b_id_record r set state = case when a.known then 'known' else 'unknown' end, name = coalesce(a.name, ''), domain = coalesce(a.domain, ''),
       industry = coalesce(a.industry, ''), employees = a.employees, country = coalesce(a.country, ''), region = coalesce(a.region, ''), city = coalesce(a.city, '')
     from jsonb_to_recordset(?::jsonb) as a (id int, known boolean, name text, domain text, industry text, employees int, country text, region text, city text)
     where r.visiting_id = a.id`,
    [JSON.stringify(answers.map(({ id, facts }) => ({ id, known: facts !== null, ...facts })))],
  );
}

/** Asks again after some seconds; after so many tries nobody knows it. */
export const askAboutAgain = (db: Knex, ids: readonly number[], seconds: number, tries: number | null): Promise<unknown> =>
  db.raw(
    `update b2b_id_record set lease_until = now() + make_interval(secs => :seconds), tries = tries + case when :most::int is null then 0 else 1 end,
       state = case when tries + 1 >= :most then 'unknown' else state end
     where visiting_id = any(:ids::int[]) and state = 'asking'`,
    { ids: ids as unknown as Knex.RawBinding, seconds, most: tries },
  );

const COLUMNS = `c.id, c.name as "networkName", c.network_confidence as "networkConfidence", c.visits, c.last_seen_at as "lastSeenAt",
  coalesce(k.state = 'known', false) as "isKnown", coalesce(nullif(k.name, ''), c.name) as name, coalesce(k.domain, '') as domain,
  coalesce(k.industry, '') as industry, k.employees, coalesce(k.country, '') as country, coalesce(k.region, '') as region, coalesce(k.city, '') as city`;

/** Companies of which it is known who they are, or of which nothing could be said that would help: the next that a campaign is to decide on. */
export async function decidable(db: Knex, wanted: Wanted, most: number): Promise<VisitingCompany[]> {
  const { rows } = (await db.raw(
    `select ${COLUMNS} from b2b_id_company c left join b2b_id_record k on k.visiting_id = c.id
     where ${FRESH} and (k.state in ('known', 'unknown') or c.network_confidence < :leastNetwork) order by c.last_seen_at, c.id limit :most`,
    { ...bindings(wanted), most },
  )) as { rows: VisitingCompany[] };
  return rows;
}

export async function companiesById(db: Knex, ids: readonly number[]): Promise<Map<number, VisitingCompany>> {
  const { rows } = (await db.raw(
    `select ${COLUMNS} from b2b_id_company c left join b2b_id_record k on k.visiting_id = c.id where c.id = any(?::int[])`,
    [ids as unknown as Knex.RawBinding],
  )) as { rows: VisitingCompany[] };
  return new Map(rows.map((row) => [row.id, row]));
}
