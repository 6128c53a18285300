import type pg from 'pg';

/** Columns of a staged line. `mark` is the hash of an e-mail address, `person_key` the key of somebody known by a phone number. */
export const STAGED = `line bigint, mark_kind text, mark bytea, person_key bytea, keyword text, state_id int, city_id int, zip_id int,
  searched_at timestamptz`;

export interface Merged {
  /** Records that were not there before. */
  added: number;
  /** Lines of records that were there already, from before or from an earlier line. */
  known: number;
  /** Lines about people who are not in the identity graph. */
  unknown: number;
}

/** Merges what was staged in one transaction, so that a file is there as a whole or not at all. `isUnknown` hears of lines about nobody. */
export async function mergeIntent(client: pg.Client, isUnknown: (line: number) => void): Promise<Merged> {
  await client.query('begin');
  try {
    await client.query(`${RESOLVE}; analyze import_found`);
    const staged = await numberOf(client, 'select count(*) as n from import_row');
    const found = await numberOf(client, 'select count(*) as n from import_found');
    if (found < staged) await tellUnknown(client, isUnknown);
    // One import at a time, and no purge meanwhile; whoever reads goes on.
    await client.query('set local lock_timeout = 0; lock table intent_touched in access exclusive mode');
    await client.query(`${ADD_KEYWORDS}; ${FIND_NEW}; analyze import_new`);
    await client.query(TOUCH);
    await client.query('select intent_count_touched(-1)');
    const added = (await client.query(ADD)).rowCount!;
    await client.query('select intent_count_touched(1)');
    await client.query('truncate intent_touched');
    if (added > 0) await client.query(NOTE, [added]);
    await client.query('commit');
    return { added, known: found - added, unknown: staged - found };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Lets counts be answered from the indexes alone. */
export const tidy = (client: pg.Client): Promise<unknown> =>
  client.query('vacuum (analyze) intent_record, intent_tally, intent_wanderer, intent_keyword');

const RESOLVE = `
  analyze import_row;
  create temp table import_found on commit drop as
  select r.line, p.id as person_id, r.keyword, r.state_id, r.city_id, r.zip_id, r.searched_at
  from import_row r join capture_identity i on i.kind = r.mark_kind and i.value = r.mark join capture_person p on p.id = i.person_id
  union all
  select r.line, p.id, r.keyword, r.state_id, r.city_id, r.zip_id, r.searched_at
  from import_row r join capture_person p on p.person_key = r.person_key where r.mark is null`;
const ADD_KEYWORDS = `insert into intent_keyword (keyword) select distinct keyword from import_found f
  where not exists (select from intent_keyword k where k.keyword = f.keyword) order by 1`;
const FIND_NEW = `
  create temp table import_new on commit drop as
  select distinct k.id as keyword_id, f.person_id, f.zip_id, f.state_id, f.city_id, f.searched_at
  from import_found f join intent_keyword k using (keyword)
  where not exists (select from intent_record r where r.keyword_id = k.id and r.person_id = f.person_id and r.city_id = f.city_id
    and r.zip_id = f.zip_id and r.state_id = f.state_id and r.searched_at = f.searched_at)`;
// Who was met for the keyword in the same place before counts as before.
const TOUCH = `
  insert into intent_touched select distinct n.keyword_id, n.person_id from import_new n
  where not exists (select from intent_record r where r.keyword_id = n.keyword_id and r.person_id = n.person_id
    and r.state_id = n.state_id and r.city_id = n.city_id)`;
// In the order of the widest index, so that it is filled from one end to the other.
const ADD = `
  insert into intent_record (position, keyword_id, person_id, state_id, city_id, zip_id, searched_at)
  select nextval('intent_position'), n.* from (
    select keyword_id, person_id, state_id, city_id, zip_id, searched_at from import_new order by keyword_id, city_id, zip_id, person_id, searched_at) n`;
const NOTE = `insert into intent_import (records, last_position, finished_at) select $1, last_value, clock_timestamp() from intent_position`;
const UNKNOWN = `declare unknown_line cursor for
  select line from import_row r where not exists (select from import_found f where f.line = r.line) order by line`;

async function tellUnknown(client: pg.Client, isUnknown: (line: number) => void): Promise<void> {
  await client.query(UNKNOWN);
  for (let isEnd = false; !isEnd;) {
    const { rows } = await client.query<{ line: string }>('fetch 10000 from unknown_line');
    for (const { line } of rows) isUnknown(Number(line));
    isEnd = rows.length === 0;
  }
  await client.query('close unknown_line');
}

async function numberOf(client: pg.Client, sql: string): Promise<number> {
  return Number((await client.query<{ n: string }>(sql)).rows[0]!.n);
}
