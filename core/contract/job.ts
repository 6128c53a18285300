import type { Static, TSchema } from 'typebox';
import type { Knex } from 'knex';
import type { Ctx } from './context.ts';
import type { Id } from './plugin.ts';

/** Work outside a request. Runs at least once, so it must be safe to repeat. */
export interface JobDef<X extends TSchema = any> {
  id: Id;
  payload: X;
  timeoutMs: number;
  /** Interval (`30 seconds`) or cron line; the scheduler says "look now", the run itself lives in our tables. */
  every?: string;
  /** One run for each agency for which the plugin is on, under that agency's walls. */
  perAgency?: boolean;
  /**
   * The work lies in the plugin's own table, claimed with `for update skip locked`: the run is not recorded,
   * only repeated for as long as `agencies` names companies with work waiting. `woken` makes it prompt.
   */
  drain?: { agencies(platform: Knex): Promise<number[]> };
  /** Further tries after the first failure, with growing pauses; default 5. */
  retries?: number;
  /** `intent`: no surrounding transaction; the run opens its own. */
  db?: 'transaction' | 'intent';
  run(ctx: Ctx, payload: Static<X>): Promise<void>;
}
export const defineJob = <X extends TSchema>(job: JobDef<X>): JobDef<X> => job;
