import type { Knex } from 'knex';

/** How far a campaign has read. */
export interface Reading {
  rule: Buffer | null;
  /** A number too large for JavaScript, as PostgreSQL writes it. */
  position: string;
}

/** Agencies with campaigns that are to be looked at. */
export async function agenciesDue(platform: Knex): Promise<number[]> {
  const { rows } = (await platform.raw('select distinct agency_id from search_id_reading where look_at <= now()')) as {
    rows: { agency_id: number }[];
  };
  return rows.map((row) => row.agency_id);
}

/** Begins or ends looking for a campaign; what it has read stays. */
export const lookNow = (db: Knex, campaignId: number, companyId: number, isRunning: boolean): Promise<unknown> =>
  db.raw(
    `insert into search_id_reading (campaign_id, company_id, look_at) values (:campaignId, :companyId, case when :isRunning then now() else 'infinity' end)
     on conflict (campaign_id) do update set look_at = excluded.look_at, done_to = -1`,
    { campaignId, companyId, isRunning },
  );

/** Puts off those campaigns of an agency that have read everything there is; answers some of the others, the longest waiting first. */
export async function campaignsDue(db: Knex, agencyId: number, newest: string, seconds: number, most: number): Promise<number[]> {
  await db.raw(
    `update search_id_reading set look_at = now() + make_interval(secs => ?)
     where campaign_id in (
       select r.campaign_id from search_id_reading r where r.agency_id = ? and r.look_at <= now() and r.done_to >= ?
         and not exists (select from search_id_record again where again.campaign_id = r.campaign_id and again.retry_at <= now())
       for update skip locked)`,
    [seconds, agencyId, newest],
  );
  return db('search_id_reading')
    .where({ agency_id: agencyId })
    .whereRaw('look_at <= now()')
    .orderBy('look_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .pluck('campaign_id') as Promise<number[]>;
}

/** How far the campaign has read; undefined where another worker has it in hand. Held to the end of the transaction. */
export const claimReading = async (db: Knex, campaignId: number): Promise<Reading | undefined> =>
  (await db('search_id_reading').where({ campaign_id: campaignId }).forUpdate().skipLocked().first('rule', 'position')) as
    | Reading
    | undefined;

/** Notes how far it has read now; `doneTo`: all of the imports up to there. */
export const noteReading = (db: Knex, campaignId: number, { rule, position }: Reading, doneTo: string | null): Promise<unknown> =>
  db('search_id_reading')
    .where({ campaign_id: campaignId })
    .update({ rule, position, done_to: doneTo ?? -1 });

/** Looks at a campaign again after some seconds, or (null) when something about it changes. */
export const putOff = (db: Knex, campaignId: number, seconds: number | null): Promise<unknown> =>
  db('search_id_reading')
    .where({ campaign_id: campaignId })
    .update({ look_at: seconds === null ? 'infinity' : db.raw('now() + make_interval(secs => ?)', [seconds]) });

/** Of some positions those that the campaign has had, and whether they are to be tried again. */
export async function positionsHad(
  db: Knex,
  campaignId: number,
  positions: readonly string[],
): Promise<Map<string, { isWaiting: boolean }>> {
  const rows = (await db('search_id_record')
    .where({ campaign_id: campaignId })
    .whereRaw('position = any(?::bigint[])', [positions as unknown as Knex.RawBinding])
    .select('position', 'retry_at')) as { position: string; retry_at: Date | null }[];
  return new Map(rows.map(({ position, retry_at }) => [position, { isWaiting: retry_at !== null }]));
}

/** Positions of records that failed and are to be tried again now. */
export const positionsToRetry = (db: Knex, campaignId: number, most: number): Promise<string[]> =>
  db('search_id_record')
    .where({ campaign_id: campaignId })
    .whereRaw('retry_at <= now()')
    .orderBy('retry_at')
    .limit(most)
    .pluck('position') as Promise<string[]>;

/** Notes that the campaign had these records; with `seconds` they are tried again after so many. */
export async function noteRecords(
  db: Knex,
  campaignId: number,
  companyId: number,
  positions: readonly string[],
  seconds: number | null = null,
): Promise<void> {
  if (positions.length === 0) return;
  await db.raw(
    `insert into search_id_record (campaign_id, company_id, position, retry_at)
     select :campaignId, :companyId, position, now() + make_interval(secs => :seconds) from unnest(:positions::bigint[]) as p (position)
     on conflict (campaign_id, position) do update set retry_at = excluded.retry_at`,
    { campaignId, companyId, positions: positions as unknown as Knex.RawBinding, seconds },
  );
}

/** Forgets records so old that nobody could read them again. */
export const dropRecords = (db: Knex, before: Date): Promise<unknown> => db('search_id_record').where('noted_at', '<', before).delete();
