import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putLead } from '../support/put-lead.ts';
import { type Look, openStage, type Stage } from './support.ts';

let stage: Stage;
let lead: string;
let campaign: number;
beforeAll(async () => {
  stage = await openStage();
  const { owner, clients } = stage.app.fixtures.a;
  const client = clients[0]!.tenant;
  const body = { companyID: client.id, leadspeekType: 'local', campaignName: 'Coffee' };
  campaign = (await stage.app.call('POST', '/api/leadspeek/client/create', owner, { body })).body.leadspeek_api_id as number;
  lead = await putLead(stage.app, { client, campaign, name: 'ada', cents: 150, at: new Date() });
});
afterAll(() => stage.close());

const owner = () => stage.app.fixtures.a.owner;
const openPage = async (look?: Look): Promise<Page> => {
  const page = await stage.open('/privacy-requests', owner(), look);
  page.setDefaultTimeout(15_000);
  return page;
};
test('a person is found, shown with what is held of them, and erased after a question; the receipt stays', async () => {
  const page = await openPage();
  await page.getByText('No privacy requests').waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'New request' }).first().click();
  const form = page.getByRole('dialog', { name: 'New request' });
  const who = form.getByLabel('E-mail address, phone number or lead ID');
  await who.fill('somebody');
  await form.getByRole('button', { name: 'Find data' }).click();
  await form.getByText('Enter an e-mail address, a phone number with at least ten digits or the ID of a lead.').waitFor();
  await who.fill('ada@example.com');
  await form.getByRole('button', { name: 'Find data' }).click();

  // It opens by itself.
  const held = page.getByRole('row').filter({ hasText: 'Leads' }).filter({ hasText: 'Made anonymous' }).last();
  await held.waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await held.click();
  await page.getByText('ada · ada@example.com').waitFor();
  await page.getByRole('button', { name: 'Actions for a***@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Erase person' }).click();
  const question = page.getByRole('dialog', { name: "Erase this person's data?" });
  await question.getByText('Amounts, invoices and counts stay the same.', { exact: false }).waitFor();
  await question.getByRole('button', { name: 'Erase person' }).click();
  await page.getByText('The data is being erased.', { exact: false }).waitFor();
  await stage.app.settle();
  await page.getByRole('row').filter({ hasText: 'Erased' }).first().waitFor();
  await page.getByRole('button', { name: /^Actions for / }).click();
  await page.getByRole('menuitem', { name: 'Download receipt' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Erase person' }).count()).toBe(0);
  expect(await stage.app.kernel.platform('leads_lead').where({ id: lead }).first('email', 'retail_cents')).toEqual({
    email: '',
    retail_cents: '150',
  });
  expect(stage.complaints).toEqual([]);
});

test('begins at a lead as well', async () => {
  const client = stage.app.fixtures.a.clients[0]!.tenant;
  await putLead(stage.app, { client, campaign, name: 'bob', cents: 150, at: new Date() });
  const page = await stage.open('/leads', owner());
  await page.getByRole('button', { name: 'Actions for bob' }).click();
  await page.getByRole('menuitem', { name: 'Open a privacy request' }).click();
  await page.getByText('Made anonymous').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/privacy-requests');
});

test('fits a telephone, in Arabic and in the dark', async () => {
  const page = await openPage({ width: 400, scheme: 'dark', locale: 'ar' });
  await page.getByRole('heading', { name: 'طلبات الخصوصية' }).first().waitFor();
  expect(await stage.faults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(stage.complaints).toEqual([]);
});
