import type { Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { asSystem } from '../../core/boot/as-system.ts';
import { defineJob, definePlugin, T, type Tenant } from '../../core/contract.ts';
import { requestRuns } from '../../core/jobs/due.ts';
import { runJob } from '../../core/jobs/runner.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { shelf } from '../support/shelf/index.ts';
import { shelfMood, tidy } from '../support/shelf/work.ts';

const ran: string[] = [];
const agenciesIn = async (db: Knex): Promise<number[]> => (await db('core_tenant').where({ kind: 'agency' }).pluck('id')) as number[];
const nightly = defineJob({
  id: 'clock.nightly',
  payload: T.Object({}),
  timeoutMs: 5_000,
  every: '1 day',
  due: async ({ db }) => [...(await agenciesIn(db)), ...(await agenciesIn(db))],
  run: async (ctx) => void ran.push(ctx.tenant.name),
});
const platformWide = defineJob({
  id: 'clock.platform',
  payload: T.Object({}),
  timeoutMs: 5_000,
  every: '1 day',
  run: async (ctx) => void ran.push(`platform sees ${(await ctx.db('core_tenant').whereIn('name', ['Agency A', 'Agency B'])).length}`),
});
const lost = defineJob({
  id: 'clock.lost',
  payload: T.Object({}),
  timeoutMs: 5_000,
  every: '1 day',
  due: async () => {
    throw new Error('no such thing');
  },
  run: async () => undefined,
});
/** How many observations wait at each company, and what happens when one of them is worked. */
const waiting = new Map<number, number>();
let serve: (company: Tenant) => Promise<void>;
const counter = defineJob({
  id: 'clock.counter',
  payload: T.Object({}),
  timeoutMs: 10_000,
  every: '1 day',
  queue: { agencies: async () => [...waiting].flatMap(([id, left]) => (left > 0 ? [id] : [])) },
  run: async (ctx) => {
    await serve(ctx.tenant);
    waiting.set(ctx.tenant.id, waiting.get(ctx.tenant.id)! - 1);
  },
});
const clock = definePlugin({
  manifest: { id: 'clock', version: '1.0.0', core: '^1', level: 'platform' },
  jobs: [nightly, platformWide, lost, counter],
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [shelf, clock], config: { roles: ['web'] } });
});
beforeEach(async () => {
  Object.assign(shelfMood, { failures: 0, pause: async () => undefined });
  ran.length = 0;
  await app.kernel.platform('core_job_run').delete();
  await app.kernel.platform('shelf_trace').delete();
});
afterAll(() => app.close());

const job = (id: string) => app.kernel.registry.jobs.get(id)!;
const run = () => runJob(app.kernel, job('shelf.tidy'));
const enqueue = (company: Tenant, key?: string) =>
  asSystem(app.kernel, company, (ctx) => ctx.enqueue(tidy, { itemId: 1 }, key ? { key } : {}));
const runs = () => app.kernel.platform('core_job_run').select('state', 'attempts', 'note').orderBy('id');
const traces = async (): Promise<number> =>
  Number(((await app.kernel.platform('shelf_trace').where({ what: 'job' }).count()) as [{ count: string }])[0].count);
const makeDue = () => app.kernel.platform('core_job_run').update({ run_at: app.kernel.platform.fn.now() });

test('the same key is run once, however often and at whatever time it is asked for', async () => {
  const { tenant } = app.fixtures.a;
  await Promise.all(Array.from({ length: 10 }, () => enqueue(tenant, 'once')));
  await Promise.all([run(), run(), run()]);
  await enqueue(tenant, 'once');
  await run();
  expect([await traces(), await runs()]).toMatchObject([1, [{ state: 'done', attempts: 1 }]]);
});

test('another company may use the same key for itself', async () => {
  await enqueue(app.fixtures.a.tenant, 'monthly');
  await enqueue(app.fixtures.b.tenant, 'monthly');
  await run();
  expect(((await app.kernel.platform('shelf_trace').distinct('company_id')) as unknown[]).length).toBe(2);
});

test('a failed run leaves nothing and is tried again, then dead', async () => {
  await enqueue(app.fixtures.a.tenant);
  shelfMood.failures = 99;
  for (let i = 0; i < 5; i += 1) {
    await makeDue();
    await run();
  }
  expect([await traces(), await runs()]).toEqual([0, [{ state: 'dead', attempts: 3, note: 'the shelf is in a bad mood' }]]);
});

test('a failure that passes is made good', async () => {
  await enqueue(app.fixtures.a.tenant);
  shelfMood.failures = 1;
  await run();
  await makeDue();
  await run();
  expect([await traces(), await runs()]).toMatchObject([1, [{ state: 'done', attempts: 2 }]]);
});

test('a run whose claim another took over takes its own effect back', async () => {
  await enqueue(app.fixtures.a.tenant);
  shelfMood.pause = async () => {
    shelfMood.pause = async () => undefined;
    await app.kernel
      .platform('core_job_run')
      .update({ claim: crypto.randomUUID(), lease_until: app.kernel.platform.raw(`now() - interval '1 second'`) });
  };
  await run();
  await run();
  expect([await traces(), await runs()]).toMatchObject([1, [{ state: 'done', attempts: 2 }]]);
});

test('many processes share many runs without doing one twice', async () => {
  for (let i = 0; i < 20; i += 1) await enqueue(app.fixtures.a.tenant);
  await Promise.all(Array.from({ length: 4 }, run));
  expect([await traces(), (await runs()).every((r: { attempts: number }) => r.attempts === 1)]).toEqual([20, true]);
});

test('a job runs once for each company that has something due, and one that still waits is not asked for again', async () => {
  await requestRuns(app.kernel, job('clock.nightly'));
  await requestRuns(app.kernel, job('clock.nightly'));
  await runJob(app.kernel, job('clock.nightly'));
  expect(ran.sort()).toEqual(['Agency A', 'Agency B']);
});

test('a job that cannot say who has something due says so as an error', async () => {
  const error = vi.spyOn(app.kernel.log, 'error');
  await expect(app.tick('clock.lost')).rejects.toThrow('no such thing');
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ job: 'clock.lost' }), 'who has something due is not known');
  error.mockRestore();
});

test('two companies of a queue are served at the same time, each once at a time, and in turns', async () => {
  const { a, b, root } = app.fixtures;
  for (const { id } of [a.tenant, b.tenant, root]) waiting.set(id, 2);
  const inHand = new Set<number>();
  let most = 0;
  const together = Promise.withResolvers<void>();
  serve = async ({ id, name }) => {
    expect(inHand.has(id)).toBe(false);
    inHand.add(id);
    most = Math.max(most, inHand.size);
    if (inHand.size === 2) together.resolve();
    await together.promise;
    ran.push(name);
    inHand.delete(id);
  };
  await runJob(app.kernel, job('clock.counter'));
  expect([most, ran.length, new Set(ran.slice(0, 3)).size]).toEqual([2, 6, 3]);
});

test('a company of a queue whose work fails waits for the next sweep; the others are served to the end', async () => {
  const { a, b } = app.fixtures;
  waiting.clear();
  for (const { id } of [a.tenant, b.tenant]) waiting.set(id, 3);
  serve = async ({ id, name }) => {
    ran.push(name);
    if (id === a.tenant.id) throw new Error('torn');
  };
  await runJob(app.kernel, job('clock.counter'));
  expect([ran.filter((name) => name === a.tenant.name).length, waiting.get(b.tenant.id)]).toEqual([1, 0]);
});

test('a job of the platform runs once and sees all companies', async () => {
  await requestRuns(app.kernel, job('clock.platform'));
  await runJob(app.kernel, job('clock.platform'));
  expect(ran).toEqual(['platform sees 2']);
});
