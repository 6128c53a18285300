import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { connect, giveCard } from '../../plugins/commerce/billing/billing-fixtures.fake.ts';
import { Billing } from '../../plugins/commerce/billing/contract.ts';
import { Campaigns } from '../../plugins/campaign-management/campaigns/contract.ts';
import { Receiver } from '../../plugins/connectors/integrations/receiver.fake.ts';
import { LeadsCreated } from '../../plugins/lead-intake/leads/contract.ts';
import { Wallet } from '../../plugins/commerce/wallet/contract.ts';
import { putLead } from '../support/put-lead.ts';

/** What the plugins of the product publish reaches a webhook of the agency, each as it happens. */
let app: TestApp;
let other: Receiver;
beforeAll(async () => {
  other = await Receiver.start();
  app = await startTestApp({ config: { egressAllow: [other.host] } });
  const { body } = await app.call('POST', '/api/integrations/connect/connector-webhook.webhook', owner(), {
    body: { name: 'All', url: other.url('/all') },
  });
  const { data } = (await app.call('GET', `/api/integrations/${body.id}/triggers`, owner())).body as { data: { trigger: string }[] };
  for (const { trigger } of data)
    expect((await app.call('PUT', `/api/integrations/${body.id}/triggers/${trigger}`, owner(), { body: { sent: 'T' } })).status).toBe(200);
});
afterAll(async () => {
  await app?.close();
  other?.stop();
});

const owner = (): Person => app.fixtures.a.owner;
const client = () => app.fixtures.a.clients[0]!;
const agency = () => app.fixtures.a.tenant;
type Told = { type: string; data: Record<string, unknown> };
/** What came since the last look, without what it is about otherwise. */
const told = async (...types: string[]): Promise<Told[]> => {
  await app.settle();
  const all = other.received.splice(0).map(({ body }) => JSON.parse(body) as Told);
  return all.filter(({ type }) => types.includes(type));
};

test('a new client', async () => {
  const made = await app.call('POST', '/api/configuration/user/create', owner(), {
    body: {
      userType: 'client',
      ClientCompanyName: 'Told Ltd',
      ClientFullName: 'Tess Told',
      ClientEmail: 'tess@told.example',
      ClientPhone: '+13125550142',
    },
  });
  expect(made.status, made.text).toBe(200);
  expect(await told('client.created')).toMatchObject([{ data: { name: 'Told Ltd' } }]);
});

test('a campaign that is made, runs, is paused and stopped', async () => {
  const made = await app.call('POST', '/api/leadspeek/client/create', owner(), {
    body: { companyID: client().tenant.id, leadspeekType: 'local', campaignName: 'Told' },
  });
  const id = made.body.leadspeek_api_id as number;
  const about = { id: String(id), name: 'Told', product: 'local', clientId: client().tenant.id };
  expect(await told('campaign.created')).toMatchObject([{ data: about }]);
  const within = <R>(work: (campaigns: (typeof Campaigns)['__api'] & object) => Promise<R>) =>
    app.inside(agency(), 'campaigns', (ctx) => work(ctx.use(Campaigns)));
  await app.kernel.platform('campaigns_campaign').where({ id }).update({ status: 'paused', pause_reason: 'wallet_empty' });
  await within((campaigns) => campaigns.resumeAll({ campaignId: id }, 'wallet_empty'));
  await within((campaigns) => campaigns.pauseAll({ campaignId: id }, 'agency'));
  await within((campaigns) => campaigns.stopAll({ campaignId: id }));
  const changes = await told('campaign.created', 'campaign.activated', 'campaign.paused', 'campaign.ended');
  expect(changes.map(({ type }) => type)).toEqual(['campaign.activated', 'campaign.paused', 'campaign.ended']);
  expect(changes[2]).toMatchObject({ data: { ...about, status: 'stopped' } });
});

test('a lead that converts and is given back', async () => {
  const { tenant, user } = client();
  const [{ id: campaign }] = (await app.kernel
    .platform('campaigns_campaign')
    .insert({ company_id: tenant.id, product: 'local', name: 'Sold', timezone: 'America/Chicago', status: 'active', retail_cents: 450 })
    .returning('id')) as [{ id: number }];
  const lead = await putLead(app, { client: tenant, campaign, name: 'ada', cents: 450, at: new Date() });
  await app.inside(agency(), 'warranty', async (ctx) => {
    await ctx
      .use(Wallet)
      .chargeLeads(agency().id, [{ leadId: lead, campaignId: campaign, companyId: tenant.id, retailCents: 450, wholesaleCents: 40 }]);
    await ctx.emit(LeadsCreated, { campaignId: campaign, companyId: tenant.id, product: 'local', isTest: false, leadIds: [lead] });
  });
  expect(await told('lead.created')).toMatchObject([{ data: { id: lead, firstName: 'ada' } }]);
  expect((await app.call('POST', `/api/leads/${lead}/tags`, user, { body: { tag: 'hot' } })).status).toBe(200);
  expect(await told('lead.updated')).toMatchObject([{ data: { id: lead, tags: ['hot'] } }]);
  const back = await app.call('POST', '/api/warranty/returns', user, { body: { lead, reason: 'wrong_person' } });
  expect(back.status, back.text).toBe(200);
  expect(await told('lead.returned')).toMatchObject([
    { data: { id: lead, firstName: 'ada', returnCause: 'returned', returnReason: 'wrong_person', returnState: 'open' } },
  ]);
});

test('an invoice that is issued and paid, with its amounts in cents', async () => {
  await connect(app, app.fixtures.a);
  await giveCard(app, client());
  const companyId = client().tenant.id;
  const line = {
    campaignId: null,
    kind: 'pack' as const,
    text: 'Leads',
    quantity: 1,
    unitCents: 9_000,
    amountCents: 9_000,
    priceVersionId: null,
  };
  const bill = await app.inside(agency(), 'billing', (ctx) =>
    ctx.use(Billing).issue({ companyId, term: 'Prepaid', lines: [line], feeCents: 2_000 }),
  );
  const [issued] = await told('invoice.created');
  expect(issued).toMatchObject({ data: { id: bill.id, number: bill.number, totalCents: 9_000, dueCents: 9_000, clientId: companyId } });
  expect(JSON.stringify(issued)).not.toContain('2000');
  await app.inside(agency(), 'billing', (ctx) => ctx.use(Billing).pay(bill.id, null));
  expect(await told('invoice.created', 'invoice.paid')).toMatchObject([
    { type: 'invoice.paid', data: { id: bill.id, state: 'paid', paidAt: expect.stringMatching(/^20/) } },
  ]);
});

test('every trigger has a made-up occasion with what it promises', () => {
  app.kernel.registry.triggers.forEach(({ def }) => {
    const given = Object.keys(def.trigger.gives.properties as object);
    expect(
      Object.keys(def.sample({} as never)).every((name) => given.includes(name)),
      def.trigger.id,
    ).toBe(true);
  });
});
