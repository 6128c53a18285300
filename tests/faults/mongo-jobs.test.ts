import { type Document, MongoClient } from 'mongodb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startWorkers } from '../../core/boot/workers.ts';
import { defineJob, definePlugin, T } from '../../core/contract.ts';
import { startScheduler } from '../../core/jobs/scheduler.ts';
import { startTestApp } from '../../core/testing/app.ts';
import { startMongo } from '../support/mongo/server.ts';
import { until } from '../support/until.ts';

const GIVEN = process.env['JOBS_MONGODB_URL'];
/** Agenda looks every ten seconds, and what it finds locked by the other process only at the next look. */
const SOME_LOOKS_MS = 50_000;
const LOG = { info() {}, warn() {}, error() {} };

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

/** A real server, emptied, when the environment names one; else our own, over the same protocol and driver. */
async function mongo(): Promise<{ url: string; cut(): void; jobs(): Promise<Document[]> }> {
  const own = GIVEN ? null : await startMongo();
  if (own) stops.push(own.stop);
  const url = GIVEN ?? own!.url;
  const client = await MongoClient.connect(url);
  stops.push(() => client.close());
  const collection = client.db().collection('agendaJobs');
  await collection.deleteMany({});
  return { url, cut: own?.cut ?? (() => undefined), jobs: () => collection.find({}).toArray() };
}

async function schedule(url: string, jobs: { id: string; every: string }[], tick: (id: string) => Promise<void> = async () => undefined) {
  const scheduler = await startScheduler({ jobsMongoUrl: url }, 'postgresql://not-used', LOG, jobs, tick);
  stops.push(() => scheduler.stop());
  return scheduler;
}

describe('jobs kept in MongoDB', () => {
  test('are called at their intervals, by one process each time', async () => {
    const { url } = await mongo();
    const at: number[] = [];
    const tick = async () => void at.push(Date.now());
    await schedule(url, [{ id: 'a.often', every: '2 seconds' }], tick);
    await schedule(url, [{ id: 'a.often', every: '2 seconds' }], tick);
    await until(() => at.length >= 3, SOME_LOOKS_MS);
    for (const [n, time] of at.entries()) if (n > 0) expect(time - at[n - 1]!).toBeGreaterThan(1_500);
  });

  test('of one interval are called on their own: one that takes long or fails holds nobody up, and all say when they are next', async () => {
    const { url, jobs } = await mongo();
    const called: string[] = [];
    const together = ['a.slow', 'a.failing', 'a.good'].map((id) => ({ id, every: '1 second' }));
    const never = Promise.withResolvers<void>();
    const scheduler = await schedule(url, [...together, { id: 'a.daily', every: '1 day' }], async (id) => {
      called.push(id);
      if (id === 'a.failing') throw new Error('it fails');
      if (id === 'a.slow') await never.promise;
    });
    expect(await jobs()).toHaveLength(2);
    const next = await scheduler.next();
    expect([...next.keys()].sort()).toEqual(['a.daily', 'a.failing', 'a.good', 'a.slow']);
    expect(next.get('a.slow')).toEqual(next.get('a.good'));
    await until(() => called.filter((id) => id === 'a.good').length >= 2, SOME_LOOKS_MS);
    never.resolve();
  });

  test('run by cron lines in UTC, wherever the server stands', async () => {
    const { url } = await mongo();
    vi.stubEnv('TZ', 'America/New_York');
    try {
      const next = (await (await schedule(url, [{ id: 'a.nightly', every: '15 4 * * *' }])).next()).get('a.nightly')!;
      expect(next.toISOString()).toMatch(/T04:15:00/);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('keep their time over a restart, and go when they are no longer declared', async () => {
    const { url, jobs } = await mongo();
    const first = await schedule(url, [
      { id: 'a.daily', every: '1 day' },
      { id: 'a.gone', every: '2 days' },
    ]);
    const before = (await jobs()).find((j) => j['repeatInterval'] === '1 day')!;
    await first.stop();
    await schedule(url, [{ id: 'a.daily', every: '1 day' }]);
    const after = await jobs();
    expect(after.map((j) => j['name'])).toEqual([before['name']]);
    expect(after[0]!['nextRunAt']).toEqual(before['nextRunAt']);
  });

  test.skipIf(GIVEN)(
    'go on when the connection was lost',
    async () => {
      const { url, cut } = await mongo();
      let ticks = 0;
      await schedule(url, [{ id: 'a.often', every: '1 second' }], async () => void (ticks += 1));
      await until(() => ticks > 0, SOME_LOOKS_MS);
      cut();
      const before = ticks;
      // The driver looks for another way for half a minute before it gives the lost one up.
      await until(() => ticks > before + 1, 80_000);
    },
    SOME_LOOKS_MS + 90_000,
  );

  test('do the product its recurring work', async () => {
    const { url } = await mongo();
    const seen: string[] = [];
    const often = defineJob({
      id: 'clock.often',
      payload: T.Object({}),
      timeoutMs: 5_000,
      every: '1 second',
      due: async ({ db }) => (await db('core_tenant').where({ kind: 'agency' }).pluck('id')) as number[],
      run: async (ctx) => void seen.push(ctx.tenant.name),
    });
    const clock = definePlugin({ manifest: { id: 'clock', version: '1.0.0', core: '^1', level: 'platform' }, jobs: [often] });
    const app = await startTestApp({ plugins: [clock], config: { jobsMongoUrl: url, roles: ['web'] } });
    stops.push(() => app.close());
    const workers = await startWorkers(app.kernel, { work: true, schedule: true });
    stops.push(() => workers.stop());
    await until(() => seen.includes('Agency A') && seen.includes('Agency B'), SOME_LOOKS_MS);
  });
});
