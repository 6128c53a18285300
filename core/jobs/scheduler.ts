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

interface Recurring {
  id: string;
  every: string;
}

/**
 * Agenda says "look now" at intervals; what there is to do stands in our own tables. In PostgreSQL, or in MongoDB when the
 * process is given one. Jobs of the same interval share what Agenda keeps, since it asks its store about each thing it keeps, over and over.
 * `tick` is called with the job's id, for each job of an interval on its own: none waits for another.
 */
export async function startScheduler(
  config: Pick<Config, 'jobsMongoUrl'>,
  databaseUrl: string,
  log: Log,
  jobs: readonly Recurring[],
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
  const intervals = Map.groupBy(jobs, ({ every }) => every);
  const begin = ({ id }: Recurring): void => void tick(id).catch((error: unknown) => quiet.say(error));
  for (const [every, together] of intervals) agenda.define(PREFIX + every, async () => together.forEach(begin), { concurrency: 1 });
  await agenda.start();
  const kept = await keepSchedules(agenda, intervals);
  for (const every of intervals.keys()) {
    if (!kept.has(every)) await agenda.every(every, PREFIX + every, undefined, { skipImmediate: true, timezone: 'UTC' });
  }
  return { next: () => nextOf(agenda, intervals), stop: () => agenda.stop(true) };
}

async function nextOf(agenda: Agenda, intervals: ReadonlyMap<string, readonly Recurring[]>): Promise<Map<string, Date>> {
  const { jobs } = await agenda.queryJobs({});
  return new Map(
    jobs.flatMap(({ name, nextRunAt }) => {
      const together = nextRunAt ? intervals.get(name.slice(PREFIX.length)) : undefined;
      return (together ?? []).map(({ id }) => [id, new Date(nextRunAt!)] as const);
    }),
  );
}

/**
 * Drops what no job is declared with any longer, and answers the intervals that stand: starting them anew at every start of the
 * process would put off for ever what runs once a day.
 */
async function keepSchedules(agenda: Agenda, intervals: ReadonlyMap<string, unknown>): Promise<Set<string>> {
  const { jobs: stored } = await agenda.queryJobs({});
  const own = stored.filter(({ name }) => name.startsWith(PREFIX));
  const everyOf = ({ name }: { name: string }): string => name.slice(PREFIX.length);
  const gone = [...new Set(own.filter((j) => !intervals.has(everyOf(j))).map(({ name }) => name))];
  if (gone.length > 0) await agenda.cancel({ names: gone });
  return new Set(own.filter(({ nextRunAt }) => nextRunAt).map(everyOf));
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
