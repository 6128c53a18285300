import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Columns of a person in the graph, in the order of the staging table. */
export const COLUMNS = ['first_name', 'last_name', 'email', 'phone', 'address', 'city', 'state', 'zip', 'company'] as const;
/** Somebody else changed the same rows in another order, or waited for us too long: the merge is done again. */
const AGAIN = new Set(['40P01', '40001', '55P03']);
const TRIES = 3;

/**
 * The way into the identity graph: rows are copied into a table of this connection alone, and merged in one transaction, so that a
 * file is in the graph as a whole or not at all.
 */
export class Graph {
  readonly #client: pg.Client;
  #copy: ReturnType<typeof copyFrom> | null = null;
  #failed: Error | null = null;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<Graph> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'import-identities',
      options: '-c app.scope=platform -c timezone=UTC -c work_mem=128MB -c temp_buffers=64MB',
    });
    await client.connect();
    await client.query(STAGE);
    return new Graph(client);
  }

  /** Adds lines in the form of COPY, as fast as the database takes them. */
  async stage(lines: string): Promise<void> {
    if (!this.#copy) {
      this.#copy = this.#client.query(copyFrom('copy import_row from stdin'));
      this.#copy.on('error', (error) => (this.#failed = error));
    }
    if (this.#failed) throw this.#failed;
    if (!this.#copy.write(lines)) await Promise.race([once(this.#copy, 'drain'), once(this.#copy, 'close')]);
  }

  /** How many lines were staged. */
  async staged(): Promise<number> {
    if (!this.#copy) return 0;
    this.#copy.end();
    await finished(this.#copy);
    return this.#copy.rowCount;
  }

  /** Merges what was staged; answers how many people are new. */
  async merge(): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#client.query('begin');
        await this.#client.query(`select pg_advisory_xact_lock(hashtext('import-identities'))`);
        await this.#client.query('analyze import_row');
        await this.#client.query(FIND_REPEATED);
        let added = 0;
        for (const people of [ONCE_NAMED, REPEATED])
          added += Number((await this.#client.query<{ added: string }>(merging(people))).rows[0]!.added);
        await this.#client.query(MERGE_HASHES);
        await this.#client.query(MERGE_ADDRESSES);
        await this.#client.query('commit');
        return added;
      } catch (error) {
        await this.#client.query('rollback').catch(() => undefined);
        if (attempt >= TRIES || !AGAIN.has((error as { code?: string }).code ?? '')) throw error;
      }
    }
  }

  async close(): Promise<void> {
    this.#copy?.destroy();
    await this.#client.end().catch(() => undefined);
  }
}

const NAMES = COLUMNS.join(', ');
const STAGE = `create temp table import_row (line bigint, person_key bytea, md5 bytea, sha256 bytea, ip text, ${COLUMNS.map((c) => `${c} text`).join(', ')})`;
const FIND_REPEATED = `
  create temp table import_repeated on commit drop as select person_key from import_row group by person_key having count(*) > 1;
  analyze import_repeated`;
const ONCE_NAMED = `select person_key, ${NAMES} from import_row r where not exists (select from import_repeated d where d.person_key = r.person_key)`;
// Where several lines speak of one person, the last word counts for each column, and an empty one says nothing.
const REPEATED = `select person_key, ${COLUMNS.map((c) => `coalesce((array_agg(${c} order by line desc) filter (where ${c} <> ''))[1], '')`).join(', ')}
  from import_row join import_repeated using (person_key) group by person_key`;
const merging = (people: string): string => `
  with merged as (
    insert into capture_person as p (person_key, ${NAMES}, source) select *, 'import' from (${people}) given order by person_key
    on conflict (person_key) do update set ${COLUMNS.map((c) => `${c} = coalesce(nullif(excluded.${c}, ''), p.${c})`).join(', ')}, changed_at = now()
    returning xmax = 0 as is_new)
  select count(*) filter (where is_new) as added from merged`;
const MERGE_HASHES = ['md5', 'sha256']
  .map(
    (kind) => `
  insert into capture_identity (kind, value, person_id)
  select distinct on (r.${kind}) '${kind}', r.${kind}, p.id from import_row r join capture_person p using (person_key)
  where r.${kind} is not null order by r.${kind}
  on conflict (kind, value) do update set person_id = excluded.person_id where capture_identity.person_id is distinct from excluded.person_id`,
  )
  .join(';');
// An address that leads to several people leads to nobody.
const MERGE_ADDRESSES = `
  insert into capture_identity as i (kind, value, person_id)
  select 'ip', convert_to(r.ip, 'utf8'), case when min(p.id) = max(p.id) then min(p.id) end
  from import_row r join capture_person p using (person_key) where r.ip <> '' group by r.ip order by 2
  on conflict (kind, value) do update set person_id = case when i.person_id = excluded.person_id then i.person_id end`;
