import { afterAll, beforeAll, expect, test } from 'vitest';
import { subscribe, type WhileOff } from '../../core/contract.ts';
import { faultsAmongInstalled } from '../../core/testing/conformance.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { ItemAdded } from '../support/shelf/contract.ts';
import { shelf } from '../support/shelf/index.ts';
import { smallPlugin } from '../support/small-plugin.ts';
import { grant } from '../support/switching.ts';

/** Heard, by who heard it. */
const heard: string[] = [];
const listener = (id: string, whileOff?: WhileOff) =>
  smallPlugin(
    id,
    {
      on: [
        subscribe({
          id: `${id}.item-added`,
          event: ItemAdded,
          ...(whileOff && { whileOff }),
          run: async (_ctx, { itemId }) => void heard.push(`${id} ${itemId}`),
        }),
      ],
    },
    { level: 'agency', title: 'core.unknown', requires: { shelf: '^1' } },
  );

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [shelf, listener('waiting', 'hold'), listener('careless', 'drop')], config: { roles: ['web'] } });
});
afterAll(() => app.close());

const add = async (): Promise<number> =>
  (await app.call('POST', '/api/shelf', app.fixtures.a.owner, { body: { title: 'One' } })).body.id as number;
const states = async () =>
  Object.fromEntries(
    (await app.kernel.platform('core_outbox_delivery').whereNot({ subscriber: 'shelf.note-added' }).select('subscriber', 'state')).map(
      (row: { subscriber: string; state: string }) => [row.subscriber, row.state],
    ),
  );

test('an event is held for a plugin that is off, or dropped, as its subscription says; what was held comes once it is on', async () => {
  const { tenant } = app.fixtures.a;
  for (const id of ['waiting', 'careless']) await grant(app, tenant, id, false);
  const id = await add();
  await app.settle();
  expect(heard).toEqual([]);
  expect(await states()).toEqual({ 'waiting.item-added': 'held', 'careless.item-added': 'skipped' });
  await app.settle(); // it goes on waiting
  expect((await states())['waiting.item-added']).toBe('held');

  for (const plugin of ['waiting', 'careless']) await grant(app, tenant, plugin, true);
  await app.settle();
  expect(heard).toEqual([`waiting ${id}`]);
  expect((await states())['waiting.item-added']).toBe('done');
});

test('what was held is dropped after 30 days, and not before', async () => {
  await grant(app, app.fixtures.a.tenant, 'waiting', false);
  await add();
  await app.settle();
  const count = async (): Promise<number> =>
    Number(((await app.kernel.platform('core_outbox_delivery').where({ state: 'held' }).count()) as [{ count: string }])[0].count);
  for (const [days, left] of [
    [29, 1],
    [31, 0],
  ] as const) {
    app.clockOffset = days * 86_400_000;
    await app.tick('core.retention');
    expect(await count(), `after ${days} days`).toBe(left);
  }
  app.clockOffset = 0;
});

test('a plugin that can be off and says nothing of it is at fault', async () => {
  const faults = await faultsAmongInstalled(listener('silent'));
  expect(faults.map(({ code }) => code)).toContain('while-off');
});
