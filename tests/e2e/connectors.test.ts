import { afterAll, beforeAll, expect, test } from 'vitest';
import { LeadsCreated } from '../../plugins/lead-intake/leads/contract.ts';
import { CrmFake, crmConnector, crmPlugin } from '../../plugins/connectors/integrations/crm.fake.ts';
import { Receiver } from '../../plugins/connectors/integrations/receiver.fake.ts';
import { putLead } from '../support/put-lead.ts';
import { openStage, type Stage } from './support.ts';

let stage: Stage;
let crm: CrmFake;
let other: Receiver;
let campaign: number;
beforeAll(async () => {
  crm = await CrmFake.start();
  other = await Receiver.start();
  stage = await openStage({ egressAllow: [crm.host, other.host], services: { stripe: null, crm: crm.keys } }, [
    crmPlugin(crmConnector(crm)),
  ]);
  const { app } = stage;
  // The other system sends the browser back to this process, which sends it on to the company's own address.
  Object.assign(app.kernel.config, { publicOrigin: app.url });
  crm.keys.redirectUri = `${app.url}/oauth/connection`;
  const { a } = app.fixtures;
  const body = { companyID: a.clients[0]!.tenant.id, leadspeekType: 'local', campaignName: 'Harbor Coffee' };
  campaign = (await app.call('POST', '/api/leadspeek/client/create', a.owner, { body })).body.leadspeek_api_id;
});
afterAll(async () => {
  await stage?.close();
  crm?.stop();
  other?.stop();
});

/** A lead of the client, which connectors hear of. */
async function lead(name: string): Promise<string> {
  const { app } = stage;
  const { a } = app.fixtures;
  const client = a.clients[0]!.tenant;
  const id = await putLead(app, { client, campaign, name, cents: 100, at: new Date() });
  await app.inside(a.tenant, 'leads', (ctx) =>
    ctx.emit(LeadsCreated, { campaignId: campaign, companyId: client.id, product: 'local', isTest: false, leadIds: [id] }),
  );
  await app.settle();
  return id;
}

test('a client signs in at a CRM, sends earlier leads there, and is asked to sign in again once it must', async () => {
  const { app } = stage;
  await lead('Ava');
  const page = await stage.open('/integrations', app.fixtures.a.clients[0]!.user);
  await page.getByRole('listitem').filter({ hasText: 'CRM' }).getByRole('button', { name: 'Connect' }).click();
  await page.getByRole('dialog').getByLabel('List').fill('new');
  await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click();
  await page.getByRole('button', { name: 'Connect account' }).waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Connect account' }).click();
  await page.getByText('CRM is connected and the credentials work.').first().waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/integrations\/\d+$/);
  const connection = new URL(page.url()).pathname;

  await page.getByRole('button', { name: 'Send earlier leads' }).click();
  await page.getByRole('button', { name: 'Send leads' }).click();
  await page.getByRole('dialog').getByText('Leads to send: 1.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Send leads' }).click();
  await page.getByText('1 lead is being sent.').first().waitFor();
  await app.settle();
  await page.getByText('Done').first().waitFor();
  expect(await stage.faults(page)).toEqual([]);
  expect([...crm.contacts.values()].map(({ email }) => email)).toEqual(['Ava@example.com']);

  crm.withdraw();
  await lead('Ben');
  await page.goto(app.url + connection);
  await page.getByText('Reconnect needed').first().waitFor();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: 'Connect account' }).click();
  await page.getByText('Saved. One held lead is being sent.').first().waitFor();
  await app.settle();
  expect(crm.contacts.size).toBe(2);
});

test('a client chooses which fields a webhook gets, sees what that looks like, and which leads', async () => {
  const { app } = stage;
  const who = app.fixtures.a.clients[0]!.user;
  const { id } = (
    await app.call('POST', '/api/integrations/connect/connector-webhook.webhook', who, { body: { name: 'Hook', url: other.url('/hook') } })
  ).body;
  const page = await stage.open(`/integrations/${id}/sending`, who);
  await page.getByRole('row').filter({ hasText: 'Last name' }).getByRole('switch').click({ force: true });
  await expect.poll(() => page.getByText('"lastName"').count()).toBe(0);
  const email = page.getByRole('row').filter({ hasText: 'E-mail' });
  await email.getByRole('button', { name: 'Actions for E-mail' }).click();
  await page.getByRole('menuitem', { name: 'Change name' }).click();
  await page.getByRole('dialog').getByLabel('Name in the other system').fill('contact_email');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('"contact_email": "test.lead@example.com"').first().waitFor();
  expect(await stage.faults(page)).toEqual([]);

  await page.getByLabel('Page contains').fill('/pricing');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText("Leads that don't match are no longer sent").first().waitFor();
  await lead('Cleo');
  expect(other.received).toEqual([]);
});

test('a client writes the payload of a webhook itself, sees what becomes of it while typing, and what is wrong with it', async () => {
  const { app } = stage;
  const who = app.fixtures.a.clients[0]!.user;
  const { id } = (
    await app.call('POST', '/api/integrations/connect/connector-webhook.webhook', who, { body: { name: 'Own', url: other.url('/own') } })
  ).body;
  const page = await stage.open(`/integrations/${id}`, who);
  await page.getByRole('button', { name: 'Custom payload' }).click();
  const box = page.getByRole('textbox', { name: 'Payload' });
  await page.getByText('"email": "test.lead@example.com"').waitFor();
  await box.fill('{"mail": "{{emial}}"}');
  await page.getByText('Line 1, column 11: there is no field "emial".').waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await box.fill('{"mail": ""}');
  await box.evaluate((input: HTMLTextAreaElement) => input.setSelectionRange(10, 10));
  await page.getByRole('button', { name: 'Insert field' }).click();
  await page.getByRole('menuitem', { name: 'E-mail' }).click();
  await page.getByText('"mail": "test.lead@example.com"').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Leads are sent with your own payload.').waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await lead('Dora');
  await expect.poll(() => other.at('/own').map(({ body }) => body)).toEqual(['{"mail":"Dora@example.com"}']);
});

test('a person who was erased is listed with what is to be done where nobody can be asked', async () => {
  const { app } = stage;
  const who = app.fixtures.a.clients[0]!.user;
  const [delivery] = await app.kernel.platform('integrations_delivery').whereNot({ ref: '' }).limit(1);
  expect(delivery).toBeDefined();
  await app.kernel.platform('integrations_erasure').insert({
    company_id: who.tenant.id,
    key: crypto.randomUUID(),
    connection_id: delivery.connection_id,
    connector: 'connector-crm.contacts',
    name: 'CRM',
    refs: ['c-1'],
    person: '',
    state: 'manual',
    request_company: who.tenant.id,
    request_id: 1,
  });
  const page = await stage.open('/integrations/erasures', who);
  await page.getByText('Delete it yourself').first().waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Actions for CRM' }).click();
  await page.getByRole('menuitem', { name: 'Mark as erased' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as erased' }).click();
  await page.getByText('Erased by hand').first().waitFor();
});

test('the browser had nothing to complain about', () => expect(stage.complaints).toEqual([]));
