import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSystem } from '../../core/boot/as-system.ts';
import { Switches } from '../../core/contract.ts';
import { setPassword } from '../../plugins/foundation/accounts/accounts.store.ts';
import { hashPassword } from '../../plugins/foundation/accounts/password.ts';
import { agree, openStage, type Stage } from './support.ts';

const PASSWORD = 'four quite unrelated words';
let stage: Stage;
let receiver: Server;
let hook: string;
let received = 0;
let answer = 200;

beforeAll(async () => {
  receiver = createServer((_request, response) => {
    received += 1;
    response.writeHead(answer).end('thank you');
  });
  await new Promise<void>((resolve) => void receiver.listen(0, 'localhost', resolve));
  const { port } = receiver.address() as AddressInfo;
  hook = `http://localhost:${port}/hook`;
  stage = await openStage({ egressAllow: [`localhost:${port}`] });
  const { app } = stage;
  const { a, operator } = app.fixtures;
  const hash = await hashPassword(PASSWORD);
  for (const p of [a.owner, a.clients[0]!.user, operator])
    await setPassword(app.kernel.platform, { id: p.id, companyId: p.tenant.id }, hash);
  await asSystem(app.kernel, app.fixtures.root, (ctx) => ctx.use(Switches).grant(a.tenant, 'wallet.data_wallet', true));
  await app.call('POST', '/api/configuration/agencies/manual-bill', operator, { body: { companyID: a.tenant.id, manualBill: 'T' } });
  await app.call('PUT', '/api/payment/card', a.owner, { body: { tokenid: 'approved' } });
  delete a.owner.token; // the password is set anew below, which ends sessions
  await app.kernel.features.refresh();
});
afterAll(async () => {
  await stage.close();
  receiver.close();
});

const said = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor({ timeout: 10_000 });
const mailTo = async (email: string): Promise<string> => {
  await stage.app.settle();
  return (await stage.app.kernel.platform('core_mail').where({ recipient: email }).orderBy('id', 'desc').first('body')).body as string;
};

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('login: a wrong password is said in place, the right one leads to the landing page', async () => {
  const { owner } = stage.app.fixtures.a;
  const page = await stage.open('/siteid/dashboard', null);
  await page.waitForURL('**/login*');
  await signIn(page, owner.email, 'not the right password');
  await said(page, 'The e-mail or password is wrong.');
  await signIn(page, owner.email, PASSWORD);
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
});

test('login with a code by mail', async () => {
  const { user } = stage.app.fixtures.a.clients[0]!;
  await stage.app.kernel.platform('accounts_credential').where({ account_id: user.id }).update({ second_factor: 'email' });
  const page = await stage.open('/login', null);
  await signIn(page, user.email, PASSWORD);
  await page.waitForURL('**/verify-login*');
  const code = /\b(\d{6})\b/.exec(await mailTo(user.email))![1]!;
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await stage.app.kernel.platform('accounts_credential').where({ account_id: user.id }).update({ second_factor: 'none' });
});

test('a forgotten password is set by the mailed link', async () => {
  const { owner } = stage.app.fixtures.a;
  const page = await stage.open('/forgot-password', null);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect.poll(() => mailTo(owner.email), { timeout: 5_000 }).toMatch(/reset-password/);
  const path = /(\/reset-password\?token=[\w-]+)/.exec(await mailTo(owner.email))![1]!;
  await page.goto(stage.app.url + path);
  await page.getByLabel('New password').fill('another four unrelated words');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.waitForURL('**/login*');
  await signIn(page, owner.email, 'another four unrelated words');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
});

test('registration makes a client who can sign in', async () => {
  const page = await stage.open('/register', null);
  await page.getByLabel('Company name').fill('New Harbor');
  await page.getByLabel('Full name').fill('Nora New');
  await page.getByLabel('E-mail').fill('nora@new.example');
  await page.getByLabel('Password', { exact: false }).first().fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/verify-login*');
  const code = /code is (\d{6})/.exec(await mailTo('nora@new.example'))![1]!;
  await page.getByLabel('Code').first().fill(code);
  await page.getByRole('button', { name: 'Continue' }).first().click();
  await page.getByText('New Harbor').first().waitFor();
});

test('agency list: root adds an agency and switches a module of another off and on', async () => {
  const page = await stage.open('/', stage.app.fixtures.operator);
  await page.getByRole('heading', { level: 1, name: 'Agency List' }).waitFor();
  await page.getByRole('button', { name: 'Add agency' }).click();
  const form = page.getByRole('region', { name: 'Add agency' });
  await form.getByLabel('Company name').fill('Fresh Leads');
  await form.getByLabel('Full name').fill('Fay Fresh');
  await form.getByLabel(/^E-mail/).fill('fay@fresh.example');
  await form.getByLabel('Phone number').fill('(312) 555-0142');
  await form.getByLabel('Subdomain').fill('fresh');
  await form.getByRole('button', { name: 'Add and invite' }).click();
  await page.getByRole('cell', { name: 'Fresh Leads', exact: true }).waitFor();

  const row = page.getByRole('row').filter({ hasText: 'Agency A' });
  await row.getByRole('button').first().click();
  await page.getByRole('tab', { name: 'Modules and beta features' }).click();
  const site = page.getByRole('switch', { name: /Site ID/ });
  await site.waitFor();
  expect(await site.isChecked()).toBe(true);
  const statusOfPage = async (): Promise<number> =>
    (await stage.app.call('GET', '/api/ui/pages/site-id.campaigns', stage.app.fixtures.a.owner)).status;
  await site.click({ force: true });
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off Site ID' }).click();
  await expect.poll(statusOfPage, { timeout: 3_000 }).toBe(404);
  await site.click({ force: true });
  await expect.poll(statusOfPage, { timeout: 3_000 }).toBe(200);
});

test('client management: an agency adds a client and renames it', async () => {
  const page = await stage.open('/configuration/client-management', stage.app.fixtures.a.owner);
  await page
    .getByRole('button', { name: /add client/i })
    .first()
    .click();
  const form = page.getByRole('region', { name: /add client/i });
  await form.getByLabel('Company name').fill('Pier Bakery');
  await form.getByLabel('Full name').fill('Pat Pier');
  await form.getByLabel(/^E-mail/).fill('pat@pier.example');
  await form
    .getByRole('button', { name: /add|create/i })
    .last()
    .click();
  const row = page.getByRole('row').filter({ hasText: 'Pier Bakery' });
  await row.waitFor();
  await row.getByRole('button').first().click();
  await page.getByLabel('Company name').fill('Pier Bread');
  await page.getByRole('textbox', { name: 'Phone number' }).fill('(312) 555-0142');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'Pier Bread', exact: true }).waitFor();
});

test('exclusion list: an address is added, found only by itself, and taken off', async () => {
  const page = await stage.open('/exclusion-list', stage.app.fixtures.a.clients[0]!.user);
  await page.getByRole('button', { name: 'Add entry' }).first().click();
  await page.getByRole('dialog').getByRole('textbox').first().fill('Jane.Doe@example.com');
  await page.getByRole('dialog').getByRole('button', { name: /add/i }).last().click();
  await page
    .getByText(/j\*+@example\.com/i)
    .first()
    .waitFor();
});

test('integrations: a webhook is connected, tested and shows the literal answer', async () => {
  const page = await stage.open('/integrations', stage.app.fixtures.a.clients[1]!.user);
  await page.getByRole('listitem').filter({ hasText: 'Webhook' }).getByRole('button', { name: 'Connect' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel(/address|url/i).fill(hook);
  await drawer.getByRole('button', { name: 'Connect' }).click();
  await page.waitForURL('**/integrations/*');
  await page.getByText('Not tested yet').first().waitFor();
  const sendTest = async () => {
    await page.getByRole('button', { name: 'Send test' }).first().click();
    await page.getByRole('dialog').getByText('test.lead@example.com').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Send test lead' }).click();
  };
  await sendTest();
  await said(page, /thank you|HTTP 200/);
  expect(received).toBeGreaterThan(0);
  await page.getByText('Working').first().waitFor();
  answer = 401;
  await sendTest();
  await said(page, /was not accepted: HTTP 401/);
  await page.getByText('Reconnect needed').first().waitFor();
  expect(await page.getByText('Working').count()).toBe(0);
  answer = 200;
  await page.goto(`${stage.app.url}/integrations`);
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await said(page, 'The connection has been saved.');
});

test('data wallet: a top-up by the sandbox card raises the balance', async () => {
  const page = await stage.open('/configuration/data-wallet', stage.app.fixtures.a.owner);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await agree(page);
  await said(page, 'Your wallet has been topped up by $250.00.');
  const { body } = await stage.app.call('GET', '/api/wallet/summary', stage.app.fixtures.a.owner);
  expect(body).toMatchObject({ balance_cents: 25_000 });
});

test('an agency host shows its own brand and lets only its own people in', async () => {
  const port = new URL(stage.app.url).port;
  const page = await stage.open('/login', null);
  await page.goto(`http://a.localhost:${port}/login`);
  await page.getByText('Agency A').first().waitFor();
  expect(await page.content()).not.toContain('Agency B');
});

test('the browser had nothing to complain about', () => expect(stage.complaints).toEqual([]));
