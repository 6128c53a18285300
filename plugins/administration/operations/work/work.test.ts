import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineEvent, defineJob, definePlugin, subscribe, T } from '../../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';
import type { Person } from '../../../../core/testing/fixtures.ts';

/** What the work of the test does: it fails for as long as it is broken, and counts what went well. */
let broken = true;
let wentWell = 0;
const toil = async () => {
  if (broken) throw new Error('the mill stands still');
  wentWell += 1;
};
const once = defineJob({ id: 'toil.once', payload: T.Object({}), timeoutMs: 5_000, retries: 0, run: toil });
const often = defineJob({ id: 'toil.often', payload: T.Object({}), timeoutMs: 5_000, every: '2 hours', run: toil });
/** When a job runs, and how its row says so. */
const SCHEDULES = {
  '1 day': 'Every day',
  '15 4 * * *': 'Every day at 04:15 UTC',
  '7 * * * *': 'Every hour at :07',
  '*/5 9-17 * * 1-5': 'Schedule */5 9-17 * * 1-5 (UTC)',
};
const scheduled = Object.keys(SCHEDULES).map((every, n) =>
  defineJob({ id: `toil.scheduled-${n}`, payload: T.Object({}), timeoutMs: 5_000, every, run: toil }),
);
const rang = defineEvent({ id: 'toil.rang', version: 1, payload: T.Object({}) });
const plugin = definePlugin({
  manifest: { id: 'toil', version: '1.0.0', core: '^1', level: 'platform' },
  jobs: [once, often, ...scheduled],
  events: [rang],
  on: [subscribe({ id: 'toil.hears', event: rang, run: toil })],
});

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin] });
  operator = app.fixtures.operator;
});
afterAll(() => app.close());

const BASE = '/api/operations';
const ask = async (path: string, as = operator) => app.call('GET', `${BASE}${path}`, as);
const row = async (base: 'jobs' | 'consumers', name: string) => {
  const { body } = await ask(`/${base}?PerPage=100&search=${name}`);
  return body.data.find((one: { name: string }) => one.name === name);
};
const items = async (base: 'jobs' | 'consumers', name: string) => (await ask(`/${base}/${name}/items`)).body.data;
const act = (path: string, as = operator) => app.call('POST', `${BASE}${path}`, as);
const begin = () => app.inside(app.fixtures.a.tenant, 'toil', (ctx) => ctx.enqueue(once, {}));

test('what failed on its last try is shown with its company and reason, and one retry is enough', async () => {
  [broken, wentWell] = [true, 0];
  await begin();
  await app.settle();
  expect(await row('jobs', 'toil.once')).toMatchObject({ stands: 'dead', dead: 1, error: 'the mill stands still', when: 'On demand' });
  const [item] = await items('jobs', 'toil.once');
  expect(item).toMatchObject({ company: 'Agency A', state: 'dead', attempts: 1, note: 'the mill stands still' });

  broken = false;
  const retry = `/jobs/toil.once/items/${item.id}/retry`;
  const [first, second] = await Promise.all([act(retry), act(retry)]);
  // The second click finds it waiting, running or done: in no case does it start it again.
  expect([first.status, second.status].toSorted()[0]).toBe(200);
  await app.settle();
  expect(wentWell).toBe(1);
  expect(await items('jobs', 'toil.once')).toEqual([]);
  expect((await act(retry)).status).toBe(404);
  const done = await row('jobs', 'toil.once');
  expect(done).toMatchObject({ stands: 'idle', dead: 0, waiting: 0, pieces: 1 });
  expect(done.took).toMatch(/ms|sec/);
  expect(Date.parse(done.last)).toBeGreaterThan(Date.now() - 600_000);
});

test('what is cancelled is not tried again', async () => {
  [broken, wentWell] = [true, 0];
  await begin();
  await app.settle();
  const [item] = await items('jobs', 'toil.once');
  broken = false;
  expect((await act(`/jobs/toil.once/items/${item.id}/cancel`)).body.message).toBe('Cancelled.');
  expect((await act('/jobs/toil.once/retry')).body.count).toBe(0);
  await app.settle();
  expect([wentWell, await items('jobs', 'toil.once')]).toEqual([0, []]);
  expect((await act('/jobs/toil.once/run')).body.message).toContain('has nothing to do');
});

test('a piece of work that somebody has in hand is neither retried nor cancelled', async () => {
  await app.kernel.platform('core_job_run').insert({
    company_id: app.fixtures.b.tenant.id,
    job: 'toil.once',
    run_key: 'in-hand',
    payload: '{}',
    claim: crypto.randomUUID(),
    lease_until: new Date(Date.now() + 600_000),
    attempts: 1,
  });
  const [item] = await items('jobs', 'toil.once');
  expect(item.state).toBe('running');
  for (const what of ['retry', 'cancel']) expect((await act(`/jobs/toil.once/items/${item.id}/${what}`)).status).toBe(409);
  await app.kernel.platform('core_job_run').where({ run_key: 'in-hand' }).delete();
});

test('a recurring job is started by hand once, however often it is asked at the same time', async () => {
  [broken, wentWell] = [false, 0];
  expect(await row('jobs', 'toil.often')).toMatchObject({ recurring: true, when: 'Every 2 hours' });
  // Nobody works meanwhile: as if two processes were asked before either begins.
  await app.kernel.platform.transaction(async (trx) => {
    await trx.raw(`lock table core_job_state in exclusive mode`);
    const asked = await Promise.all([1, 2, 3].map(() => act('/jobs/toil.often/run')));
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(asked.map(({ body }) => body.message)).toContain('toil.often starts now.');
  });
  await app.settle();
  const runs = (await app.kernel.platform('core_job_run').where({ job: 'toil.often' }).select('state')) as { state: string }[];
  expect(runs.every(({ state }) => state === 'done')).toBe(true);
  expect(wentWell).toBe(runs.length);
  expect(runs.length).toBeLessThanOrEqual(3);
  expect((await act('/jobs/toil.nothing/run')).status).toBe(404);
});

test('a dead run of a period is retried beside the one that waits for the next', async () => {
  const { platform } = app.kernel;
  await platform('core_job_run').where({ job: 'toil.often' }).delete();
  const run = { company_id: app.fixtures.root.id, job: 'toil.often', payload: '{}', periodic: true };
  await platform('core_job_run').insert([
    { ...run, run_key: 'gone', state: 'dead', finished_at: new Date() },
    { ...run, run_key: 'next', run_at: new Date(Date.now() + 3_600_000) },
  ]);
  [broken, wentWell] = [false, 0];
  expect((await act('/jobs/toil.often/retry')).body).toMatchObject({ count: 1 });
  await app.settle();
  expect(wentWell).toBe(1);
});

test('an event that a subscriber never took is found, retried and told of', async () => {
  [broken, wentWell] = [true, 0];
  await app.inside(app.fixtures.a.tenant, 'toil', (ctx) => ctx.emit(rang, {}));
  await app.settle();
  await app.kernel.platform('core_outbox_delivery').where({ subscriber: 'toil.hears' }).update({ state: 'dead' });
  expect(await row('consumers', 'toil.hears')).toMatchObject({ event: 'toil.rang', stands: 'dead', dead: 1 });
  const home = (await app.call('GET', '/api/attention', operator)).body.data;
  expect(home.find(({ id }: { id: string }) => id === 'operations.dead-work')).toMatchObject({
    title: 'Background work given up',
    remedy: { address: '/operations/jobs?tab=events&events-open=toil.hears' },
  });

  broken = false;
  const [item] = await items('consumers', 'toil.hears');
  expect(item).toMatchObject({ company: 'Agency A', note: 'the mill stands still' });
  expect((await act(`/consumers/toil.hears/items/${item.id}/retry`)).status).toBe(200);
  await app.settle();
  expect([wentWell, (await row('consumers', 'toil.hears')).stands]).toEqual([1, 'idle']);
  const { rows } = await app.kernel.platform.raw(
    `select action, actor_id from core_audit where action = 'operations.work-retried' order by id`,
  );
  expect(rows.at(-1)).toEqual({ action: 'operations.work-retried', actor_id: operator.id });
});

test('nobody below the root, and no sales person of it, sees or does any of it', async () => {
  const { a, sales } = app.fixtures;
  for (const who of [a.owner, a.admin, a.clients[0]!.user, sales]) {
    for (const path of ['/jobs', '/consumers', '/jobs/toil.once/items']) expect((await ask(path, who)).status).toBe(403);
    for (const path of ['/jobs/toil.once/run', '/jobs/toil.once/retry', '/consumers/toil.hears/items/event-1/cancel'])
      expect((await act(path, who)).status).toBe(403);
  }
  expect((await act('/jobs/toil.once/items/event-1/retry')).status).toBe(404);
  expect((await act('/jobs/toil.once/items/nothing/retry')).status).toBe(404);
});

test('when a job runs is said in words where it is a plain day or hour', async () => {
  const { body } = await ask('/jobs?PerPage=100&search=toil.scheduled');
  const said = Object.fromEntries(body.data.map(({ name, when }: { name: string; when: string }) => [name, when]));
  expect(scheduled.map(({ id }) => said[id])).toEqual(Object.values(SCHEDULES));
});
