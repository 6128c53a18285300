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
    const added = await numberOf(client, `select intent_merge('import_found') as n`);
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
