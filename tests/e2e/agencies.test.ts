import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, addTenant, type Person } from '../../core/testing/fixtures.ts';
import { openStage, type Stage } from './support.ts';

const LIST = '/configuration/agency-list';
let stage: Stage;
let operator: Person;
let names: string[];

beforeAll(async () => {
  stage = await openStage();
  const { app } = stage;
  operator = app.fixtures.operator;
  names = ['Agency A', 'Agency B'];
  for (let n = 1; n <= 10; n++) {
    const agency = await addTenant(app.kernel, 'agency', `Harbor ${String(n).padStart(2, '0')}`, app.fixtures.root.id);
    await addPerson(app.kernel, agency, 'userdownline', `harbor-${n}@test.example`);
    names.push(agency.name);
  }
  const organization = (OrganizationName: string, more: object) =>
    app.call('POST', '/api/marketing/organizations', operator, { body: { OrganizationName, ...more } });
  const north = await organization('North', {});
  await organization('Chicago', { CustomID: '4711', ParentID: north.body.id });
  const { data } = (await app.call('GET', '/api/agencies?search=Agency A', operator)).body;
  await app.call('PUT', `/api/agencies/${data[0].company_id}`, operator, { body: details('Agency A') });
});
afterAll(() => stage.close());

const details = (name: string, change: object = {}) => ({
  ClientCompanyName: name,
  ClientFullName: 'Olive Owner',
  ClientEmail: stage.app.fixtures.a.owner.email,
  ClientPhone: '+13125550100',
  DownlineSubDomain: 'agency-a',
  ...change,
});
const said = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor({ timeout: 10_000 });
/** Of two nested tables the inner one's row. */
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).last();
const query = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);
const shown = async (page: Page): Promise<string[]> =>
  (await page.locator('tbody tr td:nth-child(3)').allTextContents()).map((text) => text.replace(/ \(.*/, '').trim());
const act = async (page: Page, name: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('columns stand as specified; a sort turns from none to ascending, descending, none; ten rows a page', async () => {
  const page = await stage.open(LIST, operator);
  await row(page, 'Harbor 10').waitFor();
  const headings = await page.locator('thead th').allTextContents();
  expect(headings.map((h) => h.trim()).filter(Boolean)).toEqual(['COMPANY NAME', 'FULL NAME', 'E-MAIL', 'ACTION', 'SALES', 'CREATED']);
  const sorted = page.locator('thead').getByRole('button');
  expect((await sorted.allTextContents()).map((h) => h.trim())).toEqual(headings.map((h) => h.trim()).filter(Boolean));
  expect(await shown(page)).toHaveLength(10);
  const heading = page.getByRole('button', { name: 'COMPANY NAME' });
  const first = async (name: string) => await expect.poll(async () => (await shown(page))[0]).toBe(name);
  await first('Harbor 10');
  await heading.click();
  await first('Agency A');
  expect([query(page, 'sort'), query(page, 'order')]).toEqual(['company_name', null]);
  await heading.click();
  await first('Harbor 10');
  expect(query(page, 'order')).toBe('desc');
  await heading.click();
  await expect.poll(() => query(page, 'sort')).toBeNull();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect.poll(() => shown(page)).toEqual(['Agency B', 'Agency A']);
});

test("ACTION sorts by how far the owner's account is, on which it depends what can be done", async () => {
  const fifth = () => stage.app.kernel.platform('core_account').where({ email: 'harbor-5@test.example' });
  await fifth().update({ status: 'suspended' });
  const page = await stage.open(`${LIST}?sort=actions&order=asc`, operator);
  await row(page, 'Harbor 10').waitFor();
  expect((await shown(page))[0]).not.toBe('Harbor 05');
  await page.getByRole('button', { name: 'ACTION', exact: true }).click();
  await expect.poll(async () => (await shown(page))[0]).toBe('Harbor 05');
  expect(query(page, 'order')).toBe('desc');
  await fifth().update({ status: 'active' });
});

test('the add form opens in place with an address of its own; cancel returns, saving closes it', async () => {
  const page = await stage.open(`${LIST}?page=2`, operator);
  const form = page.getByRole('region', { name: 'Add agency' });
  await page.getByRole('button', { name: 'Add agency' }).click();
  await form.getByLabel('Company name').waitFor();
  expect([query(page, 'add'), query(page, 'page'), await page.getByRole('dialog').count()]).toEqual(['1', '2', 0]);
  // Under the head of the table, before its first row.
  expect(await page.locator('tbody tr').first().getByRole('region', { name: 'Add agency' }).count()).toBe(1);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await form.waitFor({ state: 'detached' });
  expect([query(page, 'add'), query(page, 'page')]).toEqual([null, '2']);
  await page.goBack();
  await form.waitFor();
  await page.reload();
  await form.getByLabel('Company name').fill('Quay Nine');
  await form.getByLabel('Full name').fill('Quin Quay');
  await form.getByLabel(/^E-mail/).fill('quin@quay.example');
  await page.route('**/api/agencies', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, contentType: 'text/plain', body: 'no' }) : route.continue(),
  );
  await form.getByRole('button', { name: 'Add and invite' }).click();
  await said(page, 'Server might be busy please try again later');
  await page.unroute('**/api/agencies');
  await form.getByRole('button', { name: 'Add and invite' }).click();
  await said(page, 'Data has been added successfully');
  await form.waitFor({ state: 'detached' });
  const { data } = (await stage.app.call('GET', '/api/agencies?search=Quay', operator)).body;
  await stage.app.call('DELETE', `/api/agencies/${data[0].company_id}`, operator);
});

test('while the list loads it says so; a switch without the right to it says why it cannot be turned', async () => {
  const { a } = stage.app.fixtures;
  const page = await stage.open('/configuration/beta-features', operator);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/agencies?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(page.url().replace('/configuration/beta-features', `${LIST}?open=${a.tenant.id}&q=Agency+A`));
  await said(page, 'Loading data...');
  release();
  await row(page, 'Agency A').waitFor();
  await stage.leave(page);

  const none = { enable: false, create: false, update: false, delete: false };
  const rights = { AdsDesign: none, Campaign: none, LeadsPeek: none, Settings: { ...none, enable: true } };
  const accounts = () => stage.app.kernel.platform('core_account').where({ id: operator.id });
  await accounts().update({ rights: JSON.stringify(rights) });
  const other = await stage.open(`${LIST}?open=${a.tenant.id}&q=Agency+A`, operator);
  await other.getByRole('tab', { name: 'Billing' }).click();
  const manual = other.getByRole('switch', { name: /Manual bill/ });
  await manual.waitFor();
  expect(await manual.isDisabled()).toBe(true);
  await other.getByRole('group', { name: 'Your role does not let you change how agencies are billed.' }).hover();
  await other.getByRole('tooltip').getByText('Your role does not let you change how agencies are billed.').waitFor();
  await accounts().update({ rights: null });
});

test('an agency is edited under its row; what is wrong is said on its field', async () => {
  const page = await stage.open(`${LIST}?q=Agency+A`, operator);
  await page.getByRole('button', { name: 'Details of Agency A' }).click();
  await page.getByLabel('Phone number').fill('12');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await said(page, 'Please enter valid phone number');
  await page.getByLabel('Phone number').fill('(312) 555-0199');
  await page.getByRole('combobox', { name: 'Organization ID' }).click();
  await page.getByRole('option', { name: 'North / Chicago' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await said(page, 'Data has been updated successfully');
  await page.getByText('Saved').first().waitFor();
  const [node] = (await stage.app.call('GET', '/api/agencies?search=Agency A', operator)).body.data;
  expect(node).toMatchObject({ phonenum: '+13125550199', external_organizationid: '4711' });
});

test('a product with an active campaign stays, and the campaigns to stop are named', async () => {
  const { a } = stage.app.fixtures;
  const [{ id }] = await stage.app.kernel
    .platform('campaigns_campaign')
    .insert({ company_id: a.clients[0]!.tenant.id, product: 'local', name: 'Runs', status: 'active', timezone: 'UTC' })
    .returning('id');
  const page = await stage.open(`${LIST}?q=Agency+A&open=${a.tenant.id}`, operator);
  const products = page.locator('.mantine-MultiSelect-root').filter({ hasText: 'Products' });
  await products.getByText('Site ID').waitFor();
  await products.locator('.mantine-Pill-remove').first().click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await said(page, `Please stop the active campaigns manually first. Site ID: ${id}`);
  await stage.app.kernel.platform('campaigns_campaign').where({ id }).update({ status: 'stopped' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await said(page, 'Data has been updated successfully');
});

test('filters stand in a popover, become chips, and the address keeps them', async () => {
  const page = await stage.open(LIST, operator);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Card', { exact: true }).selectOption({ label: 'Payment failed' });
  await said(page, 'No agency matches');
  expect(query(page, 'f-CardStatus')).toBe('failed');
  await page.reload();
  await page.getByRole('button', { name: 'Remove filter Card: Payment failed' }).click();
  await row(page, 'Harbor 10').waitFor();
  expect(query(page, 'f-CardStatus')).toBeNull();
});

test('an optimistic switch shows at once, and goes back with its own words when the server fails', async () => {
  const page = await stage.open(`${LIST}?q=Agency+A`, operator);
  const mark = page.getByRole('button', { name: 'Excluded from minimum spend: Agency A' });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/exclude-minimum-spend', async (route) => {
    await held;
    await route.fulfill({ status: 500, contentType: 'text/plain', body: 'no' });
  });
  await act(page, 'Agency A', 'Exclude from minimum spend');
  await mark.waitFor(); // the server has not answered yet
  release();
  await said(page, 'We are unable to exclude the agency for minimum spend.');
  await expect.poll(() => mark.count()).toBe(0);
  await page.unroute('**/exclude-minimum-spend');
  await act(page, 'Agency A', 'Exclude from minimum spend');
  await said(page, 'Agency A is now excluded from minimum spend.');
  await mark.click();
  await said(page, 'Agency A is now included in minimum spend.');
  await expect.poll(() => mark.count()).toBe(0);
});

test('manual bill asks in both directions and goes back on failure', async () => {
  const { a } = stage.app.fixtures;
  const page = await stage.open(`${LIST}?q=Agency+A&open=${a.tenant.id}`, operator);
  await page.getByRole('tab', { name: 'Billing' }).click();
  const manual = page.getByRole('switch', { name: /Manual bill/ });
  await manual.waitFor();
  await page.route('**/manual-bill', (route) => route.fulfill({ status: 502, contentType: 'text/plain', body: 'no' }));
  await manual.click({ force: true });
  await said(page, /billed the wholesale cost of its leads/);
  await page.getByRole('button', { name: 'Switch on', exact: true }).click();
  await said(page, 'We are unable to save. Please try again later or contact support for assistance.');
  expect(await manual.isChecked()).toBe(false);
  await page.unroute('**/manual-bill');
  await manual.click({ force: true });
  const answered = page.waitForResponse('**/manual-bill');
  await page.getByRole('button', { name: 'Switch on', exact: true }).click();
  await (await answered).finished();
  const stored = async () =>
    (await stage.app.kernel.platform('wallet_state').where({ company_id: a.tenant.id }).first('manual_bill'))?.manual_bill;
  await expect.poll(stored).toBe(true);
  await expect.poll(() => manual.isChecked()).toBe(true);
  await manual.click({ force: true });
  await said(page, /All campaigns of Agency A stop/);
  await page.getByRole('button', { name: 'Stop campaigns and switch off' }).click();
  await expect.poll(stored).toBe(false);
  await expect.poll(() => manual.isChecked()).toBe(false);
});

test('an onboarding charge is refused below its least with the specified words', async () => {
  const page = await stage.open(`${LIST}?q=Agency+A`, operator);
  await act(page, 'Agency A', 'Onboarding charge');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('0.4');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Amount must be greater than 0.5 if not zero.');
  await dialog.getByLabel('Amount').fill('120');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Your settings have been saved.');
});

test('bulk: all that match are selected over pages, and each has a result of its own', async () => {
  const { app } = stage;
  const page = await stage.open(`${LIST}?q=Harbor&per=10`, operator);
  await addTenant(app.kernel, 'agency', 'Harbor 11', app.fixtures.root.id);
  await page.reload();
  await row(page, 'Harbor 11').waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await said(page, '10 selected');
  await page.getByRole('button', { name: 'Select all matching (11)' }).click();
  await said(page, '11 selected');
  const [gone] = await app.kernel.platform('core_tenant').where({ name: 'Harbor 05' }).update({ removed_at: new Date() }).returning('id');

  await page.getByRole('button', { name: 'Set beta feature' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Beta feature').click();
  await page.getByRole('option', { name: 'Data wallet', exact: false }).click();
  await dialog.getByLabel('Turn on').check();
  await dialog.getByRole('button', { name: /Save/ }).click();
  await said(page, '10 done, 1 failed');
  const results = page.getByRole('dialog').getByRole('listitem');
  expect(await results.count()).toBe(11);
  expect(await results.filter({ hasText: 'Harbor 05' }).textContent()).not.toContain('Done');
  expect(await results.filter({ hasText: 'Harbor 06' }).textContent()).toContain('Done');
  expect(await app.kernel.platform('core_switch').where({ key: 'wallet.data_wallet', is_on: true })).toHaveLength(10);
  await app.kernel.platform('core_tenant').where({ id: gone.id }).update({ removed_at: null });
});

test('beta features: kept off for one agency after a word of warning', async () => {
  const page = await stage.open('/configuration/beta-features', operator);
  await page.getByRole('button', { name: /Details of .*wallet/i }).click();
  await page.getByRole('searchbox').fill('Agency B');
  await row(page, 'Agency B').waitFor();
  await act(page, 'Agency B', 'Keep off for this agency');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep off' }).click();
  await row(page, 'Agency B').getByText('Kept off').waitFor();
  await expect
    .poll(() => stage.app.kernel.platform('core_switch').where({ company_id: stage.app.fixtures.b.tenant.id, is_on: false }))
    .toHaveLength(1);
});

test('sales people see their agencies and nothing of the root’s', async () => {
  const { app } = stage;
  await app.call('PUT', '/api/configuration/sales', operator, {
    body: { companyID: app.fixtures.b.tenant.id, salesRep: app.fixtures.sales.id },
  });
  const page = await stage.open(LIST, app.fixtures.sales);
  await row(page, 'Agency B').waitFor();
  expect(await shown(page)).toHaveLength(1);
  expect(await page.getByRole('checkbox').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Add agency' }).count()).toBe(0);
});

test('400 pixels wide, and in Arabic: nothing overflows, nothing is untranslated, nothing is out of reach', async () => {
  const { a } = stage.app.fixtures;
  for (const look of [{ width: 400 }, { width: 400, locale: 'ar' as const }, { locale: 'ar' as const }]) {
    const page = await stage.open(`${LIST}?q=Agency+A&open=${a.tenant.id}`, operator, look);
    await page.getByText('Agency A').first().waitFor();
    await page.locator('form input').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
    expect(await page.locator('body').innerText()).not.toMatch(/agencies\.[a-z]/);
    expect(await page.locator('html').getAttribute('dir')).toBe(look.locale ? 'rtl' : 'ltr');
    expect(await stage.faults(page)).toEqual([]);
    await stage.leave(page);
  }
});

test('the browser had nothing to complain about', () => expect(stage.complaints).toEqual([]));
