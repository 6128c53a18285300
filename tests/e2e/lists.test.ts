import { readFile } from 'node:fs/promises';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setPassword } from '../../plugins/foundation/accounts/accounts.store.ts';
import { hashPassword } from '../../plugins/foundation/accounts/password.ts';
import { openStage, type Stage } from './support.ts';

const PASSWORD = 'four quite unrelated words';
const DAY = 86_400_000;
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  const { app } = stage;
  const { a, operator } = app.fixtures;
  for (const p of [operator, a.owner])
    await setPassword(app.kernel.platform, { id: p.id, companyId: p.tenant.id }, await hashPassword(PASSWORD));
  const [client] = a.clients;
  const campaign = {
    companyID: client!.tenant.id,
    leadspeekType: 'local',
    campaignName: 'Harbor Coffee',
    urlCode: 'https://harbor.example/',
    timezone: 'America/Chicago',
    CostSet: '1.50',
    nationaltargeting: 'T',
  };
  const made = await app.call('POST', '/api/leadspeek/client/create', a.owner, { body: campaign });
  expect(made.status).toBe(200);
  const { id } = (await app.kernel.platform('campaigns_campaign').first('id')) as { id: number };
  const owner = { company_id: client!.tenant.id, agency_id: a.tenant.id, root_id: app.fixtures.root.id };
  const leads = [
    ['Ava', 'Stone', 0],
    ['Ben', 'Rivers', 3],
    ['=Cleo', 'Marsh', 60],
  ] as const;
  for (const [first, last, days] of leads) {
    const at = new Date(Date.now() - days * DAY);
    const person = { first_name: first, last_name: last, email: `${last.toLowerCase()}@mail.example`, city: 'Joliet', state: 'IL' };
    const origin = { source: 'capture.page-view', evidence: { url: 'https://harbor.example/menu' } };
    const seen = { ...origin, created_at: at, last_seen_at: at, retail_cents: 150 };
    await app.kernel
      .platform('leads_lead')
      .insert({ id: randomUUID(), campaign_id: id, product: 'local', person_key: randomBytes(32), ...person, ...seen, ...owner });
  }
  await app.kernel.platform('leads_total').insert({ campaign_id: id, product: 'local', leads: leads.length, ...owner });
});
afterAll(() => stage.close());

const rows = (page: Page) => page.locator('tbody tr');
const said = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor({ timeout: 10_000 });
/** Gives the password again when the page asks for it. */
async function confirmAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ has: page.locator('input[type=password]') });
  await dialog.locator('input[type=password]').fill(PASSWORD);
  await dialog.getByRole('button', { name: /confirm|continue/i }).click();
}

test('leads: searched, narrowed to a period, opened and taken away as a file', async () => {
  const page = await stage.open('/leads', stage.app.fixtures.a.owner);
  await expect.poll(() => rows(page).count()).toBe(3);
  await page.goto(`${stage.app.url}/leads?f-period=7`);
  await expect.poll(() => rows(page).count()).toBe(2);

  await page.getByRole('searchbox').fill('rivers');
  await expect.poll(() => rows(page).count()).toBe(1);
  await page.reload();
  await expect.poll(() => rows(page).count()).toBe(1);
  await rows(page).first().getByRole('button').first().click();
  await said(page, 'https://harbor.example/menu');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('rivers@mail.example');

  await page.goto(`${stage.app.url}/leads?q=nobody-of-that-name`);
  await page.getByRole('button', { name: /clear/i }).first().click();
  await expect.poll(() => rows(page).count()).toBe(3);
});

test('a page behind the last one leads to the last one, and never says that there is nothing', async () => {
  const page = await stage.open('/leads?page=9999', stage.app.fixtures.a.owner);
  await said(page, 'Ava Stone');
  await expect.poll(() => rows(page).count()).toBe(3);
  await said(page, '1–3 of 3');
  expect(new URL(page.url()).searchParams.get('page') ?? '1').toBe('1');
  expect(await page.getByText('No leads yet').count()).toBe(0);
});

test('opt-out list: the root enters an address that no campaign may use, finds it and takes it off again', async () => {
  const { operator, a } = stage.app.fixtures;
  const page = await stage.open('/configuration/opt-out-list', operator);
  await said(page, 'No entries yet');
  await page.getByRole('button', { name: 'Add entry' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address or hash').fill('not an address');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await said(page, 'Please enter an e-mail address, an MD5 hash or a SHA-256 hash.');
  await dialog.getByLabel('E-mail address or hash').fill('Jane.Doe@mail.example');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await said(page, 'The entry has been added.');
  expect(await stage.app.kernel.platform('exclusions_entry').where({ company_id: stage.app.fixtures.root.id })).toHaveLength(1);
  await page.getByRole('searchbox').first().fill('jane.doe@mail.example');
  await expect.poll(() => page.url()).toContain('jane.doe');
  await rows(page).first().getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await said(page, 'The entry has been removed.');

  const other = await stage.open('/configuration/opt-out-list', a.owner);
  await said(other, '404 - Page Not Found');
});

test('data enrichment: the supplier is set up with the password given again, and its secret never comes back', async () => {
  const { operator, a } = stage.app.fixtures;
  await stage.app.kernel.platform('core_session').update({ fresh_at: new Date(0) });
  const page = await stage.open('/configuration/data-enrichment', operator);
  await stage.app.kernel.platform('core_session').update({ fresh_at: new Date(0) });
  await page.getByLabel('Address').first().fill('https://supplier.example/v1/identify');
  await page.locator('input[type=password]').first().fill('a-licence-key');
  await page.getByRole('button', { name: 'Save' }).click();
  await confirmAgain(page);
  await said(page, /saved/i);
  const stored = await stage.app.kernel.platform('core_setting').where({ key: 'capture.supplier' }).first();
  expect(stored.value.url).toBe('https://supplier.example/v1/identify');
  expect(JSON.stringify(stored.value)).not.toContain('a-licence-key');
  await page.reload();
  await expect.poll(() => page.getByLabel('Address').first().inputValue()).toBe('https://supplier.example/v1/identify');
  expect(await page.locator('input[type=password]').first().inputValue()).toBe('');

  const other = await stage.open('/configuration/data-enrichment', a.owner);
  await said(other, '404 - Page Not Found');
  expect(stage.complaints).toEqual([]);
});

test('what can be done to a row is within the window, however wide its table is', async () => {
  const page = await stage.open('/configuration/agency-list', stage.app.fixtures.operator);
  // The list's own menu stands above the table, and comes before the rows.
  const actions = page.getByRole('row').getByRole('button', { name: /^Actions for/ });
  await expect.poll(() => actions.count()).toBeGreaterThan(1);
  // Wider than any window: what does not fit is reached by scrolling, what can be done to a row is not.
  await page.evaluate(() => {
    const wide = new CSSStyleSheet();
    wide.replaceSync('main td:nth-child(2) { min-width: 2400px }');
    document.adoptedStyleSheets.push(wide);
  });
  for (const menu of await actions.all()) {
    const box = (await menu.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(1440);
  }
});
