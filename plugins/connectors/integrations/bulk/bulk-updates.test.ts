import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';
import { expireJob } from '../alarms.jobs.ts';
import { keyedFake } from '../keyed.fake.ts';
import { leadsFake } from '../leads.fake.ts';
import { type Received, Receiver } from '../receiver.fake.ts';
import { bulkUpdateJob } from './bulk-updates.job.ts';
import { bulkUpdate, rootsWithBulkUpdates, STEP } from './bulk-updates.store.ts';

/** More than two steps. */
const MANY = 2 * STEP + 500;

let app: TestApp;
let other: Receiver;
const keys = new Set(['key-one']);
let id: number;
beforeAll(async () => {
  other = await Receiver.start();
  other.answer('/me', ({ headers }: Received) => (keys.has(String(headers.authorization).replace('Bearer ', '')) ? 200 : 401));
  // A worker would make all steps at once.
  app = await startTestApp({
    plugins: [leadsFake, keyedFake(() => other.url(''))],
    config: { egressAllow: [other.host], roles: ['web'] },
  });
});
afterAll(async () => {
  await app?.close();
  other?.stop();
});
beforeEach(async () => {
  await app.kernel.platform('integrations_connection').delete();
  await app.kernel.platform('core_rate').delete();
  id = (
    await app.call('POST', '/api/integrations/connect/connector-keyed.leads', client(), {
      body: { name: 'CRM', account: 'main', key: 'key-one' },
    })
  ).body.id;
});

const client = () => app.fixtures.a.clients[0]!.user;
const connection = () => app.kernel.platform('integrations_connection').where({ id });
const queue = (state: string, times = MANY) =>
  app.kernel.platform.raw(
    `insert into integrations_delivery (company_id, connection_id, lead_id, state, held_at, finished_at)
     select ?, ?, gen_random_uuid(), ?, case when ? = 'held' then now() end, case when ? = 'rejected' then now() end from generate_series(1, ?)`,
    [client().tenant.id, id, state, state, state, times],
  );
const counts = async (): Promise<Record<string, number>> => {
  const rows = await app.kernel
    .platform('integrations_delivery')
    .where({ connection_id: id })
    .groupBy('state')
    .select('state')
    .count('* as n');
  return Object.fromEntries(rows.map(({ state, n }) => [state as string, Number(n)]));
};
const turn = (on: boolean) => app.call('PUT', `/api/integrations/${id}/enabled`, client(), { body: { enabled: on ? 'T' : 'F' } });
const post = (what: string) => app.call('POST', `/api/integrations/${id}/${what}`, client());
const newKey = (key: string) =>
  app.call('PUT', `/api/integrations/${id}/connector-keyed.leads`, client(), { body: { name: 'CRM', account: 'main', key } });
const run = (job: typeof bulkUpdateJob) => app.inside(app.fixtures.root, 'integrations', (ctx) => job.run(ctx, {}));
const step = () => run(bulkUpdateJob);
const goingOn = async () => (await rootsWithBulkUpdates(app.kernel.platform)).length > 0;
const finish = async (): Promise<void> => {
  while (await goingOn()) await step();
};

describe('a connection with much to send', () => {
  test('is off at once; it is on again only when all that waited is held, and all of it is offered', async () => {
    await queue('pending');
    expect((await turn(false)).status).toBe(200);
    expect(await counts()).toEqual({ held: STEP, pending: MANY - STEP });
    const early = await turn(true);
    expect(early.status).toBe(409);
    expect(early.body.detail).toBe('The leads of this connection are still being put on hold. Try again in a moment.');
    await step();
    expect(await counts()).toEqual({ held: 2 * STEP, pending: 500 });
    await finish();
    expect(await counts()).toEqual({ held: MANY });
    expect((await turn(true)).body.message).toBe(`CRM is on. ${MANY.toLocaleString('en')} held leads can be sent now.`);
    expect(await counts()).toEqual({ held: MANY });
  });

  test('that closes by itself is not opened by sending one lead again, unless all are sent', async () => {
    await queue('pending');
    await queue('rejected', 1);
    await turn(false);
    await connection().update({ enabled: true, state: 'reauthorise' });
    const rejected = await app.kernel.platform('integrations_delivery').where({ connection_id: id, state: 'rejected' }).first('id');
    expect((await post(`deliveries/${rejected.id}/replay`)).status).toBe(409);
    expect((await post('replay-rejected')).status).toBe(409);
    expect(await counts()).toEqual({ held: STEP, pending: MANY - STEP, rejected: 1 });
    expect((await post('replay')).body.count).toBe(STEP);
    await finish();
    expect(await counts()).toEqual({ pending: MANY, rejected: 1 });
  });
});

describe('leads that are held', () => {
  test('all go out with a new key, and are counted at once', async () => {
    await queue('held');
    await connection().update({ state: 'reauthorise' });
    expect((await newKey('key-one')).body.message).toBe(`Saved. ${MANY.toLocaleString('en')} held leads are being sent.`);
    expect(await counts()).toEqual({ pending: STEP, held: MANY - STEP });
    await finish();
    expect(await counts()).toEqual({ pending: MANY });
  });

  test('stay held where the connection closes again meanwhile', async () => {
    await queue('held');
    await post('replay');
    await app.kernel.platform('integrations_delivery').where({ state: 'pending' }).update({ state: 'delivered' });
    expect((await turn(false)).status).toBe(200);
    await finish();
    expect(await counts()).toEqual({ delivered: STEP, held: MANY - STEP });
  });

  test('stay held with a new key where a person has switched the connection off', async () => {
    await queue('held', 3);
    await connection().update({ state: 'reauthorise', enabled: false });
    expect((await newKey('key-one')).body.message).toBe('Saved. 3 held leads can be sent now.');
    expect(await counts()).toEqual({ held: 3 });
  });

  test('are discarded, but not those that come to it meanwhile', async () => {
    await queue('held');
    await turn(false);
    expect((await post('discard')).body.count).toBe(MANY);
    await queue('held', 3);
    await finish();
    expect(await counts()).toEqual({ discarded: MANY, held: 3 });
  });

  test('are sent where somebody thinks better of discarding them', async () => {
    await queue('held');
    await post('discard');
    expect((await post('replay')).body.count).toBe(MANY - STEP);
    await finish();
    expect(await counts()).toEqual({ discarded: STEP, pending: MANY - STEP });
  });

  test('expire in steps', async () => {
    await queue('held');
    await app.kernel.platform('integrations_delivery').update({ held_at: app.kernel.platform.raw(`now() - interval '31 days'`) });
    await run(expireJob);
    expect(await counts()).toEqual({ discarded: STEP, held: MANY - STEP });
    await run(expireJob);
    await run(expireJob);
    expect(await counts()).toEqual({ discarded: MANY });
  });
});

test('what was refused is sent again once, though it is refused again meanwhile', async () => {
  await queue('rejected');
  expect((await post('replay-rejected')).body.count).toBe(MANY);
  await app.kernel.platform('integrations_delivery').where({ state: 'pending' }).update({ state: 'rejected', finished_at: new Date() });
  await finish();
  expect(await counts()).toEqual({ pending: MANY - STEP, rejected: STEP });
});

test('what somebody cancels at the same time stays cancelled', async () => {
  await queue('held', 3);
  const cancelling = await app.kernel.platform.transaction();
  await cancelling('integrations_delivery').where({ connection_id: id }).update({ state: 'discarded', held_at: null });
  const sending = post('replay'); // has found the three as held, and waits for their rows
  await vi.waitFor(async () => {
    const { rows } = await app.kernel.platform.raw(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(1);
  });
  await cancelling.commit();
  expect((await sending).body.count).toBe(0);
  expect(await counts()).toEqual({ discarded: 3 });
});

test('what was held by a call that began later and ended before is sent too', async () => {
  await app.inside(client().tenant, 'integrations', (ctx) =>
    ctx.transaction(async (tx) => {
      await tx.db.raw('select 1'); // it has begun
      await queue('held', 3);
      expect(await bulkUpdate(tx, id, 'send-held')).toBe(3);
    }),
  );
  expect(await counts()).toEqual({ pending: 3 });
});

test('what is held is found without a look at what was delivered', async () => {
  const { platform } = app.kernel;
  await queue('delivered', 20_000);
  await queue('held', STEP + 10);
  await post('replay');
  await platform.raw('analyze integrations_delivery');
  const read = await app.inside(app.fixtures.root, 'integrations', (ctx) =>
    ctx.transaction(async (tx) => {
      const readSoFar = async (): Promise<number> =>
        (
          await tx.db.raw(
            `select (idx_tup_fetch + seq_tup_read)::int as read from pg_stat_xact_user_tables where relname = 'integrations_delivery'`,
          )
        ).rows[0].read;
      const before = await readSoFar();
      await bulkUpdateJob.run(tx, {});
      return (await readSoFar()) - before;
    }),
  );
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(100);
});
