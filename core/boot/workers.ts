import { DatabaseListener } from './database-listener.ts';
import { appUrl } from '../data/roles.ts';
import { type Coalesced, coalesced } from '../events/coalesce.ts';
import { RELAY } from '../events/outbox.ts';
import { releaseHeld } from '../events/held.ts';
import { relayEvents } from '../events/relay.ts';
import { type Wake, WAKE_CHANNEL, wakeOf } from '../events/wake.ts';
import { withClaimable } from '../jobs/claimable.ts';
import { requestRuns } from '../jobs/due.ts';
import { runJob } from '../jobs/runner.ts';
import { type Scheduler, startScheduler } from '../jobs/scheduler.ts';
import type { Kernel } from '../kernel.ts';
import { LIVE_CHANNEL, type LiveNotice } from '../live/live.ts';
import { MAILER } from '../mail/mail.ts';
import { Mailer } from '../mail/mailer.ts';

const CONFIG_CHANNEL = 'core_config';
const SWEEP = 'core.sweep';

export interface Workers {
  /** Does everything that is waiting now; for tests and the minute's sweep. */
  sweep(): Promise<void>;
  /** Does what the clock asks for: a recurring job's period begins, or with any other id everything that waits is looked at. */
  tick(jobId: string): Promise<void>;
  /** Wakes one worker in this process. */
  wake(worker: string): void;
  /** When the clock asks for each job next; empty where this process does not keep it. */
  next(): Promise<Map<string, Date>>;
  stop(): Promise<void>;
}

/** The part of a process that listens to the database, and for workers also does the waiting work. */
export async function startWorkers(
  kernel: Kernel,
  options: { work: boolean; schedule: boolean; onConfig?: (companyId: number | null) => Promise<void> },
): Promise<Workers> {
  const mailer = new Mailer(kernel);
  const triggers = new Map<string, Coalesced>([
    [RELAY, coalesced(() => relayEvents(kernel))],
    [MAILER, coalesced(() => mailer.run())],
    ...[...kernel.registry.jobs.values()].map((job): [string, Coalesced] => [job.def.id, coalesced(() => runJob(kernel, job))]),
  ]);
  const jobs = [...kernel.registry.jobs.values()].map(({ def }) => def);
  const queues = [RELAY, MAILER, ...jobs.filter(({ queue }) => queue).map(({ id }) => id)];
  /** Whether it went well. */
  const look = (worker: string): Promise<boolean> =>
    triggers.get(worker)!()
      .then(() => true)
      .catch((error: unknown) => {
        kernel.log.warn({ worker, error: String(error) }, 'sweep');
        return false;
      });
  const sweep = async (): Promise<void> => {
    await releaseHeld(kernel).catch((error: unknown) => kernel.log.warn({ error: String(error) }, 'sweep'));
    for (const id of queues) await look(id);
    const inRuns = new Set(jobs.filter(({ queue }) => !queue).map(({ id }) => id as string));
    // Again until nothing may begin, because one run causes others. A job that cannot be looked at waits for the next sweep.
    for (let due = [...inRuns]; due.length > 0;) {
      due = await withClaimable(kernel, [...inRuns]);
      for (const id of due) if (!(await look(id))) inRuns.delete(id);
    }
    for (const id of inRuns) await triggers.get(id)!.idle();
  };
  const tick = async (id: string): Promise<void> => {
    const job = kernel.registry.jobs.get(id);
    if (!job) return sweep();
    if (!job.def.queue) await requestRuns(kernel, job);
    await triggers.get(id)!();
  };
  const wake = (worker: string): void => {
    if (!options.work) return;
    triggers
      .get(worker)?.()
      .catch((error: unknown) => kernel.log.warn({ worker, error: String(error) }, 'worker'));
  };
  const alarms = new Set<NodeJS.Timeout>();
  const wakeLater = (worker: string, afterMs: number): void => {
    const alarm = setTimeout(() => {
      alarms.delete(alarm);
      wake(worker);
    }, afterMs);
    alarms.add(alarm);
  };
  const onWake = ({ worker, afterMs }: Wake): void => (afterMs > 0 ? wakeLater(worker, afterMs) : wake(worker));
  /** What a company, or with null any of them, has configured changed. */
  const followConfig = async (companyId: number | null): Promise<void> => {
    await kernel.published.refresh();
    await kernel.features.refresh(companyId ?? undefined);
    await options.onConfig?.(companyId);
    kernel.live.tellBelow(companyId, 'config');
    if (options.work && (await releaseHeld(kernel)) > 0) wake(RELAY);
  };
  const listener = new DatabaseListener(kernel, {
    channels: [WAKE_CHANNEL, LIVE_CHANNEL, CONFIG_CHANNEL],
    async onNotice(channel, payload) {
      if (channel === WAKE_CHANNEL) onWake(wakeOf(payload));
      else if (channel === LIVE_CHANNEL) kernel.live.deliver(JSON.parse(payload) as LiveNotice);
      else await followConfig(Number(payload));
    },
    async onReturn() {
      await followConfig(null);
      if (options.work) await sweep();
    },
  });
  await listener.open();
  // What changed since this process read it and before it listened.
  await followConfig(null);

  let scheduler: Scheduler | null = null;
  if (options.work && options.schedule) {
    const recurring = jobs.flatMap(({ id, every }) => (every === undefined ? [] : [{ id, every }]));
    scheduler = await startScheduler(
      kernel.config,
      appUrl(kernel.config),
      kernel.log,
      [{ id: SWEEP, every: '1 minute' }, ...recurring],
      tick,
    );
    sweep().catch((error: unknown) => kernel.log.warn({ error: String(error) }, 'sweep'));
  }
  return {
    sweep,
    tick,
    wake,
    next: async () => (await scheduler?.next()) ?? new Map(),
    async stop() {
      listener.close();
      for (const alarm of alarms) clearTimeout(alarm);
      await scheduler?.stop();
      await Promise.race([Promise.all([...triggers.values()].map((t) => t.idle())), new Promise((r) => setTimeout(r, 5_000).unref())]);
    },
  };
}
