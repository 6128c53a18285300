import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRawPool } from '../../core/data/knex.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { breaches } from '../../plugins/money/ledger/check.store.ts';
import { exponent } from './growth.ts';
import { pageRequests } from './page-requests.ts';
import { populate } from './population.ts';

const SIZE = { agencies: 5, clients: 8, campaigns: 12, leads: 60, records: 40 };
let app: TestApp;
let owner: Pool;
beforeAll(async () => {
  app = await startTestApp();
  owner = openRawPool({ url: app.databaseUrl, max: 2, name: 'bench', scope: 'platform' });
  await populate({ owner, kernel: app.kernel, fixtures: app.fixtures }, SIZE);
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

/** What the measured agency or the operator is told of a list. */
const total = async (path: string, by: 'operator' | 'agency'): Promise<number> => {
  const { operator, a } = app.fixtures;
  return (await app.call('GET', path, by === 'operator' ? operator : a.owner)).body.total;
};

test('an installation is as large as it is said to be, and the measured agency has half of the leads', async () => {
  expect(await total('/api/agencies', 'operator')).toBe(SIZE.agencies);
  expect(await total('/api/clients', 'agency')).toBe(SIZE.clients);
  expect(await total('/api/reports/leads', 'agency')).toBe(SIZE.leads / 2);
  const kept = ['core_audit', 'exclusions_entry', 'integrations_delivery', 'open_api_event'].map(
    (table) => `(select count(*)::int from ${table} where agency_id = $1)`,
  );
  const records = await owner.query<{ counts: number[] }>(`select array[${kept.join()}] as counts`, [app.fixtures.a.tenant.id]);
  expect(records.rows[0]!.counts).toEqual(kept.map(() => SIZE.records / 2));
  const leads = await owner.query(`select from ledger_posting where code = 'wallet.lead' and agency_id = $1`, [app.fixtures.a.tenant.id]);
  expect(leads.rowCount).toBe(SIZE.records / 2);
  expect(await breaches(app.kernel.platform)).toEqual([]);
  const states = await owner.query('select count(*)::int as n from campaigns_campaign where agency_id = $1', [app.fixtures.a.tenant.id]);
  expect(states.rows).toEqual([{ n: SIZE.campaigns }]);
});

test('all searches, sorts and named filters of a list are asked for, and what is asked for is answered', async () => {
  const { tenant, owner: person } = app.fixtures.a;
  const asked = pageRequests(app.kernel.registry, tenant.id);
  const ofLeads = asked.filter(({ route }) => route === 'reports.leads').map(({ what }) => what);
  expect(ofLeads).toEqual(
    expect.arrayContaining([
      'first page',
      'search name',
      'search one',
      'name asc',
      'email desc',
      'campaign desc',
      'product b2b',
      'converted yes',
    ]),
  );
  expect(asked.map(({ route }) => route)).toEqual(
    expect.arrayContaining(['campaigns.list', 'clients.choices', 'core.ui-bootstrap', 'reports.trends']),
  );
  expect(asked.some(({ route }) => route === 'reports.leads-csv')).toBe(false);
  for (const route of ['reports.leads', 'campaigns.list', 'clients.rows', 'clients.choices', 'core.ui-bootstrap'])
    for (const request of asked.filter((one) => one.route === route))
      expect([request.path, (await app.call('GET', encodeURI(request.path), person)).status]).toEqual([request.path, 200]);
});

test('the exponent says by which power of the size the time grows', () => {
  expect(exponent([100, 1_000, 10_000], [2, 2, 2])).toBe(0);
  expect(exponent([100, 1_000, 10_000], [1, 10, 100])).toBe(1);
  expect(exponent([100, 10_000], [3, 30])).toBe(0.5);
  expect(exponent([100, 1_000, 10_000], [1, undefined, 10_000])).toBe(2);
  expect([exponent([100], [1]), exponent([6, 6], [1, 2])]).toEqual([null, null]);
});
