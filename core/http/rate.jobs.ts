import { defineJob, type JobDef, T } from '../contract.ts';
import type { Kernel } from '../kernel.ts';

/** Every address and e-mail that was ever counted has a row: those whose time is over are of no use. */
export const rateJobs = (kernel: () => Kernel): JobDef[] => [
  defineJob({
    id: 'core.rate-tidy',
    payload: T.Object({}),
    timeoutMs: 60_000,
    db: 'intent',
    every: '27 * * * *',
    async run() {
      await kernel().platform('core_rate').where('expire', '<', Date.now()).delete();
    },
  }),
];
