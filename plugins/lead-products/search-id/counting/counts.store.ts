import type { Knex } from 'knex';
import type { Location } from '../locations.ts';

/** A count that is wanted: a keyword in one of the locations. */
export interface Wanted {
  keyword: string;
  /** Which of the locations. */
  location: number;
  fingerprint: Buffer;
}
export interface CountRow {
  id: string;
  campaign_id: number;
  keyword: string;
  kind: Location['kind'];
  places: string[];
  miles: number | null;
  state: 'pending' | 'processing' | 'success' | 'error';
  people: string | null;
  inside: string | null;
  as_of: Date | null;
  created_at: Date;
  asked_at: Date;
}
/** Hours for which a count answers the same question. */
const KNOWN_HOURS = 24;

/** What a campaign's counts are of, in their order. */
export const fingerprintsOf = (db: Knex, campaignId: number): Promise<Buffer[]> =>
  db('search_id_count').where({ campaign_id: campaignId }).orderBy('id').pluck('fingerprint') as Promise<Buffer[]>;

/** Puts a campaign's counts in place of those it had. What its company counted lately is known at once. Answers the run, and whether something is left to count. */
export async function replaceCounts(
  db: Knex,
  of: { campaignId: number; companyId: number; askedBy: number | null },
  locations: readonly Location[],
  wanted: readonly Wanted[],
): Promise<{ runId: number; isOpen: boolean }> {
  const owner = { campaign_id: of.campaignId, company_id: of.companyId };
  await db('search_id_run').where({ campaign_id: of.campaignId }).whereNull('finished_at').update({ finished_at: db.fn.now() });
  const [run] = (await db('search_id_run')
    .insert({ ...owner, asked_by: of.askedBy })
    .returning('id')) as [{ id: number }];
  const ids = (await db('search_id_location')
    .insert(locations.map(({ kind, places, miles }) => ({ ...owner, kind, places, miles })))
    .returning('id')) as { id: number }[];
  await db.raw(
    `insert into search_id_count (campaign_id, company_id, run_id, location_id, keyword, fingerprint, state, people, inside, counted_at, as_of)
     select :campaignId, :companyId, :runId, w.location_id, w.keyword, w.fingerprint, case when k.people is null then 'pending' else 'success' end,
       k.people, k.inside, k.counted_at, k.as_of
     from unnest(:keywords::text[], :locations::int[], :fingerprints::bytea[]) with ordinality as w (keyword, location_id, fingerprint, n)
     left join lateral (
       select c.people, c.inside, c.counted_at, c.as_of from search_id_count c
       where c.company_id = :companyId and c.fingerprint = w.fingerprint and c.state = 'success'
         and c.counted_at > now() - interval '${KNOWN_HOURS} hours'
       order by c.counted_at desc limit 1) k on true
     order by w.n`,
    {
      campaignId: of.campaignId,
      companyId: of.companyId,
      runId: run.id,
      keywords: wanted.map(({ keyword }) => keyword) as unknown as Knex.RawBinding,
      locations: wanted.map(({ location }) => ids[location]!.id) as unknown as Knex.RawBinding,
      fingerprints: wanted.map(({ fingerprint }) => fingerprint) as unknown as Knex.RawBinding,
    },
  );
  await dropCounts(db, of.campaignId, run.id);
  return { runId: run.id, isOpen: !(await finishRun(db, run.id)) };
}

/** Forgets a campaign's counts, but those of one run. */
export async function dropCounts(db: Knex, campaignId: number, butRun: number | null): Promise<void> {
  const others = db('search_id_run').where({ campaign_id: campaignId });
  if (butRun !== null) void others.whereNot({ id: butRun });
  await others.delete();
  await db.raw(
    `delete from search_id_location l where l.campaign_id = ? and not exists (select from search_id_count c where c.location_id = l.id)`,
    [campaignId],
  );
}

/** Ends a run of which nothing is left to count; answers whether it ended. */
export async function finishRun(db: Knex, runId: number): Promise<boolean> {
  const ended = await db('search_id_run')
    .where({ id: runId })
    .whereNull('finished_at')
    .whereRaw(`not exists (select from search_id_count c where c.run_id = search_id_run.id and c.state in ('pending', 'processing'))`)
    .update({ finished_at: db.fn.now() });
  return ended === 1;
}

export interface CountQuery {
  campaignId: number;
  /** Only rows that are like this. */
  status?: 'Success' | 'NoResult' | 'Failed' | 'Pending' | undefined;
  search?: string | undefined;
  /** By how many there are in the location; without it in the order in which they were asked for. */
  byCount?: 'asc' | 'desc' | undefined;
  offset: number;
  limit: number;
}
const STATUS_SQL = {
  Success: `c.state = 'success' and c.inside > 0`,
  NoResult: `c.state = 'success' and c.inside = 0`,
  Failed: `c.state = 'error'`,
  Pending: `c.state in ('pending', 'processing')`,
} as const;

export async function pageOfCounts(db: Knex, query: CountQuery): Promise<{ rows: CountRow[]; total: number }> {
  const found = db('search_id_count as c').where('c.campaign_id', query.campaignId);
  if (query.status) void found.whereRaw(STATUS_SQL[query.status]);
  if (query.search) void found.whereILike('c.keyword', query.search);
  const counted = (await found.clone().count({ n: '*' }).first()) as { n: string };
  if (query.byCount) void found.orderByRaw(`case when c.state = 'success' then c.inside end ${query.byCount} nulls last`);
  const rows = (await found
    .join('search_id_location as l', 'l.id', 'c.location_id')
    .join('search_id_run as r', 'r.id', 'c.run_id')
    .orderBy('c.id')
    .offset(query.offset)
    .limit(query.limit)
    .select(
      'c.id',
      'c.campaign_id',
      'c.keyword',
      'c.state',
      'c.people',
      'c.inside',
      'c.as_of',
      'c.created_at',
      'l.kind',
      'l.places',
      'l.miles',
      'r.asked_at',
    )) as CountRow[];
  return { rows, total: Number(counted.n) };
}

/** Whether a run of the campaign goes on. */
export const isCounting = async (db: Knex, campaignId: number): Promise<boolean> =>
  (await db('search_id_run').where({ campaign_id: campaignId }).whereNull('finished_at').first('id')) !== undefined;

/** Puts a failed count of a campaign back into the queue, in a run of its own; false: there is no such one. */
export async function requeue(
  db: Knex,
  of: { campaignId: number; companyId: number; askedBy: number | null },
  id: string,
): Promise<boolean> {
  const failed = await db('search_id_count').where({ id, campaign_id: of.campaignId, state: 'error' }).forUpdate().first('id');
  if (!failed) return false;
  const [run] = (await db('search_id_run')
    .insert({ campaign_id: of.campaignId, company_id: of.companyId, asked_by: of.askedBy })
    .returning('id')) as [{ id: number }];
  await db('search_id_count').where({ id }).update({ run_id: run.id, state: 'pending', tries: 0, try_at: db.fn.now(), task: null });
  return true;
}
