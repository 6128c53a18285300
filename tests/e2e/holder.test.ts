import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgencyFixtures } from '../../core/testing/fixtures.ts';
import { ArrearsFixtures } from '../support/arrears-fixtures.ts';
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

const balance = async (): Promise<number> =>
  (await stage.app.call('GET', '/api/wallet/summary', stage.app.fixtures.a.owner)).body.balance_cents;
const bank = (at = page) => at.getByRole('dialog', { name: 'Confirm with your bank' });
const said = (text: string, at = page): Promise<void> => at.getByText(text).first().waitFor({ timeout: 10_000 });

async function saveCard(name: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Change card' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel(/^Card/).click();
  await page.getByRole('option', { name }).click();
  await form.getByRole('button', { name: 'Save card' }).click();
}

test('a card that the bank asks about is kept when its holder confirms, and not when they refuse', async () => {
  await saveCard(/^3155/);
  await bank().getByText('Please confirm that it can be saved').waitFor();
  await page.keyboard.press('Escape');
  await said('Your bank did not get your confirmation. The card was not saved.');
  await page.getByRole('button', { name: 'Save card' }).click();
  await bank().waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await bank().getByRole('button', { name: 'Confirm' }).click();
  await said('The card ending in 3155 has been saved.');
});

test('a top-up that the bank asks about is paid when its holder confirms; refused, it waits for them', async () => {
  await saveCard(/^3184/);
  await said('The card ending in 3184 has been saved.');
  await page.getByRole('button', { name: 'Pay now' }).click();
  await agree(page);
  await bank().getByRole('button', { name: 'Decline' }).click();
  await said('Your bank did not get your confirmation. You were not charged.');
  expect(await balance()).toBe(0);
  await page.reload();
  await page.getByRole('button', { name: 'Confirm with your bank' }).click();
  await bank().getByRole('button', { name: 'Confirm' }).click();
  await said('Your wallet has been topped up by $250.00.');
  await page.getByRole('button', { name: 'Confirm with your bank' }).waitFor({ state: 'detached' });
  expect(await balance()).toBe(25_000);
});

/** A client whose invoice its card did not pay. Answers its campaign. */
async function owing(fixtures: ArrearsFixtures, client: AgencyFixtures['clients'][number]): Promise<number> {
  await fixtures.card(client.tenant, 'declined');
  const campaign = await fixtures.campaign(client, 'Shop');
  await fixtures.setActive(campaign);
  await fixtures.bill(client);
  return campaign;
}

test('a client that owes repairs that on Card Setting with a card that the bank asks about', async () => {
  const [, client] = stage.app.fixtures.b.clients;
  const fixtures = new ArrearsFixtures(stage.app, stage.app.fixtures.b);
  await fixtures.connect();
  const campaign = await owing(fixtures, client!);
  const at = await stage.open('/user/card-setting', client!.user);
  await at.getByRole('button', { name: 'Use another card' }).click();
  await at.getByRole('dialog').getByLabel(/^Card/).click();
  await at.getByRole('option', { name: /^3184/ }).click();
  await at.getByRole('dialog').getByRole('button', { name: 'Save and pay' }).click();
  await agree(at);
  await bank(at).getByRole('button', { name: 'Confirm' }).click();
  await at.waitForURL((url) => !url.pathname.includes('card-setting'));
  expect(await fixtures.stateOf(campaign)).toBe('active');
});

test('whoever opens a payment link confirms without signing in', async () => {
  const fixtures = new ArrearsFixtures(stage.app, stage.app.fixtures.b);
  const [client] = stage.app.fixtures.b.clients as [AgencyFixtures['clients'][number]];
  const campaign = await owing(fixtures, client);
  const at = await stage.open(`/pay/${await fixtures.link(client.user)}`, null, { width: 400, scheme: 'dark' });
  await at.getByRole('button', { name: 'Pay with another card' }).click();
  await at.getByRole('dialog').getByLabel(/^Card/).click();
  await at.getByRole('option', { name: /^3184/ }).click();
  await at.getByRole('dialog').getByRole('button', { name: 'Pay now' }).click();
  await agree(at);
  await bank(at).waitFor();
  expect(await stage.faults(at)).toEqual([]);
  await bank(at).getByRole('button', { name: 'Confirm' }).click();
  await said('Thank you. The payment succeeded.', at);
  expect(await fixtures.stateOf(campaign)).toBe('active');
  expect(stage.complaints).toEqual([]);
});
