import type { Knex } from 'knex';
import type { HostCalls, Log } from '../contract.ts';
import type { CallLog } from './egress.ts';

/** Upper bounds in milliseconds of the classes that times are counted in; the last class has none. */
const BOUNDS = [50, 100, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000, 15_000, 30_000] as const;
/** Hosts of one process and hour. Companies name hosts, so beyond that they are counted together. */
const MOST_HOSTS = 500;
const OTHERS = '*';
const HOUR = 3_600_000;

interface Counts {
  hour: number;
  host: string;
  calls: number;
  failures: number;
  refusals: number;
  times: number[];
  failure: string | null;
  refusal: string | null;
  refusedAt: Date | null;
}

/** Counts outgoing calls by host and hour, and writes the counts down now and then: nothing of what was said, and no address beyond the host. */
export class EgressLog implements CallLog {
  readonly #platform: Knex;
  readonly #log: Log;
  #counts = new Map<string, Counts>();

  constructor(platform: Knex, log: Log) {
    this.#platform = platform;
    this.#log = log;
  }

  answered(host: string, ms: number, status: number): void {
    const counts = this.#of(host);
    counts.calls += 1;
    const at = BOUNDS.findIndex((bound) => ms <= bound);
    counts.times[at < 0 ? BOUNDS.length : at]! += 1;
    if (status < 500) return;
    counts.failures += 1;
    counts.failure = String(status);
  }

  failed(host: string, error: unknown): void {
    const counts = this.#of(host);
    counts.calls += 1;
    counts.failures += 1;
    counts.failure = codeOf(error);
  }

  refused(host: string, reason: string): void {
    const counts = this.#of(host);
    counts.refusals += 1;
    counts.refusal = reason;
    counts.refusedAt = new Date();
  }

  #of(host: string): Counts {
    const hour = Math.floor(Date.now() / HOUR) * HOUR;
    const known = this.#counts.get(`${hour} ${host}`);
    if (known) return known;
    const name = this.#counts.size >= MOST_HOSTS ? OTHERS : host.slice(0, 253);
    const key = `${hour} ${name}`;
    const counts = this.#counts.get(key) ?? {
      hour,
      host: name,
      calls: 0,
      failures: 0,
      refusals: 0,
      times: Array<number>(BOUNDS.length + 1).fill(0),
      failure: null,
      refusal: null,
      refusedAt: null,
    };
    this.#counts.set(key, counts);
    return counts;
  }

  /** Adds what was counted since the last time to what is stored. Counts that cannot be stored are lost, and said to be. */
  async keep(): Promise<void> {
    if (this.#counts.size === 0) return;
    const counted = [...this.#counts.values()];
    this.#counts = new Map();
    const rows = counted.map(({ hour, refusedAt, ...row }) => ({ ...row, hour: new Date(hour), refused_at: refusedAt }));
    await this.#platform
      .raw(
        `insert into core_egress_hour as h (hour, host, calls, failures, refusals, times, failure, refusal, refused_at)
         select hour, host, calls, failures, refusals, array(select jsonb_array_elements_text(times)::int), failure, refusal, refused_at
         from jsonb_to_recordset(?::jsonb) as r (hour timestamptz, host text, calls int, failures int, refusals int, times jsonb, failure text, refusal text, refused_at timestamptz)
         order by hour, host
         on conflict (hour, host) do update set calls = h.calls + excluded.calls, failures = h.failures + excluded.failures,
           refusals = h.refusals + excluded.refusals,
           times = array(select a + b from unnest(h.times, excluded.times) with ordinality t (a, b, n) order by n),
           failure = coalesce(excluded.failure, h.failure), refusal = coalesce(excluded.refusal, h.refusal),
           refused_at = coalesce(excluded.refused_at, h.refused_at)`,
        [JSON.stringify(rows)],
      )
      .then(undefined, (error: unknown) =>
        this.#log.warn({ calls: counted.length, error: String(error) }, 'counts of outgoing calls are lost'),
      );
  }
}

/** Sums of the classes of times, one by one: taken apart into rows they would be sixteen times as many to add up. */
const TIMES = Array.from({ length: BOUNDS.length + 1 }, (_, n) => `sum(times[${n + 1}])::int`).join(', ');

/** Calls since an hour, by host: those with most failures and refusals first. */
export async function callsSince(platform: Knex, since: Date): Promise<HostCalls[]> {
  const { rows } = (await platform.raw(
    `select host, sum(calls)::int as calls, sum(failures)::int as failures, sum(refusals)::int as refusals, max(hour) as "lastAt",
       (array_agg(failure order by hour desc) filter (where failure is not null))[1] as failure,
       (array_agg(refusal order by hour desc) filter (where refusal is not null))[1] as refusal, max(refused_at) as "refusedAt",
       array[${TIMES}] as times
     from core_egress_hour where hour >= :since group by host
     order by sum(failures) + sum(refusals) desc, sum(calls) desc, host limit 1000`,
    { since },
  )) as { rows: (Omit<HostCalls, 'p95'> & { times: number[] })[] };
  return rows.map(({ times, ...row }) => ({ ...row, p95: percentile(times, 0.95) }));
}

/** The bound under which this share of the times lies; of those beyond all bounds the last bound. */
function percentile(times: readonly number[], share: number): number | null {
  const all = times.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let below = 0;
  const at = times.findIndex((count) => (below += count) >= all * share);
  return BOUNDS[Math.min(at, BOUNDS.length - 1)]!;
}

/** `ECONNREFUSED`, or the name of the error: a word, and nothing that the other end said. */
function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return String(typeof code === 'string' ? code : (name ?? 'Error')).slice(0, 60);
}
