import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putLead } from '../support/put-lead.ts';
import { openStage, type Stage } from './support.ts';

/** What people see when a product is taken from an agency, and when it comes back. */
let stage: Stage;
let campaignId: number;
const fixtures = () => stage.app.fixtures;

beforeAll(async () => {
  stage = await openStage();
  const { a } = fixtures();
  const made = await stage.app.call('POST', '/api/leadspeek/client/create', a.owner, {
    body: { companyID: a.clients[0]!.tenant.id, leadspeekType: 'local', campaignName: 'Autumn shop' },
  });
  campaignId = made.body.leadspeek_api_id as number;
  await run('activepause', { status: 'active' });
});
afterAll(() => stage.close());

const run = (path: string, body: object = {}) =>
  stage.app.call('PUT', `/api/leadspeek/client/${path}`, fixtures().a.owner, { body: { leadspeekID: campaignId, ...body } });

/** The agency's modules under its row of the agency list. */
async function modules(): Promise<Page> {
  const page = await stage.open(`/configuration/agency-list?open=${fixtures().a.tenant.id}&q=Agency+A`, fixtures().operator);
  await page.getByRole('tab', { name: 'Modules and beta features' }).click();
  await page.getByRole('switch', { name: /Site ID/ }).waitFor();
  return page;
}
const isOn = (page: Page): Promise<boolean> => page.getByRole('switch', { name: /Site ID/ }).isChecked();

test('a product with active campaigns stays on; the dialog names agency, client and campaign', async () => {
  const page = await modules();
  await page.getByRole('switch', { name: /Site ID/ }).click({ force: true });
  const dialog = page.getByRole('dialog', { name: 'Agency A still uses Site ID' });
  await dialog.getByText(`Please stop the active campaigns manually first. Client A1: Autumn shop (${campaignId})`).waitFor();
  await dialog.getByRole('button', { name: 'OK' }).click();
  expect(await isOn(page)).toBe(true);
  // Nor does a call from elsewhere get past it.
  const refused = await stage.app.call('PUT', `/api/agencies/${fixtures().a.tenant.id}/modules/site-id`, fixtures().operator, {
    body: { on: false },
  });
  expect([refused.status, refused.body.active_campaign_id]).toEqual([409, { local: [campaignId] }]);
});

test('switched off after a question: open pages say so, leads stay, and the notice takes it back', async () => {
  const { a } = fixtures();
  await run('stop');
  await putLead(stage.app, { client: a.clients[0]!.tenant, campaign: campaignId, name: 'ann', cents: 150, at: new Date() });
  const client = await stage.open('/siteid/dashboard', a.clients[0]!.user);
  const owner = await stage.open('/siteid/campaign-management', a.owner);
  await client.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await owner.getByText('Site ID').first().waitFor();

  const page = await modules();
  const site = page.getByRole('switch', { name: /Site ID/ });
  await site.click({ force: true });
  const question = page.getByRole('dialog', { name: 'Switch off Site ID for Agency A?' });
  await question.getByText(/Agency A and its 2 clients can no longer use it.*No campaigns are running/).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await isOn(page)).toBe(true);
  await site.click({ force: true });
  await question.getByRole('button', { name: 'Switch off Site ID' }).click();
  await page.getByText('Site ID is off for Agency A.').waitFor();

  for (const [open, company, above] of [
    [client, 'Client A1', 'Agency A'],
    [owner, 'Agency A', fixtures().root.name],
  ] as const) {
    await open.getByRole('heading', { level: 1, name: 'Site ID is switched off' }).waitFor();
    await open.getByText(`Site ID is not available to ${company} right now. To have it switched on, ask ${above}.`).waitFor();
    await open.getByText('Nothing was deleted.').waitFor();
    await open.getByRole('link', { name: 'Leads', exact: true }).click();
    await open.getByText('ann@example.com').first().waitFor();
  }
  const csv = await stage.app.call('GET', '/api/reports/leads.csv', a.clients[0]!.user);
  expect([csv.status, csv.text.includes('ann@example.com')]).toEqual([200, true]);
  await client.goto(`${stage.app.url}/siteid`);
  await client.getByRole('heading', { level: 1, name: 'Site ID is switched off' }).waitFor();

  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByText('Site ID is on for Agency A.').waitFor();
  await client.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  expect(await isOn(page)).toBe(true);
  for (const open of [client, owner, page]) await stage.leave(open);
});

test('the browser had nothing to complain about', () => expect(stage.complaints).toEqual([]));
