import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';

/** Companies and modules stay while campaigns of theirs are open: what `agencies` and `clients` ask this plugin for. */
let app: TestApp;
let id: number;
beforeAll(async () => {
  app = await startTestApp();
  const { a } = app.fixtures;
  id = (
    await app.call('POST', '/api/leadspeek/client/create', a.owner, {
      body: { companyID: a.clients[0]!.tenant.id, leadspeekType: 'local', campaignName: 'Open' },
    })
  ).body.leadspeek_api_id;
  await put('activepause', { status: 'active' });
});
afterAll(() => app.close());

const put = (path: string, body: object = {}) =>
  app.call('PUT', `/api/leadspeek/client/${path}`, app.fixtures.a.owner, { body: { leadspeekID: id, ...body } });
const removals = () => {
  const { a, operator } = app.fixtures;
  const client = a.clients[0]!;
  return [
    () => app.call('DELETE', `/api/clients/${client.tenant.id}`, a.owner),
    () => app.call('DELETE', `/api/configuration/user/remove/${client.tenant.id}/${client.user.id}`, a.owner),
    () => app.call('DELETE', `/api/agencies/${a.tenant.id}`, operator),
    () => app.call('DELETE', `/api/configuration/user/remove/${a.tenant.id}/${a.owner.id}`, operator),
  ];
};
const selectModules = (status: 'T' | 'F') =>
  app.call('PUT', '/api/configuration/user/update', app.fixtures.operator, {
    body: {
      ClientID: app.fixtures.a.owner.id,
      companyID: app.fixtures.a.tenant.id,
      userType: 'userdownline',
      ClientCompanyName: 'Agency A',
      ClientFullName: 'Owner A',
      ClientEmail: app.fixtures.a.owner.email,
      ClientPhone: '+13125550100',
      DownlineSubDomain: 'agency-a',
      selectedmodules: [{ type: 'local', status }],
    },
  });

test('a client, an agency and a module are kept while a campaign runs or rests', async () => {
  for (const status of ['active', 'paused']) {
    await put('activepause', { status });
    for (const remove of removals()) {
      const refused = await remove();
      expect([refused.status, refused.body.reasons]).toEqual([409, [`Open campaigns: ${id}.`]]);
      expect(refused.body.detail).toContain(String(id));
    }
    const refused = await selectModules('F');
    expect([refused.status, refused.body.active_campaign_id]).toEqual([409, { local: [id] }]);
  }
  expect(
    (
      await app.call('POST', '/api/leadspeek/check-campaign-active', app.fixtures.a.owner, {
        body: { company_id: app.fixtures.a.tenant.id },
      })
    ).body,
  ).toEqual({ active_campaign_id: [id] });
  expect(
    (
      await app.call('POST', '/api/leadspeek/check-campaign-active', app.fixtures.b.owner, {
        body: { company_id: app.fixtures.a.tenant.id },
      })
    ).status,
  ).toBe(404);
});

test('of many open campaigns the first are named, and all are in the answer', async () => {
  const { a, operator } = app.fixtures;
  await app.asOwner(
    `insert into campaigns_campaign (product, name, status, timezone, company_id, agency_id, root_id)
     select 'local', 'Many ' || n, 'active', 'UTC', id, agency_id, root_id from core_tenant, generate_series(1, 30) n where id = ${a.clients[0]!.tenant.id}`,
  );
  const refused = await selectModules('F');
  expect(refused.body.active_campaign_id.local).toHaveLength(31);
  expect(refused.body.detail).toMatch(/^[^,]+(, \d+){19} and 11 more$/);
  const [, , removeAgency] = removals();
  expect((await removeAgency!()).body.reasons).toEqual([expect.stringMatching(/^Open campaigns: \d+(, \d+){19} and 11 more\.$/)]);
  const { body } = await app.call('GET', `/api/agencies/${a.tenant.id}/modules?PerPage=100`, operator);
  const { open } = body.data.find(({ key }: { key: string }) => key === 'site-id');
  expect(open).toMatch(/^Client A1: Open \(\d+\), Many 1 \(\d+\),(?: Many \d+ \(\d+\),?){18} and 11 more$/);
  await app.asOwner(`delete from campaigns_campaign where name like 'Many %'`);
});

test('once it is stopped they go', async () => {
  await put('stop');
  expect((await selectModules('F')).status).toBe(200);
  expect((await selectModules('T')).status).toBe(200);
  const [removeClient, , removeAgency] = removals();
  expect((await removeClient!()).status).toBe(200);
  expect((await removeAgency!()).status).toBe(200);
});
