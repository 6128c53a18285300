import type pg from 'pg';
import { PERSON_COLUMNS } from '../../plugins/lead-intake/leads/shared.ts';
import { Staging } from '../import/staging.ts';

/** Somebody else added the same row, changed the same rows in another order, or waited for us too long: the merge is done again. */
const AGAIN = new Set(['23505', '40P01', '40001', '55P03']);
const TRIES = 3;

/**
 * The way into the identity graph: rows are staged, and merged in one transaction, so that a file is in the graph as a whole or not at all.
 */
export class Graph {
  readonly staging: Staging;
  readonly #client: pg.Client;

  private constructor(staging: Staging) {
    this.staging = staging;
    this.#client = staging.client;
  }

  static async open(url: string): Promise<Graph> {
    return new Graph(await Staging.open(url, 'import-identities', STAGED));
  }

  /** Merges what was staged; answers how many people are new. */
  async merge(): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#client.query('begin');
        await this.#client.query(ALONE);
        await this.#client.query('analyze import_row');
        await this.#client.query(FIND_REPEATED);
        let added = 0;
        for (const people of [ONCE_NAMED, REPEATED]) added += (await this.#client.query(adding(people))).rowCount!;
        await this.#client.query('analyze capture_person');
        if (added < (await this.#people())) for (const people of [ONCE_NAMED, REPEATED]) await this.#client.query(completing(people));
        for (const identities of [HASHES('md5'), HASHES('sha256'), ADDRESSES]) await this.#client.query(identities);
        await this.#client.query('commit');
        return added;
      } catch (error) {
        await this.#client.query('rollback').catch(() => undefined);
        if (attempt >= TRIES || !AGAIN.has((error as { code?: string }).code ?? '')) throw error;
      }
    }
  }

  /** How many people the staged lines are about. */
  async #people(): Promise<number> {
    return Number((await this.#client.query<{ people: string }>(COUNT_PEOPLE)).rows[0]!.people);
  }
}

// One import at a time; readers and visits go on. Autovacuum would count none of the rows that are being added, and the planner would then
// choose a nested loop over all of them.
const ALONE = 'lock table capture_person, capture_identity in share update exclusive mode';
const NAMES = PERSON_COLUMNS.join(', ');
const STAGED = `line bigint, person_key bytea, md5 bytea, sha256 bytea, ip text, ${PERSON_COLUMNS.map((c) => `${c} text`).join(', ')}`;
const FIND_REPEATED = `
  create temp table import_repeated on commit drop as select person_key, count(*) as lines from import_row group by person_key having count(*) > 1;
  analyze import_repeated`;
const COUNT_PEOPLE = 'select (select count(*) from import_row) - coalesce(sum(lines - 1), 0) as people from import_repeated';
const ONCE_NAMED = `select person_key, ${NAMES} from import_row r where not exists (select from import_repeated d where d.person_key = r.person_key)`;
// Where several lines speak of one person, the last word counts for each column, and an empty one says nothing.
const REPEATED = `select person_key, ${PERSON_COLUMNS.map((c) => `coalesce((array_agg(${c} order by line desc) filter (where ${c} <> ''))[1], '') as ${c}`).join(', ')}
  from import_row join import_repeated using (person_key) group by person_key`;
// Adding what is missing and then changing what was there costs half of what `on conflict` does, and leaves alone what says nothing new. In
// the order of the key, so that the index is filled from one end to the other.
const adding = (people: string): string => `
  insert into capture_person (person_key, ${NAMES}, source) select given.*, 'import' from (${people}) given
  where not exists (select from capture_person p where p.person_key = given.person_key) order by person_key`;
const completing = (people: string): string => `
  update capture_person p set ${PERSON_COLUMNS.map((c) => `${c} = coalesce(nullif(g.${c}, ''), p.${c})`).join(', ')}, changed_at = now()
  from (${people}) g where p.person_key = g.person_key and (${PERSON_COLUMNS.map((c) => `g.${c} not in ('', p.${c})`).join(' or ')})`;
const HASHES = (kind: 'md5' | 'sha256'): string => `
  merge into capture_identity i using (
    select distinct on (r.${kind}) r.${kind} as value, p.id from import_row r join capture_person p using (person_key)
    where r.${kind} is not null order by r.${kind}) g on i.kind = '${kind}' and i.value = g.value
  when matched and i.person_id is distinct from g.id then update set person_id = g.id
  when not matched then insert (kind, value, person_id) values ('${kind}', g.value, g.id)`;
// An address that leads to several people leads to nobody.
const ADDRESSES = `
  merge into capture_identity i using (
    select convert_to(r.ip, 'utf8') as value, case when min(p.id) = max(p.id) then min(p.id) end as id
    from import_row r join capture_person p using (person_key) where r.ip <> '' group by r.ip order by 1) g on i.kind = 'ip' and i.value = g.value
  when matched and i.person_id is not null and i.person_id is distinct from g.id then update set person_id = null
  when not matched then insert (kind, value, person_id) values ('ip', g.value, g.id)`;
