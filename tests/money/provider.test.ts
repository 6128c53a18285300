import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CARDS, StripeFixtures } from './stripe-fixtures.ts';
import { PREPAID, told, type WalletFixtures } from './wallet-fixtures.ts';

let at: StripeFixtures;
let fixtures: WalletFixtures;
beforeAll(async () => {
  at = await StripeFixtures.start();
  fixtures = at.fixtures;
});
afterAll(() => at.close());
afterEach(async () => {
  at.stripe.mischief = null;
  expect(await fixtures.breaches()).toEqual([]);
});

/** What a repeated click is told. */
const GONE = 'This top-up has already been reversed.';
const newest = async () => (await fixtures.topUps()).at(-1)!;
const wallet = async () =>
  (await fixtures.app.kernel.platform('wallet_state').where({ company_id: fixtures.a.tenant.id }).first()) as {
    stop_continual: boolean;
    failures: number;
  };
const giveBack = (operation_id: string, as = fixtures.app.fixtures.operator, company_id = fixtures.a.tenant.id) =>
  fixtures.app.call('POST', `${PREPAID}/reverse-direct-payment`, as, { body: { company_id, operation_id } });

test('a payment that the bank wants confirmed is credited when the provider says so, once', async () => {
  await fixtures.useCard(CARDS.asks);
  const answer = await fixtures.topUp();
  const topUp = await newest();
  const intent = at.intentOf(topUp.id);
  expect([answer.status, answer.body.confirm]).toMatchObject([402, { details: { operation: topUp.id, secret: intent.client_secret } }]);
  const summary = async () => (await fixtures.app.call('GET', '/api/wallet/summary', fixtures.a.owner)).body;
  expect(await summary()).toMatchObject({ needs_confirmation: 'T', balance_cents: 0 });
  await at.tell(at.stripe.confirm(intent.id), 5);
  expect(await fixtures.balance()).toBe(25_000);
  expect(await newest()).toMatchObject({ id: topUp.id, state: 'succeeded', reason: null });
  expect(await summary()).toMatchObject({ needs_confirmation: 'F' });
  await fixtures.useCard(CARDS.good);
});

test('the same when the wallet is topped up by itself: it stops, tells its owner why, and is credited when they confirmed', async () => {
  await fixtures.topUp({ stop_continual: 'F' });
  await fixtures.useCard(CARDS.asks);
  await fixtures.charge([{ wholesaleCents: (await fixtures.balance()) - 100 }]);
  await fixtures.app.settle();
  expect(await wallet()).toMatchObject({ stop_continual: true, failures: 1 });
  const mail = await fixtures.app.kernel
    .platform('core_mail')
    .where({ recipient: fixtures.a.owner.email })
    .orderBy('id', 'desc')
    .first('body');
  expect(mail.body).toContain('asks you to confirm this payment');
  await at.tell(at.stripe.confirm(at.intentOf((await newest()).id).id));
  expect(await fixtures.balance()).toBe(25_100);
  expect(await wallet()).toMatchObject({ failures: 0 });
  await fixtures.useCard(CARDS.good);
});

test('what the holder disputes is taken back at once, below nothing if need be; leads stop until it is made good', async () => {
  await fixtures.topUp({ amount: '500', stop_continual: 'F' });
  const topUp = await newest();
  await fixtures.charge([{ wholesaleCents: 60_000 }]);
  const before = await fixtures.balance();
  told.length = 0;
  await at.tell(at.stripe.dispute(at.intentOf(topUp.id).id), 3);
  expect(await fixtures.balance()).toBe(before - 50_000);
  expect(await wallet()).toMatchObject({ stop_continual: true });
  expect((await fixtures.charge([{ wholesaleCents: 1 }])).status).toBe(409);
  expect((await fixtures.sell(1, 1)).body).toEqual({ sold: 0 });
  expect(await giveBack(topUp.id)).toMatchObject({ status: 200, body: { message: GONE } });
  expect(await fixtures.balance()).toBe(before - 50_000);
  await fixtures.topUp({ amount: '1000' });
  await fixtures.app.settle();
  expect((await fixtures.sell(1, 1)).body).toEqual({ sold: 1 });
  expect(told.map((t) => t.event)).toEqual(['emptied', 'funded']);
  const { body } = await fixtures.app.call('GET', `${PREPAID}/prepaid-direct-payment/-/`, fixtures.a.owner);
  expect(body.transaction_history).toContainEqual(
    expect.objectContaining({ amount: '500.00', transaction_type: 'charge', subtype: 'chargeback' }),
  );
});

test('a dispute that is won puts the money back, once, and what is given back afterwards counts again', async () => {
  await fixtures.topUp({ amount: '500' });
  const topUp = await newest();
  const { id } = at.intentOf(topUp.id);
  const before = await fixtures.balance();
  await at.tell(at.stripe.dispute(id));
  expect(await fixtures.balance()).toBe(before - 50_000);
  const won = at.stripe.win(id);
  await at.tell(won, 4);
  await at.tell({ ...won, id: `${won.id}_again` }, 2);
  expect(await fixtures.balance()).toBe(before);
  const { body } = await fixtures.app.call('GET', `${PREPAID}/prepaid-direct-payment/-/`, fixtures.a.owner);
  expect(body.transaction_history).toContainEqual(
    expect.objectContaining({ amount: '500.00', transaction_type: 'topup', subtype: 'chargeback-won' }),
  );
  expect((await giveBack(topUp.id)).status).toBe(200);
  expect(await fixtures.balance()).toBe(before - 50_000);
});

test("parts given back on the provider's own pages are each taken off once, however they are told", async () => {
  await fixtures.topUp({ amount: '500' });
  const { id } = at.intentOf((await newest()).id);
  const before = await fixtures.balance();
  const [first, second] = [at.stripe.giveBack(id, 10_000), at.stripe.giveBack(id, 5_000)];
  await at.tell(second, 4);
  await at.tell(first, 4);
  expect(await fixtures.balance()).toBe(before - 15_000);
});

test('what went back before we knew of the payment is found together with it', async () => {
  at.stripe.mischief = 'drop-after';
  expect((await fixtures.topUp({ amount: '500' })).body.result).toBe('pending');
  at.stripe.mischief = null;
  const before = await fixtures.balance();
  await at.tell(at.stripe.giveBack(at.intentOf((await newest()).id).id, 20_000));
  await fixtures.app.settle();
  expect(await fixtures.balance()).toBe(before + 30_000);
});

test('the root gives back what is left of a top-up, once, and nobody else does', async () => {
  await fixtures.topUp({ amount: '500' });
  const topUp = await newest();
  const before = await fixtures.balance();
  await at.tell(at.stripe.giveBack(at.intentOf(topUp.id).id, 10_000));
  expect((await giveBack(topUp.id, fixtures.a.owner)).status).toBe(403);
  expect((await giveBack(topUp.id, fixtures.app.fixtures.operator, fixtures.b.tenant.id)).status).toBe(404);
  const answers = await Promise.all(Array.from({ length: 12 }, () => giveBack(topUp.id)));
  // Whoever comes while it is being done is refused; whoever comes after it is told so.
  expect(answers.filter((a) => a.status === 200 && a.body.message !== GONE)).toHaveLength(1);
  expect(answers.filter((a) => a.status !== 200 && a.status !== 409)).toEqual([]);
  expect(await fixtures.balance()).toBe(before - 50_000);
});

test('a refund whose answer was lost is given back once and noted when the provider is asked', async () => {
  await fixtures.topUp({ amount: '500' });
  const topUp = await newest();
  const before = await fixtures.balance();
  at.stripe.mischief = 'error-after';
  expect((await giveBack(topUp.id)).status).toBe(503);
  at.stripe.mischief = null;
  expect((await giveBack(topUp.id)).status).toBe(409);
  expect(await fixtures.balance()).toBe(before);
  await fixtures.app.kernel
    .platform('payments_refund')
    .where({ state: 'created' })
    .update({ created_at: new Date(Date.now() - 6 * 60_000) });
  await fixtures.app.settle();
  expect(await fixtures.balance()).toBe(before - 50_000);
  expect(await giveBack(topUp.id)).toMatchObject({ status: 200, body: { message: GONE } });
  expect(await fixtures.app.kernel.platform('payments_refund').where({ operation_id: topUp.id }).select('state', 'cents')).toEqual([
    { state: 'succeeded', cents: '50000' },
  ]);
});
