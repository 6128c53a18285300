import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { copyRows } from '../support/copy-rows.ts';
import { knownValues, seedRows } from '../support/seed-rows.ts';

let app: TestApp;
let owner: Client;

/** Much of what can wait for somebody does so: at an agency, at a client of it, and at fifty more agencies and clients. */
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'] } }); // a worker would change rows on its own
  const { root, a } = app.fixtures;
  const ids = { root: root.id, agency: a.tenant.id, client: a.clients[0]!.tenant.id };
  await seedRows(
    app.kernel.platform,
    Object.values(ids).map((id) => ({ id, word: 'maple' })),
    knownValues(app.kernel.registry),
  );
  owner = new Client({ connectionString: app.databaseUrl });
  await owner.connect();
  await copyRows(owner, app.kernel.platform, { ...ids, times: 50 });
  await owner.query(`
    update integrations_connection set state = 'failing', enabled = true;
    update integrations_delivery d set state = 'held', held_at = now() - random() * interval '1 day'
      from integrations_connection c where c.id = d.connection_id and c.company_id = d.company_id;
    update agency_billing_charge set state = 'failed', failed_at = now() - interval '1 day';
    update capture_episode set ended_at = null, began_at = began_at - random() * interval '1 day';
    update connector_google_sheets_account set state = 'ok';
    update connector_google_sheets_sheet set state = 'full', account_id = (select id from connector_google_sheets_account where company_id = ${ids.agency} limit 1)
  `);
}, 300_000);
afterAll(async () => {
  await owner.end();
  await app.close();
});

interface Cause {
  id: string;
  count: number;
  since: string | null;
  parts: unknown[];
}
/** How a cause is shown: how many it concerns, since when, and how many of them are listed. */
interface Shown {
  count: number;
  since: string | null;
  listed: number;
}

async function shownTo(person: Person, ids: readonly string[]): Promise<Record<string, Shown>> {
  const { data } = (await app.call('GET', '/api/attention', person)).body as { data: Cause[] };
  return Object.fromEntries(
    data.flatMap(({ id, count, since, parts }) => (ids.includes(id) ? [[id, { count, since, listed: parts.length }]] : [])),
  );
}

/** What should be shown of rows `r` for which a condition holds: all of them, or the `counted`, since their first moment, and twenty of them. */
async function all(table: string, where: string, { counted = '*', since = 'null::timestamptz' } = {}): Promise<Shown> {
  const { rows } = await owner.query<{ count: number; since: Date | null }>(
    `select count(${counted})::int as count, min(${since}) as since from ${table} r join core_tenant t on t.id = r.company_id
     where t.removed_at is null and ${where}`,
  );
  const { count, since: first } = rows[0]!;
  expect(count, table).toBeGreaterThan(50);
  return { count, since: first?.toISOString() ?? null, listed: 20 };
}
/** Since when leads wait for a connection. */
const HELD_SINCE = `(select min(d.held_at) from integrations_delivery d where d.connection_id = r.id and d.state = 'held')`;

test('an operator sees how many agencies and campaigns of all wait', async () => {
  const wanted = {
    'agency-billing.agencies': await all('agency_billing_charge', 'true', { counted: 'distinct r.company_id', since: 'r.failed_at' }),
    'integrations.agencies-broken': await all('integrations_connection', 'true', { counted: 'distinct r.agency_id', since: HELD_SINCE }),
    'capture.held': await all('capture_episode', 'true', { since: 'r.began_at' }),
  };
  expect(await shownTo(app.fixtures.operator, Object.keys(wanted))).toEqual(wanted);
});

test('an agency sees how many of its own and of its clients wait', async () => {
  const { owner: person, tenant } = app.fixtures.a;
  const [isOwn, isOfClients] = [`r.company_id = ${tenant.id}`, `r.agency_id = ${tenant.id} and r.company_id <> r.agency_id`];
  const wanted = {
    'integrations.broken': await all('integrations_connection', isOwn, { since: HELD_SINCE }),
    'integrations.clients-broken': await all('integrations_connection', isOfClients, { since: HELD_SINCE }),
    'capture.held': await all('capture_episode', `r.agency_id = ${tenant.id}`, { since: 'r.began_at' }),
    'connector-google-sheets.stopped': await all('connector_google_sheets_sheet', `r.agency_id = ${tenant.id}`),
  };
  expect(await shownTo(person, Object.keys(wanted))).toEqual(wanted);
});

test('a client sees how many of its own wait', async () => {
  const { user, tenant } = app.fixtures.a.clients[0]!;
  const wanted = {
    'integrations.broken': await all('integrations_connection', `r.company_id = ${tenant.id}`, { since: HELD_SINCE }),
    'capture.held': await all('capture_episode', `r.company_id = ${tenant.id}`, { since: 'r.began_at' }),
  };
  expect(await shownTo(user, Object.keys(wanted))).toEqual(wanted);
});
