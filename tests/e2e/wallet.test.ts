import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Wallet } from '../../plugins/commerce/wallet/contract.ts';
import { verifyStatement } from '../../scripts/verify-statement.ts';
import { useWallet } from '../support/use-wallet.ts';
import { agree, openStage, type Stage } from './support.ts';

let stage: Stage;
let page: Page;
beforeAll(async () => {
  stage = await openStage();
  await useWallet(stage.app);
  page = await stage.open('/configuration/data-wallet', stage.app.fixtures.a.owner);
});
afterAll(() => stage.close());

const said = (text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor({ timeout: 10_000 });
const balance = async (): Promise<number> =>
  (await stage.app.call('GET', '/api/wallet/summary', stage.app.fixtures.a.owner)).body.balance_cents;
/** The agency's clients get leads worth so much. */
async function sell(cents: number): Promise<void> {
  const { tenant, clients } = stage.app.fixtures.a;
  const lead = { leadId: randomUUID(), campaignId: 1, companyId: clients[0]!.tenant.id, retailCents: 200, wholesaleCents: cents };
  await stage.app.inside(tenant, 'wallet', (ctx) => ctx.use(Wallet).chargeLeads(tenant.id, [lead]));
}
async function chooseCard(name: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Change card' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Card/).click();
  await page.getByRole('option', { name }).click();
  await dialog.getByRole('button', { name: 'Save card' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('a wallet without a card asks for one; the one that is kept pays for a top-up', async () => {
  await said('You have no card on file.');
  await chooseCard(/^4242/);
  await page.getByText('You have no card on file.').waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Top-up amount' }).click();
  await page.getByRole('option', { name: '$500', exact: true }).click();
  await page.getByLabel(/^On: buy this amount again/).check();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await agree(page);
  await said('Your wallet has been topped up by $500.00.');
  expect(await balance()).toBe(50_000);
});

test('when less than a tenth is left it is topped up by itself, and the open page shows it', async () => {
  await sell(46_000);
  await page.getByRole('cell', { name: 'Auto top-up' }).waitFor();
  await said('$540.00');
  expect(await balance()).toBe(54_000);
});

test('a declined card is said in place, and one that the bank wants confirmed stays said', async () => {
  await chooseCard(/^0341/);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await agree(page);
  await said('Your card was declined. Please try again later or use another card.');
  await chooseCard(/^3184/);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await agree(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await page.reload();
  await said('Your bank asks you to confirm this payment');
  expect(await balance()).toBe(54_000);
  expect(await stage.faults(page)).toEqual([]);
});

test('a statement of the month is downloaded, and its lines hang together', async () => {
  await stage.go(page, '/configuration/statements');
  await said('Statements of your data wallet.');
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download statement' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(verifyStatement(text)).toMatchObject({ sound: true });
  expect(text).toContain('"-460.00","40.00"');
  expect(verifyStatement(text.replace('-460.00', '-4.60'))).toMatchObject({ sound: false });
  expect(await stage.faults(page)).toEqual([]);
  expect(stage.complaints).toEqual([]);
});
