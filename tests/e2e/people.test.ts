import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './support.ts';

const PASSWORD = 'seven harbour lamps at dusk';
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const said = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor({ timeout: 10_000 });
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
/** Presses an action of a row: the one button it has, or an entry of its menu. */
async function choose(page: Page, row: string, action: string): Promise<void> {
  const direct = rowOf(page, row).getByRole('button', { name: action });
  const menu = rowOf(page, row).getByRole('button', { name: `Actions for ${row}` });
  await direct.or(menu).first().waitFor();
  if (await direct.count()) return direct.first().click();
  await menu.click();
  await page.getByRole('menuitem', { name: action }).click();
}
/** The invitation link in the newest mail to somebody, as `/dev/mail` shows it. */
async function invitationTo(email: string): Promise<string> {
  await stage.app.settle();
  const shown = await stage.app.call('GET', '/dev/mail?json');
  const mails = (Array.isArray(shown.body) ? shown.body : []) as { recipient: string; body: string }[];
  const body =
    mails.find((m) => m.recipient === email)?.body ??
    ((await stage.app.kernel.platform('core_mail').where({ recipient: email }).orderBy('id', 'desc').first('body')).body as string);
  return /(\/reset-password\?token=[\w-]+)/.exec(body)![1]!;
}

test('a client is added, edited under its row, loses a payment term, and is removed', async () => {
  const page = await stage.open('/configuration/client-management', stage.app.fixtures.a.owner);
  await page.getByRole('button', { name: 'Add client' }).first().click();
  const form = page.getByRole('region', { name: 'Add client' });
  await form.getByLabel('Company name').fill('Pier Bakery');
  await form.getByLabel('Full name').fill('Pat Pier');
  await form.getByLabel(/^E-mail/).fill('pat@pier.example');
  await form.getByLabel('Website').fill('www.pier.example');
  await form.getByRole('button', { name: 'Add and invite' }).click();
  await form.waitFor({ state: 'detached' });
  await rowOf(page, 'Pier Bakery').waitFor();
  await rowOf(page, 'Pier Bakery').getByText('Invited').waitFor();

  await rowOf(page, 'Pier Bakery').getByRole('button').first().click();
  await page.getByLabel('Company name').fill('Pier Bread');
  await page.getByLabel(/^Phone number/).fill('(312) 555-0142');
  await page.getByRole('switch', { name: 'Client can add campaigns' }).click({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'Pier Bread', exact: true }).waitFor();
  const stored = await stage.app.kernel
    .platform('clients_profile')
    .where({ domain: 'www.pier.example' })
    .first('may_add_campaigns', 'company_id');
  expect(stored.may_add_campaigns).toBe(false);

  await page.getByRole('tab', { name: 'Payment terms' }).click();
  await page.getByRole('switch', { name: /Monthly/ }).click({ force: true });
  await expect
    .poll(async () => (await stage.app.kernel.platform('clients_profile').where({ company_id: stored.company_id }).first('terms')).terms)
    .toEqual(['Weekly', 'OneTime', 'Prepaid']);

  await choose(page, 'Pier Bread', 'Remove client');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Pier Bread' }).click();
  await rowOf(page, 'Pier Bread').waitFor({ state: 'detached' });
});

test('an administrator is added with a role, signs in through the invitation, and is out at once when suspended', async () => {
  const { app } = stage;
  const { owner } = app.fixtures.a;
  const grants = { enable: true, create: false, update: false, delete: false };
  const made = await app.call('POST', '/api/configuration/role-module/create', owner, {
    body: {
      companyID: owner.tenant.id,
      roleName: 'Looks on',
      roledata: { AdsDesign: grants, Campaign: grants, LeadsPeek: grants, Settings: grants },
    },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const page = await stage.open('/configuration/administrator-list', owner);
  await page.getByRole('button', { name: 'Add administrator' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Full name').fill('Ada Admin');
  await drawer.getByLabel(/^E-mail/).fill('ada@agency-a.example');
  await drawer.getByLabel(/^Role/).click();
  await page.getByRole('option', { name: 'Looks on' }).click();
  await drawer.getByRole('button', { name: 'Add and invite' }).click();
  await rowOf(page, 'Ada Admin').getByText('Looks on').waitFor();

  const hers = await stage.open(await invitationTo('ada@agency-a.example'), null);
  await hers.getByLabel('New password').fill(PASSWORD);
  await hers.getByRole('button', { name: 'Save password' }).click();
  await hers.waitForURL('**/login*');
  await hers.getByLabel('E-mail').fill('ada@agency-a.example');
  await hers.getByLabel('Password', { exact: false }).first().fill(PASSWORD);
  await hers.getByRole('button', { name: 'Sign in' }).click();
  await hers.getByRole('link', { name: 'Administrator List' }).first().click();
  await hers.getByRole('heading', { level: 1, name: 'Administrator List' }).waitFor();
  expect(await hers.getByRole('button', { name: 'Add administrator' }).count()).toBe(0);

  await page.reload();
  await rowOf(page, 'Ada Admin').getByText('Active').waitFor();
  await choose(page, 'Ada Admin', 'Suspend');
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await rowOf(page, 'Ada Admin').getByText('Suspended').waitFor();
  await said(hers, 'Session Ended');
});

test('the sales list belongs to system users; sales people see how their account stands', async () => {
  const page = await stage.open('/', stage.app.fixtures.operator);
  await page.getByRole('link', { name: 'Sales Rep & AE List' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Sales Account List' }).waitFor();
  await page.getByRole('button', { name: 'Add sales account' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Full name').fill('Rae Rep');
  await drawer.getByLabel(/^E-mail/).fill('rae@sales.example');
  await drawer.getByLabel('Referral code').fill('rae-1');
  await drawer.getByRole('button', { name: 'Add and invite' }).click();
  await rowOf(page, 'Rae Rep').getByText('rae-1').waitFor();

  const other = await stage.open('/configuration/sales-account-list', stage.app.fixtures.a.owner);
  await said(other, '404 - Page Not Found');
  const hers = await stage.open('/configuration/sales-connect-account', stage.app.fixtures.sales);
  await said(hers, 'Your account is connected.');
});

test('the screens fit a telephone and read from right to left', async () => {
  for (const path of ['/configuration/client-management', '/configuration/administrator-list']) {
    const page = await stage.open(path, stage.app.fixtures.a.owner, { width: 400, locale: 'ar' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('owner-a').or(page.getByText('Client A1')).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
    expect(await stage.faults(page)).toEqual([]);
  }
});

test('the browser had nothing to complain about', () => expect(stage.complaints).toEqual([]));
