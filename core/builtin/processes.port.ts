import { type Ctx, denied, type ProcessesApi, type ProcessStatus } from '../contract.ts';
import { callsSince } from '../egress/egress-log.ts';
import type { Kernel } from '../kernel.ts';

interface ProcessRow extends Pick<ProcessStatus, 'id' | 'host' | 'pid' | 'roles' | 'versions' | 'plugins' | 'migrations'> {
  started_at: Date;
  seen_at: Date;
  stopped_at: Date | null;
}

/** The port's implementation, for the root alone: what it shows belongs to no company. */
export function processesOf(kernel: Kernel, ctx: Ctx): ProcessesApi {
  const rootOnly = (): void => {
    if (ctx.tenant.kind !== 'root') throw denied();
  };
  return {
    async processes() {
      rootOnly();
      const rows = (await kernel.platform('core_process').orderBy('started_at', 'desc').limit(100)) as ProcessRow[];
      return rows.map(({ started_at, seen_at, stopped_at, ...row }) => ({
        ...row,
        startedAt: started_at,
        seenAt: seen_at,
        stoppedAt: stopped_at,
      }));
    },
    async calls(since) {
      rootOnly();
      await kernel.egressLog.keep();
      return callsSince(kernel.platform, since);
    },
  };
}
