import { defineJob, type JobDef, T } from '../contract.ts';
import type { Kernel } from '../kernel.ts';

/** How long a key answers its first result: longer than anything repeats a call by itself. */
const KEPT_HOURS = 48;
const BATCH = 5_000;

/** Forgets keys whose time is over, some at a time, so that no call waits for it. */
export const idempotencyJobs = (kernel: () => Kernel): JobDef[] => [
  defineJob({
    id: 'core.idempotency-tidy',
    payload: T.Object({}),
    timeoutMs: 600_000,
    db: 'intent',
    every: '41 * * * *',
    async run(ctx) {
      const over = new Date(ctx.now.getTime() - KEPT_HOURS * 3_600_000);
      const forget = async (): Promise<number> => {
        const { rowCount } = (await kernel().platform.raw(
          `delete from core_idempotency where ctid = any(array(
             select ctid from core_idempotency where created_at < ? order by created_at limit ? for update skip locked))`,
          [over, BATCH],
        )) as { rowCount: number };
        return rowCount;
      };
      while ((await forget()) === BATCH);
    },
  }),
];
