import type { Agenda } from 'agenda';
import type { Config } from '../../config/default.ts';
import type { Log } from '../contract.ts';
import { IDLE_MS } from '../data/knex.ts';

const PREFIX = 'lead-platform ';

export interface Scheduler {
  /** When the clock asks for each job next, whichever process does. */
  next(): Promise<Map<string, Date>>;
  stop(): Promise<void>;
}

/** Creates Agenda's own tables; run as the owner, with the migrations. */
export async function prepareScheduler(ownerUrl: string): Promise<void> {
  const { PostgresBackend } = await import('@agendajs/postgres-backend');
  const backend = new PostgresBackend({
    poolConfig: { connectionString: ownerUrl, max: 1 },
    ensureSchema: true,
    disableNotifications: true,
  });
  await backend.connect();
  await backend.disconnect();
}

/**
 * Agenda says "look now" at intervals; what there is to do stands in our own tables. In PostgreSQL, or in MongoDB when the
 * process is given one. `tick` is called with the job's id.
 */
export async function startScheduler(
  config: Pick<Config, 'jobsMongoUrl'>,
  databaseUrl: string,
  log: Log,
  jobs: readonly { id: string; every: string }[],
  tick: (id: string) => Promise<void>,
): Promise<Scheduler> {
  const { Agenda } = await import('agenda');
  const agenda = new Agenda({
    backend: config.jobsMongoUrl ? await mongoBackend(config.jobsMongoUrl) : await postgresBackend(databaseUrl),
    processEvery: '10 seconds', // what is due before the next look is asked for at its time all the same
    defaultLockLifetime: 60_000,
  });
  const quiet = new Quiet(log);
  agenda.on('error', (error: unknown) => quiet.say(error));
  for (const job of jobs) agenda.define(PREFIX + job.id, async () => tick(job.id), { concurrency: 1 });
  await agenda.start();
  const kept = await keepSchedules(agenda, jobs);
  for (const job of jobs) if (!kept.has(job.id)) await agenda.every(job.every, PREFIX + job.id, undefined, { skipImmediate: true });
  return { next: () => nextOf(agenda), stop: () => agenda.stop(true) };
}

async function nextOf(agenda: Agenda): Promise<Map<string, Date>> {
  const { jobs } = await agenda.queryJobs({});
  return new Map(jobs.flatMap(({ name, nextRunAt }) => (nextRunAt ? [[name.slice(PREFIX.length), new Date(nextRunAt)] as const] : [])));
}

/**
 * Drops schedules of jobs that are no longer declared, and answers the ids of those that stand as declared: starting them anew
 * at every start of the process would put off for ever what runs once a day.
 */
async function keepSchedules(agenda: Agenda, jobs: readonly { id: string; every: string }[]): Promise<Set<string>> {
  const declared = new Map(jobs.map((j) => [PREFIX + j.id, j]));
  const { jobs: stored } = await agenda.queryJobs({});
  const own = stored.filter((j) => j.name.startsWith(PREFIX));
  const gone = [...new Set(own.map((j) => j.name).filter((name) => !declared.has(name)))];
  if (gone.length > 0) await agenda.cancel({ names: gone });
  return new Set(
    own.filter((j) => j.nextRunAt && j.repeatInterval === declared.get(j.name)?.every).map((j) => j.name.slice(PREFIX.length)),
  );
}

async function postgresBackend(url: string) {
  const { PostgresBackend } = await import('@agendajs/postgres-backend');
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: 3,
    application_name: 'agenda',
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: IDLE_MS,
  });
  // Each of these would end the process when PostgreSQL restarts and nobody listens.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  // Prompt wake-ups are ours (core/events/wake.ts); Agenda only keeps the intervals.
  return new PostgresBackend({ pool, ensureSchema: false, disableNotifications: true });
}

async function mongoBackend(address: string) {
  const { MongoBackend } = await import('@agendajs/mongo-backend');
  return new MongoBackend({ address });
}

/** A lost database would log many times a second. */
class Quiet {
  readonly #log: Log;
  #last = 0;
  constructor(log: Log) {
    this.#log = log;
  }
  say(error: unknown): void {
    if (Date.now() - this.#last < 10_000) return;
    this.#last = Date.now();
    this.#log.warn({ error: String(error) }, 'scheduler');
  }
}
