import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { seePixel } from '../../../tests/support/see-pixel.ts';
import { Pixels } from '../../lead-intake/capture/contract.ts';
import launch from './index.ts';

conformance(launch);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const steps = async (person: Person): Promise<Record<string, boolean>> => {
  const { status, body } = await app.call('GET', '/api/launch/steps', person);
  expect(status).toBe(200);
  return Object.fromEntries((body as { data: { id: string; done: boolean }[] }).data.map(({ id, done }) => [id, done]));
};

test('each step states itself from data, in order, and only those of the company', async () => {
  const [client] = app.fixtures.a.clients;
  const agency = app.fixtures.a.owner;
  expect(await steps(agency)).toMatchObject({ 'clients.launch': true, 'campaigns.launch': false, 'leads.launch': false });
  expect(Object.keys(await steps(client!.user))).toEqual(['profile.launch', 'campaigns.launch', 'integrations.launch', 'leads.launch']);

  const made = await app.call('POST', '/api/leadspeek/client/create', client!.user, {
    body: { leadspeekType: 'local', campaignName: 'Spring', urlCode: 'https://shop.example/', LimitLead: 5, LimitLeadFreq: 'day' },
  });
  expect(made.status).toBe(200);
  // The pixel exists once somebody looks for its tag.
  await app.inside(client!.tenant, 'capture', (ctx) => ctx.use(Pixels).of(made.body.leadspeek_api_id));
  expect(await steps(client!.user)).toMatchObject({ 'campaigns.launch': true, 'capture.launch': false });
  expect(await steps(agency)).toMatchObject({ 'campaigns.launch': true, 'capture.launch': false });
  expect(await steps(app.fixtures.b.owner)).toMatchObject({ 'campaigns.launch': false });

  await seePixel(app, made.body.leadspeek_api_id);
  expect((await steps(client!.user))['capture.launch']).toBe(true);
});

test('an agency is asked for domain, payments, prices and a second person, each of which the data ticks', async () => {
  const { owner, admin, tenant } = app.fixtures.b;
  const asked = ['white-label.domain-launch', 'agency-billing.launch', 'campaigns.prices-launch', 'people.launch'];
  const ticked = async (): Promise<string[]> => {
    const all = await steps(owner);
    expect(Object.keys(all)).toEqual(expect.arrayContaining(asked));
    return asked.filter((id) => all[id]);
  };
  expect(await ticked()).toEqual([]);

  await app.call('PUT', '/api/campaigns/prices/local', owner, { body: { cents: 210 } });
  expect(await ticked()).toEqual(['campaigns.prices-launch']);

  // The owner's own second factor makes nobody a second person.
  const factor = (account_id: number) =>
    app.kernel
      .platform('accounts_credential')
      .insert({ account_id, company_id: tenant.id, second_factor: 'email' })
      .onConflict('account_id')
      .merge();
  await factor(owner.id);
  expect(await ticked()).toEqual(['campaigns.prices-launch']);
  await factor(admin.id);
  expect(await ticked()).toEqual(['campaigns.prices-launch', 'people.launch']);

  await app.kernel
    .platform('core_host')
    .insert({ host: 'leads.pier.example', tenant_id: tenant.id, is_custom: true, verified_at: new Date() });
  expect(await ticked()).toEqual(['white-label.domain-launch', 'campaigns.prices-launch', 'people.launch']);

  await app.call('POST', '/api/configuration/agencies/manual-bill', app.fixtures.operator, {
    body: { companyID: tenant.id, manualBill: 'T' },
  });
  expect(Object.keys(await steps(owner))).not.toContain('agency-billing.launch');
});

test('from the first lead on the list says that it is begun', async () => {
  const [client] = app.fixtures.a.clients;
  const begun = async () => (await app.call('GET', '/api/launch/steps', client!.user)).body.begun as boolean;
  expect(await begun()).toBe(false);
  const [{ id }] = (await app.kernel.platform('campaigns_campaign').where({ company_id: client!.tenant.id }).select('id')) as [
    { id: number },
  ];
  await app.kernel.platform('leads_total').insert({ campaign_id: id, company_id: client!.tenant.id, product: 'local', leads: 1 });
  expect(await begun()).toBe(true);
});

test('the root has none', async () => {
  expect((await app.call('GET', '/api/launch/steps', app.fixtures.operator)).status).toBe(403);
});
