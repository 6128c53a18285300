import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as make from '../fakes/stripe-objects.ts';
import { StripeServer } from '../fakes/stripe-server.ts';
import type { ChargeRequest, PaymentGateway } from './gateway.ts';
import { stripeGateway } from './stripe.ts';

let server: StripeServer;
let gateway: PaymentGateway;
let customer: string;

beforeAll(async () => {
  server = await new StripeServer().start();
  gateway = stripeGateway({ secretKey: server.secretKey, webhookSecret: server.webhookSecret, apiBase: server.url });
});
afterAll(() => server.stop());
beforeEach(async () => {
  customer = await newCustomer();
});

const newCustomer = (account: string | null = null) =>
  gateway.saveCustomer({ idempotencyKey: randomUUID(), companyId: 7, name: 'Harbor Coffee', email: 'pay@harbor.example', account });
const saveCard = (token: string, of = customer, account: string | null = null) =>
  gateway.saveCard({ idempotencyKey: randomUUID(), customer: of, token, account });
const request = (more: Partial<ChargeRequest> = {}): ChargeRequest => ({
  operationId: randomUUID(),
  idempotencyKey: randomUUID(),
  amountCents: 25_000,
  feeCents: 0,
  customer,
  card: 'pm_card_visa',
  account: null,
  description: 'Top-up 1',
  ...more,
});
const find = ({ operationId, customer: of, account }: ChargeRequest) =>
  gateway.find({ operationId, customer: of, account, since: new Date() });

describe('a card', () => {
  test('is kept and charged', async () => {
    expect(await saveCard('pm_card_visa')).toEqual({
      status: 'saved',
      card: { id: 'pm_card_visa', brand: 'visa', last4: '4242', expMonth: 8, expYear: 2034 },
    });
    const wanted = request();
    const outcome = await gateway.charge(wanted);
    expect(outcome).toEqual({ status: 'succeeded', paymentId: expect.stringMatching(/^pi_/) });
    expect(await find(wanted)).toEqual(outcome);
  });

  test('that is refused at once is not kept', async () => {
    expect(await saveCard('pm_card_visa_chargeDeclined')).toEqual({ status: 'declined', reason: 'declined' });
    expect(await gateway.charge(request({ card: 'pm_card_visa_chargeDeclined' }))).toEqual({
      status: 'failed',
      reason: 'declined_for_good',
    });
  });

  test.for([
    ['pm_card_chargeCustomerFail', 'declined'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'declined_for_good'],
    ['pm_card_authenticationRequired', 'authentication_required'],
  ] as const)('%s answers %s, when charged and when asked later', async ([card, reason]) => {
    await saveCard(card);
    const wanted = request({ card });
    expect(await gateway.charge(wanted)).toMatchObject({ status: 'failed', reason });
    expect(await find(wanted)).toMatchObject({ status: 'failed', reason });
  });
});

describe('a charge', () => {
  beforeEach(async () => void (await saveCard('pm_card_visa')));

  test('is made once, however often its key comes', async () => {
    const wanted = request();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => gateway.charge(wanted)));
    expect(new Set(outcomes.map((o) => JSON.stringify(o))).size).toBe(1);
    expect(server.intents().filter((i) => i.metadata['operation_id'] === wanted.operationId)).toHaveLength(1);
  });

  test('whose answer is lost throws, and is found by its operation', async () => {
    for (const mischief of ['drop-after', 'error-after'] as const) {
      const wanted = request();
      server.mischief = mischief;
      await expect(gateway.charge(wanted)).rejects.toThrow();
      server.mischief = null;
      expect(await find(wanted)).toMatchObject({ status: 'succeeded' });
    }
  });

  test('that never arrived is found nowhere', async () => {
    for (const mischief of ['drop-before', 'conflict'] as const) {
      const wanted = request();
      server.mischief = mischief;
      await expect(gateway.charge(wanted)).rejects.toThrow();
      server.mischief = null;
      expect(await find(wanted)).toBeNull();
    }
  });

  test('of a key that stood for another amount is refused', async () => {
    const wanted = request();
    await gateway.charge(wanted);
    await expect(gateway.charge({ ...wanted, amountCents: 1_000 })).rejects.toThrow(/same parameters/);
  });

  test('that waits for its holder can be withdrawn, and one that they confirmed cannot', async () => {
    await saveCard('pm_card_authenticationRequired');
    const withdraw = (of: ChargeRequest) => gateway.withdraw({ operationId: of.operationId, customer, account: null, since: new Date() });
    const [first, second] = [request({ card: 'pm_card_authenticationRequired' }), request({ card: 'pm_card_authenticationRequired' })];
    for (const wanted of [first, second]) expect(await gateway.charge(wanted)).toMatchObject({ reason: 'authentication_required' });
    const gone = await withdraw(first);
    expect(gone).toMatchObject({ status: 'failed' });
    expect(gone).not.toHaveProperty('clientSecret');
    server.confirm(server.intents().find((i) => i.metadata['operation_id'] === second.operationId)!.id);
    expect(await withdraw(second)).toMatchObject({ status: 'succeeded' });
    expect(await withdraw(request())).toBeNull();
  });

  test('is found among more than one page of them', async () => {
    const first = request();
    await gateway.charge(first);
    for (let n = 0; n < 101; n += 1) await gateway.charge(request());
    expect(await find(first)).toMatchObject({ status: 'succeeded' });
  });

  test('goes back in part, once for each operation and never beyond what was paid', async () => {
    const paid = await gateway.charge(request());
    const paymentId = paid.status === 'succeeded' ? paid.paymentId : '';
    const wanted = { operationId: randomUUID(), idempotencyKey: randomUUID(), paymentId, amountCents: 10_000, account: null };
    const refunded = await gateway.refund(wanted);
    expect(refunded).toEqual({ status: 'succeeded', refundId: expect.stringMatching(/^re_/) });
    expect(await gateway.refund(wanted)).toEqual(refunded);
    expect(await gateway.findRefund(wanted)).toEqual(refunded);
    await expect(gateway.refund({ ...wanted, operationId: 'x', idempotencyKey: randomUUID(), amountCents: 15_001 })).rejects.toThrow();
    expect(await gateway.findRefund({ ...wanted, operationId: 'x' })).toBeNull();
  });
});

describe('a definite refusal', () => {
  test('of a card that is not known is no open question', async () => {
    await expect(saveCard('pm_nobody')).rejects.toMatchObject({ name: 'Error', about: 'card' });
    expect(await gateway.charge(request({ card: 'pm_nobody' }))).toEqual({ status: 'failed', reason: 'declined_for_good' });
    await saveCard('pm_card_visa');
    const tooLittle = request({ amountCents: 49 });
    expect(await gateway.charge(tooLittle)).toEqual({ status: 'failed', reason: 'refused' });
    expect(await find(tooLittle)).toBeNull();
  });

  test('by a bare 402 is a decline', async () => {
    await saveCard('pm_card_visa');
    server.mischief = 'bare-402';
    expect(await gateway.charge(request())).toEqual({ status: 'failed', reason: 'declined' });
    expect(await saveCard('pm_card_visa__again')).toEqual({ status: 'declined', reason: 'declined' });
    server.mischief = null;
  });

  test('of our keys says nothing of a payment, and is told apart where a card is kept', async () => {
    await saveCard('pm_card_visa');
    server.mischief = 'unauthorized';
    await expect(gateway.charge(request())).rejects.toThrow(/Invalid API Key/);
    await expect(saveCard('pm_card_visa__again')).rejects.toMatchObject({ about: 'keys' });
    server.mischief = null;
  });

  test('of a second refund names no new one', async () => {
    await saveCard('pm_card_visa');
    const paid = await gateway.charge(request());
    const refund = () =>
      gateway.refund({
        operationId: randomUUID(),
        idempotencyKey: randomUUID(),
        paymentId: paid.status === 'succeeded' ? paid.paymentId : '',
        amountCents: 25_000,
        account: null,
      });
    await refund();
    await expect(refund()).rejects.toMatchObject({ about: 'request' });
  });
});

describe('a connected account', () => {
  const states = {
    submitted: { details_submitted: true },
    open: { details_submitted: true, charges_enabled: true, payouts_enabled: true },
  };

  test('goes from pending over verification to completed, or fails', async () => {
    const id = await gateway.openAccount({ idempotencyKey: randomUUID(), companyId: 3, email: 'owner@agency.example' });
    expect(await gateway.account(id)).toMatchObject({ status: 'pending', requirements: expect.arrayContaining(['external_account']) });
    expect(await gateway.accountLink(id, { returnUrl: 'https://a.example/', refreshUrl: 'https://a.example/' })).toContain(id);
    const due = server.accounts.get(id)!.requirements!;
    server.changeAccount(id, { ...states.submitted, requirements: { ...due, disabled_reason: 'requirements.pending_verification' } });
    expect(await gateway.account(id)).toMatchObject({ status: 'inverification' });
    server.changeAccount(id, { ...states.open, requirements: { ...due, disabled_reason: null, currently_due: [] } });
    expect(await gateway.account(id)).toMatchObject({ status: 'completed', requirements: [] });
    const rejected = { ...due, disabled_reason: 'rejected.fraud' as const };
    server.changeAccount(id, { charges_enabled: false, requirements: rejected });
    expect(await gateway.account(id)).toMatchObject({ status: 'failed' });
  });

  test("takes its clients' money directly and leaves the platform its fee", async () => {
    const account = await gateway.openAccount({ idempotencyKey: randomUUID(), companyId: 3, email: 'owner@agency.example' });
    const of = await newCustomer(account);
    await saveCard('pm_card_visa', of, account);
    const wanted = request({ customer: of, account, amountCents: 9_900, feeCents: 1_200 });
    expect(await gateway.charge(wanted)).toMatchObject({ status: 'succeeded' });
    expect(server.intents(account)).toMatchObject([{ amount: 9_900, application_fee_amount: 1_200 }]);
    // The platform's own customers are nobody there.
    expect(await gateway.charge({ ...wanted, idempotencyKey: randomUUID(), customer })).toMatchObject({ status: 'failed' });
  });
});

test('a coupon counts while it is valid', async () => {
  server.coupons.set('TENOFF', make.coupon({ id: 'TENOFF', amount_off: null, percent_off: 10, valid: true }));
  server.coupons.set('OLD', make.coupon({ id: 'OLD', amount_off: 500, percent_off: null, valid: false }));
  expect(await gateway.coupon('TENOFF')).toEqual({ id: 'TENOFF', percentOff: 10, amountOffCents: null });
  expect([await gateway.coupon('OLD'), await gateway.coupon('NONE')]).toEqual([null, null]);
});

describe('an event', () => {
  const happened = () => make.event('account.updated', { id: 'acct_1', object: 'account' }, 'acct_1');

  test('is read when the provider signed it', () => {
    const event = happened();
    const { body, signature } = server.signed(event);
    expect(gateway.event(Buffer.from(body), signature)).toEqual({
      id: event.id,
      type: 'account.updated',
      createdAt: new Date(event.created * 1000),
      live: false,
      account: 'acct_1',
      objectId: 'acct_1',
      paymentId: null,
      operationId: null,
    });
  });

  test.for([
    ['unsigned', () => ({ ...server.signed(happened()), signature: '' })],
    ['signed by somebody else', () => server.signed(happened(), 'whsec_other')],
    ['an hour old', () => server.signed(happened(), server.webhookSecret, Math.floor(Date.now() / 1000) - 3600)],
    ['altered', () => ({ ...server.signed(happened()), body: JSON.stringify(happened()) })],
  ] as const)("%s is nobody's", ([, send]) => {
    const { body, signature } = send();
    expect(gateway.event(Buffer.from(body), signature)).toBeNull();
  });
});
