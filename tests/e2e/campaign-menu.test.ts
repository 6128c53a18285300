import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { putLead } from '../support/put-lead.ts';
import { Looks } from './looks.ts';
import { openStage, type Stage } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor();
const menu = (page: Page): Locator => page.getByRole('navigation').first();

test('the menu Campaign: a campaign is set up, stands on the dashboard with its settings, and with its client', async () => {
  const page = await stage.open('/campaign-setup', stage.app.fixtures.a.owner);
  await heading(page, 'Create Campaign');
  await page.getByText('Search ID', { exact: true }).last().waitFor();
  expect(await new Looks(stage).faults(page, 'en')).toEqual([]);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'New campaign' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'New campaign' });
  await drawer.getByLabel('Campaign name').fill('Harbor Coffee');
  await drawer.getByRole('combobox', { name: /^Client/ }).click();
  await page.getByRole('option', { name: 'Client A2' }).click();
  await drawer.getByRole('textbox', { name: 'Website' }).fill('https://harbor.example');
  await drawer.getByRole('button', { name: 'Create campaign' }).click();
  await page.waitForURL('**/siteid/campaign-management/*');
  await heading(page, 'Harbor Coffee');

  await menu(page).getByRole('link', { name: 'Dashboard' }).last().click();
  await heading(page, 'Campaign dashboard');
  expect(new URL(page.url()).pathname).toBe('/campaign');
  const row = page.getByRole('row').filter({ hasText: 'Harbor Coffee' });
  await row.getByText('Site ID').waitFor();
  await row.getByRole('button', { name: /^Details of/ }).click();
  await main.getByLabel('Campaign name').waitFor();
  expect(await main.getByRole('tab', { name: 'Settings' }).count()).toBe(1);
  expect(await new Looks(stage).faults(page, 'en')).toEqual([]);

  await menu(page).getByRole('link', { name: 'Clients', exact: true }).last().click();
  await heading(page, 'Clients and their campaigns');
  expect(new URL(page.url()).pathname).toBe('/Client');
  await page.getByText('Client A2').click();
  await page.getByText('Harbor Coffee').waitFor();
  expect(stage.complaints).toEqual([]);
});

test('an audience is made of leads by filters, shows them, and is carried away as hashes for ad networks', async () => {
  const { a } = stage.app.fixtures;
  const client = a.clients[0]!.tenant;
  const body = { companyID: client.id, leadspeekType: 'local', campaignName: 'Spring rolls' };
  const campaign = (await stage.app.call('POST', '/api/leadspeek/client/create', a.owner, { body })).body.leadspeek_api_id as number;
  for (const name of ['ann', 'ben']) await putLead(stage.app, { client, campaign, name, cents: 100, at: new Date() });
  await stage.app.kernel.platform('leads_lead').where({ first_name: 'ann' }).update({ state: 'TX', city: 'Austin' });

  const page = await stage.open('/Audience', a.owner);
  await heading(page, 'Campaign Audience List');
  await page.getByRole('button', { name: 'Create audience' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Create audience' });
  await drawer.getByLabel('Audience name').fill('Texans');
  await drawer.getByLabel('States').fill('TX');
  await page.keyboard.press('Enter');
  await drawer.getByRole('button', { name: /Create audience|Save/ }).click();
  await page.getByText('The audience has been created.').waitFor();
  await page.getByRole('row').filter({ hasText: 'Texans' }).getByText('Texans').click();
  await page.getByText('1 person right now.').waitFor();
  await page.getByText('ann@example.com').waitFor();
  expect(await page.getByText('ben@example.com').count()).toBe(0);
  expect(await new Looks(stage).faults(page, 'en')).toEqual([]);

  await page.getByRole('button', { name: 'Actions for Texans' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download hashed e-mails for ad networks' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^"Email"\r\n"[0-9a-f]{64}"\r\n$/);

  await page.getByRole('tab', { name: 'Edit' }).click();
  await page.getByRole('main').getByLabel('Audience name').fill('All of Texas');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The audience has been saved.').waitFor();
  await page.getByRole('button', { name: 'Actions for All of Texas' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove audience' }).click();
  await page.getByText('No audiences yet').waitFor();
  expect(stage.complaints).toEqual([]);
});
