import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Location } from '../locations.ts';

/** Counts of one location that are made together. */
export interface Task {
  id: string;
  runId: number;
  campaignId: number;
  companyId: number;
}
export interface TaskRow {
  id: string;
  keyword: string;
  tries: number;
}

/** Counts of one company that are under way at the same time, and keywords in one. */
const AT_ONCE = 2;
const KEYWORDS = 50;
/** What takes longer was given up by its worker. */
const LEASE = '2 minutes';
/** Pauses before a count that failed is tried again, in seconds; then it is at an end. */
const PAUSES = [5, 30];

const DUE = `(c.state = 'pending' and c.try_at <= now() or c.state = 'processing' and c.lease_until < now())`;

/** Agencies with counts to be made. */
export async function agenciesWithCounts(platform: Knex): Promise<number[]> {
  const { rows } = (await platform.raw(`select distinct c.agency_id from search_id_count c where ${DUE}`)) as {
    rows: { agency_id: number }[];
  };
  return rows.map((row) => row.agency_id);
}

/** Takes what each company of the agency may have counted now: in turns, and never more than two at once for one company. */
export async function claimTasks(db: Knex, agencyId: number): Promise<Task[]> {
  // Whoever holds these decides alone how many of each company are under way.
  const open = (await db('search_id_run')
    .where({ agency_id: agencyId })
    .whereNull('finished_at')
    .orderBy('id')
    .forUpdate()
    .select('id', 'company_id')) as { id: number; company_id: number }[];
  const tasks: Task[] = [];
  for (let turn = 0; turn < AT_ONCE; turn += 1)
    for (const companyId of new Set(open.map((run) => run.company_id))) {
      const task = await claimOne(db, companyId);
      if (task) tasks.push(task);
    }
  return tasks;
}

async function claimOne(db: Knex, companyId: number): Promise<Task | null> {
  const id = randomUUID();
  // What failed before is tried alone, so that it takes no others with it.
  const { rows } = (await db.raw(
    `with busy as (
       select count(distinct task) as n from search_id_count where company_id = :companyId and state = 'processing' and lease_until >= now()),
     head as (
       select c.run_id, c.location_id, c.tries from search_id_count c join search_id_run r on r.id = c.run_id, busy
       where c.company_id = :companyId and r.finished_at is null and busy.n < ${AT_ONCE} and ${DUE} order by c.id limit 1),
     taken as (
       select c.id from search_id_count c join head h using (run_id, location_id)
       where c.company_id = :companyId and c.tries = h.tries and ${DUE} order by c.id
       limit (select case when tries = 0 then ${KEYWORDS} else 1 end from head))
     update search_id_count c set state = 'processing', task = :id, lease_until = now() + interval '${LEASE}', tries = least(c.tries + 1, 100)
     from taken where c.id = taken.id returning c.run_id, c.campaign_id`,
    { companyId, id },
  )) as { rows: { run_id: number; campaign_id: number }[] };
  return rows[0] ? { id, runId: rows[0].run_id, campaignId: rows[0].campaign_id, companyId } : null;
}

/** The rows of a task and where they are counted; null where it was given up, or the run is over. Holds the run to the end of the transaction. */
export async function openTask(db: Knex, { id, runId }: Task): Promise<{ rows: TaskRow[]; location: Location } | null> {
  const run = await db('search_id_run').where({ id: runId }).whereNull('finished_at').forUpdate().first('id');
  if (!run) return null;
  const rows = (await db('search_id_count')
    .where({ run_id: runId, task: id, state: 'processing' })
    .orderBy('id')
    .select('id', 'keyword', 'tries', 'location_id')) as (TaskRow & { location_id: number })[];
  if (rows.length === 0) return null;
  const location = (await db('search_id_location').where({ id: rows[0]!.location_id }).first('kind', 'places', 'miles')) as Location;
  return { rows, location };
}

export async function keepCounts(
  db: Knex,
  counted: readonly { id: string; people: number; inside: number }[],
  asOf: Date | null,
): Promise<void> {
  await db.raw(
    `update search_id_count c set state = 'success', people = n.people, inside = n.inside, as_of = ?, counted_at = now(), task = null
     from unnest(?::bigint[], ?::bigint[], ?::bigint[]) as n (id, people, inside) where c.id = n.id`,
    [
      asOf,
      counted.map(({ id }) => id),
      counted.map(({ people }) => people),
      counted.map(({ inside }) => inside),
    ] as unknown as Knex.RawBinding[],
  );
}

/** Tries the rows of a task again after a while, or gives them up. */
export async function failTask(db: Knex, rows: readonly TaskRow[]): Promise<void> {
  for (const { id, tries } of rows) {
    const pause = PAUSES[tries - 1];
    await db('search_id_count')
      .where({ id })
      .update({
        state: pause === undefined ? 'error' : 'pending',
        task: null,
        ...(pause !== undefined && { try_at: db.raw('now() + make_interval(secs => ?)', [pause]) }),
      });
  }
}
