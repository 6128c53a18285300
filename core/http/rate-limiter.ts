import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { Problem, type RateDef } from '../contract.ts';

type Limiter = RateLimiterPostgres | RateLimiterMemory;

/** Points that are left, and for how long until all are there again. */
export interface RateLeft {
  points: number;
  seconds: number;
}

/** Counts in PostgreSQL, so that all processes count together; in memory what is only read, and everything while the database is away. */
export class RateLimiter {
  readonly #pool: Pool;
  readonly #limiters = new Map<string, Limiter>();
  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Takes one point of the key and answers what is left; throws 429 with `Retry-After` when nothing is. */
  async take(def: RateDef, key: string): Promise<RateLeft> {
    try {
      const { remainingPoints, msBeforeNext } = await this.#limiter(def).consume(key.slice(0, 200), 1);
      return { points: Math.max(0, remainingPoints), seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
    } catch (rejected) {
      if (rejected instanceof Error) throw rejected;
      const seconds = Math.max(1, Math.ceil((rejected as RateLimiterRes).msBeforeNext / 1000));
      throw new Problem(429, 'core.problem.too-many', { params: { count: seconds }, headers: { 'retry-after': String(seconds) } });
    }
  }

  /** Points used so far, without taking one. */
  async used(def: RateDef, key: string): Promise<number> {
    return (await this.#limiter(def).get(key.slice(0, 200)))?.consumedPoints ?? 0;
  }

  /** Forgets a key, e.g. after a good login. */
  async clear(def: RateDef, key: string): Promise<void> {
    await this.#limiter(def).delete(key.slice(0, 200));
  }

  #limiter(def: RateDef): Limiter {
    let limiter = this.#limiters.get(def.id);
    if (!limiter) {
      const common = { keyPrefix: def.id, points: def.points, duration: def.seconds };
      limiter = def.inMemory
        ? new RateLimiterMemory(common)
        : new RateLimiterPostgres({
            ...common,
            storeClient: this.#pool,
            storeType: 'pool',
            tableName: 'core_rate',
            tableCreated: true,
            clearExpiredByTimeout: false,
            insuranceLimiter: new RateLimiterMemory(common),
          });
      this.#limiters.set(def.id, limiter);
    }
    return limiter;
  }
}
