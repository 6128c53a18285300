import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../core/testing/fixtures.ts';
import { offer } from '../b2b-id/offered.ts';
import { agree, openStage, type Stage } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  // Developer mode is for agencies that can be charged.
  const { app } = stage;
  await app.call('PUT', '/api/payment/card', app.fixtures.a.owner, { body: { tokenid: 'approved' } });
  for (const side of [app.fixtures.a, app.fixtures.b]) await offer(app, side);
});
afterAll(() => stage.close());

const said = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor({ timeout: 10_000 });
const call = (method: string, path: string, as: Person | null, body: unknown = {}) => stage.app.call(method, `/api${path}`, as, { body });

test.each([
  ['/privacy-policy', 'Privacy Policy'],
  ['/term-of-use', 'Terms of Use'],
  ['/service-billing-agreement', 'Service and Billing Agreement'],
  ['/marketing-services-agreement-developer', 'Marketing Services Agreement for Developers'],
])('%s is read by visitors, also on a telephone', async (path, title) => {
  const page = await stage.open(path, null, { width: 400 });
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await said(page, /Test Root/);
  expect(await page.getByText(/\{\w+\}/).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await stage.faults(page)).toEqual([]);
});

test('legal texts are there in Arabic, from right to left', async () => {
  const page = await stage.open('/privacy-policy', null, { width: 400, locale: 'ar' });
  await page.getByRole('heading', { level: 1, name: 'سياسة الخصوصية' }).waitFor();
  await said(page, /تشغّل الخدمة/);
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  expect(await stage.faults(page)).toEqual([]);
});

test('a legal text that cannot be read says so, and is tried again', async () => {
  const page = await stage.open('/login', null);
  let broken = true;
  await page.route('**/api/agreements/document/**', (route) => (broken ? route.fulfill({ status: 404, body: '{}' }) : route.continue()));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Use' }).click();
  await said(page, 'Document Not Available');
  await said(page, 'The document you are trying to access may be missing or temporarily unavailable.');
  broken = false;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await said(page, 'What is allowed');
});

test('the service agreement: declining leads back, agreeing opens the page', async () => {
  const { owner } = stage.app.fixtures.a;
  const page = await stage.open('/user/agreements', owner);
  await page.getByRole('heading', { level: 1, name: 'Agreements' }).waitFor();
  await said(page, 'Not accepted');
  const b2b = page.getByRole('navigation').getByRole('link', { name: 'B2B ID', exact: true });
  await b2b.click();
  const dialog = page.getByRole('dialog', { name: 'Service Agreement' });
  await dialog.getByRole('button', { name: 'Yes, I Agree' }).waitFor();
  await dialog.getByText('Agency A').first().waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await page.waitForURL('**/user/agreements');
  await b2b.click();
  await dialog.getByRole('button', { name: 'Yes, I Agree' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.waitForURL('**/b2bid/campaign-management');
  await page.getByRole('button', { name: 'New campaign' }).first().waitFor();
  expect(await stage.faults(page)).toEqual([]);

  await page.goto(`${stage.app.url}/user/agreements`);
  await said(page, 'owner-a');
  const row = page.getByRole('row').filter({ hasText: 'owner-a' });
  await row.getByRole('button', { name: /^Actions/ }).click();
  const saved = page.waitForEvent('download');
  await page.getByText('Download signed copy').click();
  expect((await saved).suggestedFilename()).toBe('marketing-services-agreement-b2b-v1.html');
});

test('the service agreement on a telephone, in Arabic', async () => {
  const { b } = stage.app.fixtures;
  const page = await stage.open('/user/agreements', b.owner, { width: 400, locale: 'ar' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const open = async () => {
    await page.getByRole('button', { name: 'القائمة', exact: true }).click();
    await page.getByRole('link', { name: 'B2B ID', exact: true }).click();
  };
  await open();
  const dialog = page.getByRole('dialog', { name: 'اتفاقية الخدمة' });
  const accept = dialog.getByRole('button', { name: 'نعم، أوافق' });
  await accept.waitFor();
  await dialog.getByText('Agency B').first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await stage.faults(page)).toEqual([]);
  // Who declines stays where they were.
  await dialog.getByRole('button', { name: 'رفض' }).click();
  await page.waitForURL('**/user/agreements');
  await open();
  await accept.click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'حملة جديدة' }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/b2bid/campaign-management');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await stage.faults(page)).toEqual([]);
});

test('developer mode: agreement with its tick, and a key that is shown once', async () => {
  const { operator, a } = stage.app.fixtures;
  await call('PUT', `/developer/mode/${a.tenant.id}`, operator, { api_mode: 'T' });
  const page = await stage.open('/', a.owner);
  await page.getByRole('button', { name: /owner-a/ }).click();
  await page.getByRole('menuitem', { name: 'Developer' }).click();
  await page.getByRole('heading', { level: 1, name: 'Developer' }).waitFor();
  await said(page, /first-time fee of \$500\.00/);
  await page.getByRole('button', { name: 'Read and accept the agreement' }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByText('What developer mode is').waitFor();
  await dialog.getByRole('switch').waitFor();
  expect(await dialog.evaluate((box) => box.scrollTop), 'it begins with the text, not with the tick below it').toBe(0);
  await dialog.getByRole('button', { name: 'I agree' }).click();
  await said(page, 'Please click agree before you continue');
  await dialog.getByRole('switch').check({ force: true });
  await dialog.getByRole('button', { name: 'I agree' }).click();
  await agree(page);
  await said(page, 'Thank you. You can now create an API key.');

  await page.getByRole('button', { name: 'API KEY' }).click();
  const keys = page.getByRole('dialog', { name: 'API KEY' });
  await keys.getByText('No keys yet').waitFor();
  await keys.getByRole('button', { name: 'Generate key' }).first().click();
  const form = keys.getByRole('region', { name: 'Generate key' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Our CRM');
  await form.getByRole('button', { name: 'Generate key' }).click();
  const secret = page.getByLabel('Secret key', { exact: true });
  await secret.waitFor();
  const value = await secret.inputValue();
  expect(value).toMatch(/^[\w-]{43}$/);
  expect(await stage.faults(page)).toEqual([]);
  await page.getByRole('dialog').last().getByRole('button', { name: 'Close', exact: true }).last().click();
  await keys.getByText(`••••${value.slice(-4)}`).waitFor();
  await keys.getByText('Our CRM').waitFor();
  await keys.getByText('Sandbox').first().waitFor();
  expect(await page.content()).not.toContain(value);
});

test('the reference of the API is open to everybody, in the brand of the host, and each group has an address', async () => {
  const page = await stage.open('/developer/reference', null);
  await page.getByRole('tab', { name: 'Overview' }).waitFor();
  await page.getByText('GET /v1/leads', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Leads' }).click();
  await page.getByRole('heading', { name: 'List leads' }).waitFor();
  await page
    .getByText(/curl .*\/v1\/leads/)
    .first()
    .waitFor();
  expect(new URL(page.url()).searchParams.get('tab')).toBe('leads');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await stage.faults(page)).toEqual([]);
});

test('single sign-on lets a client in with one click, once', async () => {
  const { a } = stage.app.fixtures;
  const { user } = a.clients[0]!;
  const key = (await call('POST', '/developer/open-api/authenticate', a.owner, {})).body;
  const issued = await call('POST', '/v1/developer/sso/issue', null, {
    client_id: key.client_id,
    secret_key: key.secret_key,
    email: user.email,
    subdomain: 'localhost',
  });
  const { search } = new URL(issued.body.url);
  const page = await stage.open(`/sso${search}`, null);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: new RegExp(user.email.split('@')[0]!) }).waitFor();
  expect(new URL(page.url()).pathname).not.toBe('/sso');

  const again = await stage.open(`/sso${search}`, null);
  await again.getByRole('button', { name: 'Continue' }).click();
  const alert = again.getByRole('alert').filter({ hasText: 'Sorry!' });
  await alert.getByText('There is currently an update processing on the platform. Please wait five minutes and try again.').waitFor();
  expect(await stage.faults(again)).toEqual([]);
});

test('an operator drafts and previews a text, and shares a file, which an agency opens by its password', async () => {
  const { operator, b } = stage.app.fixtures;
  const page = await stage.open('/configuration/legal-documents', operator);
  const row = page.getByRole('row').filter({ hasText: 'Terms of Use' });
  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Edit English text' }).click();
  await page.getByLabel('HTML').fill('<p>Short rules of {operator_name}.</p><script>alert(1)</script>');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await row.getByText('Draft', { exact: true }).waitFor();
  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Preview English draft' }).click();
  await said(page, 'Short rules of Test Root.');
  await page.keyboard.press('Escape');
  expect(await stage.faults(page)).toEqual([]);

  await page.getByRole('tab', { name: 'Shared files' }).click();
  await page.getByRole('button', { name: 'Share a file' }).first().click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'rates.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 rates') });
  await page.getByLabel('Password', { exact: false }).first().fill('a long password');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('cell', { name: 'rates.pdf', exact: true }).waitFor();
  const { data } = (await stage.app.call('GET', '/api/agreements/files', operator)).body;

  const reader = await stage.open(`/download-auth/${data[0].id}`, b.owner);
  await reader.getByLabel('Password of the document').fill('wrong');
  await reader.getByRole('button', { name: 'Open' }).click();
  await said(reader, 'The address or the password is wrong.');
  await reader.getByLabel('Password of the document').fill('a long password');
  const saved = reader.waitForEvent('download');
  await reader.getByRole('button', { name: 'Open' }).click();
  expect((await saved).suggestedFilename()).toBe('rates.pdf');
});

test('no page complained', () => expect(stage.complaints).toEqual([]));
