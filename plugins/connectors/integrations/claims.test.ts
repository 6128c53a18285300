import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { claimNext, rootsWithWork } from './claims.store.ts';
import { leadsFake } from './leads.fake.ts';

let app: TestApp;
/** The connection for which many leads wait; the others have little to send, or nothing. */
let busy: number;

beforeAll(async () => {
  app = await startTestApp({ plugins: [leadsFake], config: { roles: ['web'] } }); // a worker would send them
  const { platform } = app.kernel;
  const { tenant } = app.fixtures.a.clients[0]!;
  const made = await platform('integrations_connection')
    .insert(Array.from({ length: 50 }, (_, n) => ({ company_id: tenant.id, connector: 'fake.hook', name: `Hook ${n}` })))
    .returning('id');
  const ids = made.map(({ id }) => id as number).sort((a, b) => a - b);
  busy = ids[20]!;
  const put = (state: string, from: number, to: number, times: number) =>
    platform.raw(
      `insert into integrations_delivery (company_id, connection_id, event_id, trigger, thing, occasion, state, next_at)
       select ?, id, gen_random_uuid(), 'lead', gen_random_uuid()::text, '', ?, now() from unnest(?::int[]) id, generate_series(1, ?)`,
      [tenant.id, state, ids.slice(from, to), times] as never,
    );
  await put('delivered', 0, 50, 20);
  await put('delivered', 20, 21, 5_000);
  await put('pending', 20, 21, 5_000);
  await put('pending', 30, 50, 5);
  await platform.raw('analyze integrations_delivery, integrations_connection');
}, 300_000);
afterAll(() => app.close());

test('the first of many is taken without a look at the others, at what was delivered or at idle connections', async () => {
  const taken = await app.inside(app.fixtures.root, 'integrations', (ctx) =>
    ctx.transaction(async (tx) => {
      const claim = await claimNext(tx);
      const { rows } = (await tx.db.raw(
        `select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'integrations_delivery'`,
      )) as { rows: { read: string }[] };
      return { claim, read: Number(rows[0]!.read) };
    }),
  );
  expect(taken.claim?.connection.id).toBe(busy);
  expect(taken.read).toBeGreaterThan(0);
  expect(taken.read).toBeLessThan(10);
});

test('roots with something to send are found', async () => {
  expect(await rootsWithWork(app.kernel.platform)).toEqual([app.fixtures.root.id]);
  await app.kernel.platform('integrations_connection').update({ rest_until: app.kernel.platform.raw(`now() + interval '1 hour'`) });
  expect(await rootsWithWork(app.kernel.platform)).toEqual([]);
});
