import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const BASE = '/api/operations/modules';
const ask = (path = '', as = app.fixtures.operator) => app.call('GET', `${BASE}${path}`, as);
const say = (key: string, agency: 'a' | 'b', state: string, rest = '', as = app.fixtures.operator) =>
  app.call(rest ? 'POST' : 'PUT', `${BASE}/${key}/agencies/${app.fixtures[agency].tenant.id}${rest}`, as, { body: { state } });
const stand = async (key: string) =>
  (await ask(`/${key}/agencies`)).body.data.map((row: { state: string; effective: string }) => `${row.state} ${row.effective}`);
const becomes = (key: string, ...expected: string[]) => vi.waitFor(async () => expect(await stand(key)).toEqual(expected), 10_000);

/** A running campaign, a connection, a lead on its way and a mailed report of the product, as they would be found in the tables. */
async function inUse(product: string): Promise<number> {
  const { platform } = app.kernel;
  const company = app.fixtures.a.clients[0]!.tenant;
  const [campaign] = (await platform('campaigns_campaign')
    .insert({ company_id: company.id, product, name: 'Autumn', status: 'active', timezone: 'UTC' })
    .returning('id')) as [{ id: number }];
  const [connection] = (await platform('integrations_connection')
    .insert({ company_id: company.id, connector: 'connector-webhook.webhook', name: 'CRM', rules: JSON.stringify({ products: [product] }) })
    .returning('id')) as [{ id: number }];
  await platform('integrations_connection').insert({
    company_id: company.id,
    connector: 'connector-webhook.webhook',
    name: 'Other',
    rules: JSON.stringify({ products: ['other'] }),
  });
  await platform('integrations_delivery').insert({ company_id: company.id, connection_id: connection.id, lead_id: crypto.randomUUID() });
  await platform('reports_schedule').insert({
    company_id: company.id,
    campaign_id: campaign.id,
    report: 'leads',
    frequency: 'daily',
    next_at: new Date(),
  });
  return campaign.id;
}

test('what would follow is counted for each agency, and a product with open campaigns is not taken away', async () => {
  const campaign = await inUse('local');
  const rows = (await ask('/site-id/agencies')).body.data;
  expect(rows).toMatchObject([
    {
      agency: 'Agency A',
      effective: 'on',
      follows:
        '1 open campaign has to be stopped first · 1 connection gets no new leads · 1 waiting delivery still goes out · 1 scheduled report has nothing new',
    },
    { agency: 'Agency B', effective: 'on', follows: '' },
  ]);
  for (const rest of ['', '/rehearsal']) {
    const refused = await say('site-id', 'a', 'off', rest);
    expect(refused.status, refused.text).toBe(409);
    expect(refused.text).toContain(String(campaign));
  }
  expect((await say('site-id', 'b', 'off', '/rehearsal')).body).toEqual({ result: 'success' });
  await becomes('site-id', 'inherit on', 'inherit on');
  await app.kernel.platform('campaigns_campaign').where({ id: campaign }).update({ status: 'stopped' });
  expect((await say('site-id', 'a', 'off')).status).toBe(200);
  await becomes('site-id', 'off off', 'inherit on');
  expect((await ask('/site-id')).body).toMatchObject({ on: 1, agencies: 2, share: '1 of 2', usual: 'on' });
  expect((await ask('/site-id/agencies?show=off')).body.data).toMatchObject([{ agency: 'Agency A', follows: '' }]);
  expect((await say('site-id', 'a', 'inherit')).status).toBe(200);
  await becomes('site-id', 'inherit on', 'inherit on');
});

test('beta features are among them', async () => {
  await say('wallet.data_wallet', 'b', 'on');
  await becomes('wallet.data_wallet', 'inherit off', 'on on');
  const { data } = (await ask()).body;
  expect(data.find(({ key }: { key: string }) => key === 'wallet.data_wallet')).toMatchObject({ kind: 'beta', on: 1, usual: 'off' });
});

test('unknown modules and agencies, and callers below the root', async () => {
  const { a, sales } = app.fixtures;
  expect((await say('nothing', 'a', 'on')).status).toBe(404);
  expect((await say('nothing', 'a', 'inherit')).status).toBe(404);
  expect((await ask('/nothing')).status).toBe(404);
  expect(
    (await app.call('PUT', `${BASE}/site-id/agencies/${a.clients[0]!.tenant.id}`, app.fixtures.operator, { body: { state: 'off' } }))
      .status,
  ).toBe(404);
  for (const who of [a.owner, a.admin, a.clients[0]!.user, sales]) {
    expect((await ask('', who)).status).toBe(403);
    expect((await say('site-id', 'a', 'off', '', who)).status).toBe(403);
  }
});

test('the list counts agencies of which something was said, and those of which nothing was', async () => {
  const counted = async () => (await ask('?PerPage=100')).body.data.find((row: { key: string }) => row.key === 'b2b-id');
  expect(await counted()).toMatchObject({ agencies: 2, on: 2 });
  expect((await say('b2b-id', 'b', 'off')).status).toBe(200);
  await expect.poll(counted, { timeout: 10_000 }).toMatchObject({ agencies: 2, on: 1 });
  expect((await say('b2b-id', 'b', 'inherit')).status).toBe(200);
  await expect.poll(counted, { timeout: 10_000 }).toMatchObject({ agencies: 2, on: 2 });
  // What is said of the root holds for all of which nothing was said.
  await app.kernel.platform('core_switch').insert({ company_id: app.fixtures.root.id, key: 'b2b-id', is_on: false });
  await expect.poll(counted, { timeout: 10_000 }).toMatchObject({ agencies: 2, on: 0, usual: 'off' });
});
