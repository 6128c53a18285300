import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignFor, connect, giveCard, leadsAt, lookAt, setActive } from '../../plugins/billing/billing-world.fake.ts';
import { openStage, type Stage } from './support.ts';

const DAY = 86_400_000;
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  const { app } = stage;
  const { a } = app.world;
  const client = a.clients[0]!;
  const campaign = await campaignFor(app, a, client, { PaymentTerm: 'Weekly', PlatformFee: '25' });
  await setActive(app, a, campaign);
  await leadsAt(app, client, campaign, [new Date(), new Date()]);
  await lookAt(app, new Date(Date.now() + 8 * DAY), [a]);
  app.clockOffset = 0;
  await connect(app, a);
  await giveCard(app, client);
});
afterAll(() => stage.close());

test('a client opens an invoice, downloads it, and pays it', async () => {
  const client = stage.app.world.a.clients[0]!;
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
  const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()]);
  expect(await readFile(await csv.path(), 'utf8')).toContain('"Amount due","29.00"');

  await page.getByRole('button', { name: 'Pay now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay now' }).click();
  await page.getByText('Thank you, the invoice is paid.').waitFor();
  await page.getByText('Paid', { exact: true }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Pay now' }).count()).toBe(0);
  expect(stage.complaints).toEqual([]);
});
