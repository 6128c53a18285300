import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignFor, connect, giveCard, leadsAt, lookAt, setActive } from '../../plugins/commerce/billing/billing-fixtures.fake.ts';
import { agree, openStage, type Stage } from './support.ts';

const DAY = 86_400_000;
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  const { app } = stage;
  const { a } = app.fixtures;
  for (const client of a.clients) {
    const campaign = await campaignFor(app, a, client, { PaymentTerm: 'Weekly', PlatformFee: '25' });
    await setActive(app, a, campaign);
    await leadsAt(app, client, campaign, [new Date(), new Date()]);
  }
  await lookAt(app, new Date(Date.now() + 8 * DAY));
  app.clockOffset = 0;
  await connect(app, a);
  for (const client of a.clients) await giveCard(app, client);
});
afterAll(() => stage.close());

test('a client opens an invoice, downloads it, and pays it', async () => {
  const client = stage.app.fixtures.a.clients[0]!;
  const page = await stage.open('/billing/invoices', client.user);
  page.setDefaultTimeout(10_000);
  await page.getByRole('heading', { name: 'Invoices' }).waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await page.getByRole('link', { name: /-000001$/ }).click();
  await page.waitForURL(/\/billing\/invoices\/[0-9a-f-]{36}$/);
  for (const text of ['Platform fee', '$25.00', '$4.00', '$29.00', 'Open']) await page.getByText(text).first().waitFor();
  expect(await stage.faults(page)).toEqual([]);

  const [pdf] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download PDF' }).click()]);
  expect(pdf.suggestedFilename()).toMatch(/^\d{4}-000001\.pdf$/);
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await page.getByRole('button', { name: 'Other formats' }).click();
  const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Download CSV' }).click()]);
  expect(await readFile(await csv.path(), 'utf8')).toContain('"Amount due","29.00"');

  await page.getByRole('button', { name: 'Pay now' }).click();
  await agree(page);
  await page.getByText('Thank you. The invoice is paid.').waitFor();
  await page.getByRole('button', { name: 'Pay now' }).waitFor({ state: 'detached' });
  expect(stage.complaints).toEqual([]);
});

test('an agency voids what nobody paid, and its client sees it', async () => {
  const { owner, clients } = stage.app.fixtures.a;
  const [, client] = clients;
  const page = await stage.open('/billing/invoices', owner);
  const row = page.getByRole('row').filter({ hasText: client!.tenant.name });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Void invoice' }).click();
  expect(await stage.faults(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Void invoice' }).click();
  await row.getByText('Void', { exact: true }).waitFor();
  const seen = await stage.open('/billing/invoices', client!.user, { width: 400, scheme: 'dark', locale: 'ar' });

  await seen.getByText('ملغاة').filter({ visible: true }).first().waitFor();
  expect(await stage.faults(seen)).toEqual([]);
});

test('an agency chooses the zone that it bills in', async () => {
  const page = await stage.open('/configuration/billing', stage.app.fixtures.a.owner);
  await page.getByRole('tab', { name: 'Time zone' }).click();
  const zone = page.getByRole('combobox', { name: /^Billing time zone/ });
  await zone.click();
  await zone.fill('Denver');
  await page.getByRole('option', { name: 'America/Denver' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText(/America\/Denver/)
    .first()
    .waitFor();
  expect(await stage.faults(page)).toEqual([]);
  expect(stage.complaints).toEqual([]);
});

test('an agency refunds a card in part, which the invoice and its client show', async () => {
  const { owner, clients } = stage.app.fixtures.a;
  const page = await stage.open('/billing/invoices', owner);
  await page.getByRole('link', { name: /-000001$/ }).click();
  await page.getByRole('button', { name: 'Money' }).click();
  await page.getByRole('menuitem', { name: 'Refund to card' }).click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByRole('textbox', { name: /^Amount/ });
  await expect.poll(() => amount.inputValue()).toBe('29');
  await amount.fill('4.00');
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Wrong people');
  expect(await stage.faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByText('$4.00 of invoice', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'Refund $4.00' }).click();
  await page
    .getByText(/has been refunded to Visa ending in 4242/)
    .first()
    .waitFor();
  const seen = await stage.open('/billing/invoices', clients[0]!.user, { width: 400 });
  await seen
    .getByRole('link', { name: /-000001$/ })
    .filter({ visible: true })
    .click();
  await seen.getByText('Refund', { exact: true }).filter({ visible: true }).first().waitFor();
  expect(await stage.faults(seen)).toEqual([]);
});

test('billing is one section for an agency and for a client, and both state how they stand on invoices', async () => {
  const { owner, clients } = stage.app.fixtures.a;
  const entries = async (path: string, as: typeof owner) => {
    const page = await stage.open(path, as);
    const menu = page.getByRole('navigation').first();
    await menu.getByText('Billing', { exact: true }).first().waitFor();
    return page;
  };
  const page = await entries('/billing', owner);
  for (const name of ['Overview', 'Invoices', 'Platform charges', 'Billing settings'])
    await page.getByRole('link', { name, exact: true }).first().waitFor();
  await page.getByText(/Your invoices show only your name/).waitFor();
  await page.goto(`${page.url().replace(/\/billing.*/, '')}/configuration/billing`);
  await page.getByRole('textbox', { name: /^Street address/ }).fill('1 Pier Road');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The billing details have been saved.', { exact: false }).first().waitFor();
  expect(await stage.faults(page)).toEqual([]);
  const client = await entries('/billing/spend', clients[0]!.user);
  for (const name of ['Spend', 'Invoices', 'Statements', 'Billing details'])
    await client.getByRole('link', { name, exact: true }).first().waitFor();
  expect(await stage.faults(client)).toEqual([]);
  expect(stage.complaints).toEqual([]);
});
