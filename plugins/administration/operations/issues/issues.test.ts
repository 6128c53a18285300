import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'] } });
});
afterAll(() => app.close());

const ask = (rest = '', as = app.fixtures.operator) => app.call('GET', `/api/operations/issues${rest}`, as);

test('connections that do not work and leads that wait are counted by agency, without anything of a lead', async () => {
  const { a, b, sales } = app.fixtures;
  const { platform } = app.kernel;
  expect((await ask()).body.data).toEqual([]);
  const connect = async (company: { id: number }, state: string): Promise<number> => {
    const row = { company_id: company.id, connector: 'connector-webhook.webhook', name: 'CRM', state };
    const [{ id }] = (await platform('integrations_connection').insert(row).returning('id')) as [{ id: number }];
    return id;
  };
  const broken = await connect(a.clients[0]!.tenant, 'failing');
  const lead = (state: string) => ({
    company_id: a.clients[0]!.tenant.id,
    connection_id: broken,
    lead_id: crypto.randomUUID(),
    state,
    held_at: state === 'held' ? new Date() : null,
  });
  await platform('integrations_delivery').insert([lead('held'), lead('failed'), lead('rejected'), lead('delivered')]);
  await connect(b.tenant, 'reauthorise');
  await connect(b.tenant, 'ok');
  const { data } = (await ask()).body;
  expect(data.map((row: { agency: string; what: string; count: number }) => `${row.agency}: ${row.what} ${row.count}`)).toEqual([
    'Agency A: Leads waiting for a connection 2',
    'Agency A: Connections that do not work 1',
    'Agency B: Connections that do not work 1',
    'Agency A: Leads rejected by the other system 1',
  ]);
  expect((await ask('?kind=integrations.broken&search=b')).body.data).toMatchObject([{ agencyId: b.tenant.id, count: 1 }]);
  for (const who of [a.owner, a.clients[0]!.user, sales]) expect((await ask('', who)).status).toBe(403);
});
