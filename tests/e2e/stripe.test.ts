import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StripeServer } from '../../plugins/money/payments/fakes/stripe-server.ts';
import { useWallet } from '../support/use-wallet.ts';
import { agree, openStage, type Stage } from './support.ts';

/** Stripe's own script in the browser, as far as the product uses it; what it does it tells the server that stands for Stripe. */
const SCRIPT = `
  const tell = (what, body) => fetch('https://api.stripe.com/' + what, { method: 'POST', body: JSON.stringify(body) }).then((r) => r.json());
  window.Stripe = (key, { stripeAccount } = {}) => ({
    _registerWrapper() {},
    elements: () => ({
      create() {
        let changed;
        const field = document.createElement('button');
        field.type = 'button';
        field.textContent = 'Type a card number';
        field.onclick = () => changed({ complete: true });
        return { mount: (at) => at.append(field), destroy: () => field.remove(), on: (_, by) => { changed = by; } };
      },
    }),
    createPaymentMethod: () => tell('method', { key, account: stripeAccount ?? null }),
    confirmCardPayment: (secret) => tell('payment', { secret, account: stripeAccount ?? null }),
    confirmCardSetup: (secret) => tell('setup', { secret }),
  });`;

const stripe = new StripeServer();
let stage: Stage;
/** What the next card typed in is. */
let card = 'pm_card_visa';
let told: { what: string; account?: string | null; key?: string }[] = [];

beforeAll(async () => {
  await stripe.start();
  const keys = { secretKey: stripe.secretKey, publishableKey: 'pk_test_shown', webhookSecret: stripe.webhookSecret, apiBase: stripe.url };
  stage = await openStage({ services: { stripe: keys } });
  await useWallet(stage.app);
});
afterAll(async () => {
  await stage.close();
  await stripe.stop();
});

async function open(...of: Parameters<Stage['open']>): Promise<Page> {
  const [path, as, look] = of;
  const page = await stage.open('/login', null, look);
  const context = page.context();
  await context.route('https://js.stripe.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body: SCRIPT }));
  await context.route('https://api.stripe.com/**', async (route) => {
    const what = new URL(route.request().url()).pathname.slice(1);
    const body = route.request().postDataJSON() as { secret: string; account: string | null; key: string };
    told.push({ what, ...body });
    await route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: answerOf(what, body) });
  });
  const token = await stage.app.tokenOf(as!);
  await page.evaluate((t) => localStorage.setItem('token', t), token);
  await page.goto(stage.app.url + path);
  return page;
}

function answerOf(what: string, { secret, account }: { secret: string; account: string | null }): object {
  if (what === 'method') return { paymentMethod: { id: card } };
  if (what === 'setup') {
    stripe.confirmSetup(secret);
    return { setupIntent: { status: 'succeeded' } };
  }
  const intent = stripe.intents(account).find((i) => i.client_secret === secret);
  if (!intent) return { error: { message: 'No such payment_intent' } };
  stripe.confirm(intent.id, account);
  return { paymentIntent: { status: 'succeeded' } };
}

async function typeCard(page: Page, which: string): Promise<void> {
  card = which;
  await page.getByRole('button', { name: 'Change card' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Type a card number' }).click();
  await page.getByRole('button', { name: 'Save card' }).click();
}

test("an agency's card is taken by Stripe's field, asked about by the bank, kept, and confirms a top-up", async () => {
  const page = await open('/configuration/data-wallet', stage.app.fixtures.a.owner);
  await typeCard(page, 'pm_card_authenticationRequiredOnSetup');
  await page.getByText('The card ending in 3155 has been saved.').waitFor();
  await typeCard(page, 'pm_card_authenticationRequired');
  await page.getByText('The card ending in 3184 has been saved.').waitFor();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await agree(page);
  await page.getByText('Your wallet has been topped up by $250.00.').waitFor();
  expect(told.map(({ what, account }) => [what, account ?? null])).toEqual([
    ['method', null],
    ['setup', null],
    ['method', null],
    ['payment', null],
  ]);
  expect(stripe.intents().map(({ status, amount }) => [status, amount])).toEqual([['succeeded', 25_000]]);
});

test("a client's card is taken for the account of its agency", async () => {
  const { app } = stage;
  const { owner, clients, tenant } = app.fixtures.a;
  await app.call('POST', '/api/general/create-connected-account', owner);
  const { account } = (await app.kernel.platform('payments_account').where({ company_id: tenant.id }).first()) as { account: string };
  stripe.changeAccount(account, { details_submitted: true, charges_enabled: true, payouts_enabled: true });
  await app.call('POST', '/api/general/check-connected-account', owner);
  told = [];
  const page = await open('/user/card-setting', clients[0]!.user);
  await typeCard(page, 'pm_card_mastercard');
  await page.getByText('The card ending in 4444 has been saved.').waitFor();
  expect(told).toMatchObject([{ what: 'method', account, key: 'pk_test_shown' }]);
  expect(stage.complaints).toEqual([]);
});
