import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { relayEvents } from '../../core/events/relay.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { shelf } from '../support/shelf/index.ts';
import { shelfMood } from '../support/shelf/work.ts';
import { until } from '../support/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [shelf], config: { roles: ['web'] } }); // the relay runs when a test says so
});
beforeEach(async () => {
  Object.assign(shelfMood, { failures: 0, pause: async () => undefined });
  await app.kernel.platform('core_outbox').delete();
  await app.kernel.platform('shelf_trace').delete();
});
afterAll(() => app.close());

const add = async (): Promise<number> =>
  (await app.call('POST', '/api/shelf', app.fixtures.a.owner, { body: { title: 'x' } })).body.id as number;
const deliveries = () => app.kernel.platform('core_outbox_delivery').select('state', 'attempts', 'note').orderBy('outbox_id');
const traces = async (): Promise<number> =>
  Number(((await app.kernel.platform('shelf_trace').where({ what: 'event' }).count()) as [{ count: string }])[0].count);
const makeDue = () => app.kernel.platform('core_outbox_delivery').update({ next_at: app.kernel.platform.fn.now() });

test('an event whose handler fails is delivered again later; the failed try leaves nothing', async () => {
  await add();
  shelfMood.failures = 1;
  expect(await relayEvents(app.kernel)).toBe(1);
  expect([await traces(), await deliveries()]).toEqual([0, [{ state: 'pending', attempts: 1, note: 'the shelf is in a bad mood' }]]);
  expect(await relayEvents(app.kernel)).toBe(0); // not before its time
  await makeDue();
  await relayEvents(app.kernel);
  expect([await traces(), await deliveries()]).toMatchObject([1, [{ state: 'done', attempts: 2 }]]);
});

test('a handler that always fails is tried eight times, then dead for a person to see', async () => {
  await add();
  shelfMood.failures = 99;
  for (let i = 0; i < 10; i += 1) {
    await makeDue();
    await relayEvents(app.kernel);
  }
  expect(await deliveries()).toMatchObject([{ state: 'dead', attempts: 8 }]);
});

test('one bad event does not hold up the others', async () => {
  for (let i = 0; i < 5; i += 1) await add();
  shelfMood.failures = 1;
  await relayEvents(app.kernel);
  expect(await traces()).toBe(4);
});

test('relays in parallel deliver each event once', async () => {
  for (let i = 0; i < 40; i += 1) await add();
  shelfMood.pause = () => new Promise((r) => setTimeout(r, Math.random() * 5));
  await Promise.all(Array.from({ length: 3 }, () => relayEvents(app.kernel)));
  expect(await traces()).toBe(40);
  expect(new Set((await deliveries()).map((d: { state: string }) => d.state))).toEqual(new Set(['done']));
});

test('a relay that died is succeeded when its lease ends, not before', async () => {
  await add();
  await app.kernel
    .platform('core_outbox_delivery')
    .update({ claim: crypto.randomUUID(), lease_until: app.kernel.platform.raw(`now() + interval '1 minute'`), attempts: 1 });
  expect(await relayEvents(app.kernel)).toBe(0);
  await app.kernel.platform('core_outbox_delivery').update({ lease_until: app.kernel.platform.raw(`now() - interval '1 second'`) });
  expect(await relayEvents(app.kernel)).toBe(1);
  expect(await traces()).toBe(1);
});

test('a relay that was only slow finds its claim lost, and takes its effect back', async () => {
  await add();
  let woken = (): void => undefined;
  const sleeping = new Promise<void>((resolve) => (woken = resolve));
  let asleep = false;
  shelfMood.pause = () => {
    asleep = true;
    return sleeping;
  };
  const slow = relayEvents(app.kernel);
  const lease = () =>
    app.kernel.platform('core_outbox_delivery').update({ lease_until: app.kernel.platform.raw(`now() - interval '1 second'`) });
  await until(() => asleep);
  await lease();
  shelfMood.pause = async () => undefined;
  expect(await relayEvents(app.kernel)).toBe(1);
  woken();
  await slow;
  expect([await traces(), await deliveries()]).toMatchObject([1, [{ state: 'done', attempts: 2 }]]);
});

test('what was rolled back was never said', async () => {
  const { status } = await app.call('POST', '/api/shelf', app.fixtures.a.owner, { body: { title: '' } });
  expect(status).toBe(422);
  expect(await deliveries()).toEqual([]);
});
