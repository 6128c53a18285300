import type { Static, TSchema } from 'typebox';
import type { Knex } from 'knex';
import type { Ctx } from './context.ts';
import type { Id } from './plugin.ts';

/** Work outside a request. Runs at least once, so it must be safe to repeat. */
export interface JobDef<X extends TSchema = any> {
  id: Id;
  payload: X;
  timeoutMs: number;
  /** Interval (`30 seconds`) or cron line, read in UTC; the scheduler says "look now", the run itself lives in our tables. */
  every?: string;
  /**
   * With `every`: one run for each company that this names and for which the plugin is on, under that company's RLS policies. Asked each
   * period, over all companies, so it reads an index that holds what is due first. Left out, the platform gets one run.
   */
  due?(ctx: Ctx): Promise<readonly number[]>;
  /**
   * The work lies in the plugin's own table, claimed with `for update skip locked`: the run is not recorded,
   * only repeated for as long as `agencies` names companies with work waiting. `woken` makes it prompt.
   */
  queue?: { agencies(platform: Knex): Promise<number[]> };
  /** Further tries after the first failure, with growing pauses; default 5. */
  retries?: number;
  /** `intent`: no surrounding transaction; the run opens its own. */
  db?: 'transaction' | 'intent';
  run(ctx: Ctx, payload: Static<X>): Promise<void>;
}
export const defineJob = <X extends TSchema>(job: JobDef<X>): JobDef<X> => job;
