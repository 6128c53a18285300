import { defineJob, type JobDef, T } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import { anchorHeads, dropOldAnchors } from './anchors.ts';
import { CHAIN_KEY } from './chain.ts';
import { dropOldRows } from './retention.ts';
import { rootsToSeal, sealWaiting } from './sealer.ts';

/** Keeps the log sealed, anchored outside the database, and no longer than it must be kept. */
export const auditJobs = (kernel: () => Kernel): JobDef[] => {
  const key = (): Buffer => kernel().secrets.key(CHAIN_KEY);
  return [
    defineJob({
      id: 'core.audit-seal',
      payload: T.Object({}),
      timeoutMs: 60_000,
      db: 'intent',
      // Each row that is written wakes the sealer (migrations/0005); the minute's sweep makes a lost notice good.
      queue: { agencies: rootsToSeal },
      run: async (ctx) => void (await sealWaiting(kernel().platform, key(), ctx.tenant.rootId)),
    }),
    defineJob({
      id: 'core.audit-anchor',
      payload: T.Object({}),
      timeoutMs: 30_000,
      db: 'intent',
      every: '1 minute',
      run: () => anchorHeads(kernel().platform, key(), kernel().config.auditDir, kernel().now()),
    }),
    defineJob({
      id: 'core.audit-retention',
      payload: T.Object({}),
      timeoutMs: 600_000,
      db: 'intent',
      every: '17 3 * * *',
      async run(ctx) {
        const rows = await dropOldRows(kernel().platform, key());
        await dropOldAnchors(kernel().config.auditDir, kernel().now());
        if (rows > 0) ctx.log.info({ rows }, 'old log rows dropped');
      },
    }),
  ];
};
