import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, type Person } from '../../core/testing/fixtures.ts';
import { openStage, type Stage } from './support.ts';

let stage: Stage;
let ann: Person;
beforeAll(async () => {
  stage = await openStage();
  ann = await addPerson(stage.app.kernel, stage.app.fixtures.a.tenant, 'administrator', 'ann@agency-a.example');
});
afterAll(() => stage.close());

const client = (ClientEmail: string) => ({
  ClientCompanyName: 'Late',
  ClientFullName: 'Late',
  ClientEmail,
  ClientPhone: '+13125550123',
  timezone: 'UTC',
});

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a role without create hides the button and refuses the call at once', async () => {
  const { app } = stage;
  const theirs = await stage.open('/configuration/client-management', ann);
  const addClient = theirs.getByRole('button', { name: /add client/i }).first();
  await addClient.waitFor();

  const page = await stage.open('/configuration/role-list', app.fixtures.a.owner);
  await page.getByRole('button', { name: 'Add role' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Role name').fill('Reader');
  const settings = drawer.getByRole('group', { name: 'Settings' });
  await settings.getByRole('switch', { name: 'Enable' }).click({ force: true });
  await settings.getByRole('switch', { name: 'Update' }).click({ force: true });
  await drawer.getByRole('button', { name: 'Add role' }).click();
  await page.getByRole('cell', { name: 'Reader', exact: true }).waitFor();

  await page.getByRole('tab', { name: 'People' }).click();
  await act(page, 'ann', 'Role and rights');
  await drawer.getByRole('switch', { name: /instead of a role/ }).click({ force: true });
  await drawer.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Reader' }).click();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The rights of ann have been saved.').first().waitFor();

  expect((await app.call('POST', '/api/clients', ann, { body: client('late@client.example') })).status).toBe(403);
  await theirs.reload();
  await theirs.getByRole('cell', { name: 'Client A1', exact: true }).waitFor();
  expect(await addClient.count()).toBe(0);
});

test('who may do what is told with the reason', async () => {
  const page = await stage.open('/configuration/role-list', stage.app.fixtures.a.owner);
  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByRole('row').filter({ hasText: 'ann@agency-a.example' }).getByRole('button').first().click();
  await page.getByText('The role Reader does not include it.').first().waitFor();
  await page.getByText('Nothing restricts it.').first().waitFor();
});

test('a role in use is removed by moving its people', async () => {
  const { app } = stage;
  await app.call('POST', '/api/roles', app.fixtures.a.owner, { body: { roleName: 'Helper', roleIcon: 'user' } });
  const page = await stage.open('/configuration/role-list', app.fixtures.a.owner);
  await act(page, 'Reader', 'Move people and remove');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'New role' }).click();
  await page.getByRole('option', { name: 'Helper' }).click();
  await dialog.getByRole('button', { name: 'Move people and remove the role' }).click();
  await page.getByText('You deleted Reader').first().waitFor();
});

test('the rights matrix fits 400 px in both languages and has no accessibility fault', async () => {
  for (const locale of ['en', 'ar'] as const) {
    const page = await stage.open('/configuration/role-list', stage.app.fixtures.a.owner, { width: 400, locale });
    await page
      .getByRole('button', { name: locale === 'en' ? 'Add role' : 'إضافة دور' })
      .first()
      .click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('group', { name: locale === 'en' ? 'Settings' : 'الإعدادات' }).waitFor();
    expect(await drawer.getByRole('switch').count()).toBe(23);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    expect([locale, wider]).toEqual([locale, false]);
    expect(await stage.faults(page)).toEqual([]);
  }
});

test('the browser had nothing to complain about', () => expect(stage.complaints).toEqual([]));
