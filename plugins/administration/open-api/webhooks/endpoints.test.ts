import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';
import { agenciesWithWork } from './endpoints.store.ts';

const EVENTS = 3_000;
let app: TestApp;

/** Two agencies with many events that were sent, and with an endpoint for events of the sandbox, of which there are none. */
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'] } });
  for (const { tenant } of [app.fixtures.a, app.fixtures.b]) {
    await put(tenant.id, 1, EVENTS, false);
    for (const sandbox of [false, true])
      await app.kernel.platform('open_api_endpoint').insert({
        id: crypto.randomUUID(),
        company_id: tenant.id,
        url: 'https://other.example',
        types: ['lead.created'],
        sandbox,
        secret: '',
        position: sandbox ? 0 : EVENTS,
        next_at: app.kernel.platform.fn.now(),
        made_at: app.kernel.platform.fn.now(),
      });
  }
  await app.kernel.platform.raw('analyze open_api_event, open_api_endpoint');
});
afterAll(() => app.close());

const put = (agency: number, first: number, last: number, sandbox: boolean) =>
  app.kernel.platform.raw(
    `insert into open_api_event (company_id, position, sandbox, type, data, at)
     select ?, n, ?, 'lead.created', '{}', now() from generate_series(?::int, ?::int) n`,
    [agency, sandbox, first, last],
  );

/** Whose endpoints have something to send, and how many events were read to know. */
const look = () =>
  app.kernel.platform.transaction(async (trx) => {
    const agencies = await agenciesWithWork(trx);
    const { rows } = (await trx.raw(
      `select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'open_api_event'`,
    )) as { rows: { read: string }[] };
    return { agencies, read: Number(rows[0]!.read) };
  });

test('endpoints with something to send are found without a look at what was sent, and those of the sandbox without a look at live events', async () => {
  expect(await look()).toEqual({ agencies: [], read: 0 });
  const [a, b] = [app.fixtures.a.tenant.id, app.fixtures.b.tenant.id];
  await put(a, EVENTS + 1, EVENTS + 500, false);
  expect(await look()).toEqual({ agencies: [a], read: 1 });
  await put(b, EVENTS + 1, EVENTS + 500, true);
  expect((await look()).agencies.toSorted()).toEqual([a, b]);
});
