import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tenant } from '../../../core/contract.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { Payments } from './contract.ts';
import { closeShops, openShops, type Shops, stumbling } from './shop.fake.ts';
import * as make from './fakes/stripe-objects.ts';
import { StripeServer } from './fakes/stripe-server.ts';
import { stripeOf } from './provider.ts';
import { send } from './operations.service.ts';
import { requestOf, type Stored } from './operations.store.ts';
import plugin from './index.ts';

conformance(plugin);

const settled: string[] = [];
const stripe = new StripeServer();
let apps: Shops;
beforeAll(async () => {
  apps = await openShops(stripe, settled);
  stripe.webhookUrl = `${apps.stripe.url}/webhooks/stripe`;
});
afterAll(() => closeShops(apps, stripe));

const TOKENS = {
  stripe: {
    good: 'pm_card_visa',
    bad: 'pm_card_chargeCustomerFail',
    dead: 'pm_card_visa_chargeDeclinedStolenCard',
    refused: 'pm_card_visa_chargeDeclined',
  },
  sandbox: { good: 'approved', bad: 'declined', dead: 'declined_for_good', refused: 'refused' },
};
const saveCard = (app: TestApp, who: Person, tokenid: string) => app.call('PUT', '/api/payment/card', who, { body: { tokenid } });
const pay = async (app: TestApp, payer: Tenant, subject: string, cents = 25_000) => {
  const agency = app.fixtures.a.tenant;
  const { id } = await app.inside(agency, 'shop', (ctx) =>
    ctx
      .use(Payments)
      .begin(payer, { kind: 'shop.order', subject, amountCents: cents, feeCents: payer.kind === 'client' ? 100 : 0, description: subject }),
  );
  await app.settle();
  return app.inside(agency, 'shop', (ctx) => ctx.use(Payments).find(id));
};

describe.each(['stripe', 'sandbox'] as const)('over %s', (name) => {
  const tokens = TOKENS[name];
  const app = () => apps[name];
  const order = (n: string) => `${name}-${n}`;

  test('an agency keeps a card, is charged once for a subject, and gets part of it back', async () => {
    const { owner, tenant } = app().fixtures.a;
    expect((await app().call('GET', '/api/payment/card', owner)).body.state).toBe('none');
    expect((await saveCard(app(), owner, tokens.good)).body).toMatchObject({ result: 'success', last4: '4242' });
    const { body: user } = await app().call('GET', '/api/user', owner);
    expect(user).toMatchObject({ customer_card_id: expect.stringMatching(/\S/), charges_enabled: false, payouts_enabled: false });
    const [node] = (await app().call('GET', '/api/agencies?search=Agency A', app().fixtures.operator)).body.data;
    expect(node.customer_payment_id).toMatch(/\S/);
    const { body: info } = await app().call('POST', '/api/getdomainorsubinfo', null, { body: { domainorsub: 'localhost' } });
    expect(info.params.sppubkey).toBe(name === 'stripe' ? 'pk_test' : null);
    const first = await pay(app(), tenant, order('1'));
    expect(first).toMatchObject({ state: 'succeeded', amountCents: 25_000 });
    expect(await pay(app(), tenant, order('1'))).toEqual(first);
    expect(settled.filter((s) => s.startsWith(order('1')))).toEqual([`${order('1')} paid`]);

    await refund(app(), tenant, first!.id, 10_000);
    await expect(refund(app(), tenant, first!.id, 15_001)).rejects.toThrow(/refund-too-much/);
    expect(settled).toContain(`${order('1')} refund 10000`);
  });

  test('a card that the provider does not know is told at once on its field', async () => {
    const answer = await saveCard(app(), app().fixtures.a.owner, 'pm_nobody');
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [{ field: 'tokenid', message: 'The payment provider does not know this card. Please enter it again.' }],
    ]);
  });

  test('a card that is refused at once is not kept, and the one before stays', async () => {
    const { owner } = app().fixtures.a;
    const answer = await saveCard(app(), owner, tokens.refused);
    expect([answer.status, answer.body.errors[0].field]).toEqual([422, 'tokenid']);
    expect((await app().call('GET', '/api/payment/card', owner)).body).toMatchObject({ state: 'good', last4: '4242' });
  });

  test('a declined payment is over, and the subject can be paid anew with another card', async () => {
    const { owner, tenant } = app().fixtures.a;
    await saveCard(app(), owner, tokens.bad);
    expect(await pay(app(), tenant, order('2'))).toMatchObject({ state: 'failed', reason: 'declined' });
    expect((await app().call('GET', '/api/payment/card', owner)).body.state).toBe('declined');
    await saveCard(app(), owner, tokens.dead);
    expect(await pay(app(), tenant, order('2'))).toMatchObject({ state: 'failed', reason: 'declined_for_good' });
    expect((await app().call('GET', '/api/payment/card', owner)).body.state).toBe('failed');
    await saveCard(app(), owner, tokens.good);
    expect((await app().call('GET', '/api/payment/card', owner)).body.state).toBe('good');
    expect(await pay(app(), tenant, order('2'))).toMatchObject({ state: 'succeeded' });
    expect((await app().call('GET', '/api/payment/card', owner)).body.state).toBe('good');
  });

  test('fifty begin the same payment at once and one is made', async () => {
    const { tenant } = app().fixtures.a;
    const wish = { kind: 'shop.order', subject: order('many'), amountCents: 5_000, description: 'many' };
    const begun = await Promise.all(
      Array.from({ length: 50 }, () => app().inside(tenant, 'shop', (ctx) => ctx.use(Payments).begin(tenant, wish))),
    );
    expect(new Set(begun.map((o) => o.id)).size).toBe(1);
    await app().settle();
    expect(settled.filter((s) => s === `${order('many')} paid`)).toHaveLength(1);
  });

  test('a client pays its agency, once the agency is connected', async () => {
    const { owner, clients, tenant } = app().fixtures.a;
    const [client] = clients;
    expect((await saveCard(app(), client!.user, tokens.good)).status).toBe(409);
    const { url, leave, go } = (await app().call('POST', '/api/general/create-connected-account', owner)).body;
    expect(url).toMatch(/^http/);
    if (name === 'stripe') expect(leave).toBe(url);
    else expect(url.endsWith(go)).toBe(true);
    const { account } = (await app().kernel.platform('payments_account').where({ company_id: tenant.id }).first()) as { account: string };
    if (name === 'sandbox') await app().call('PUT', '/api/payments/sandbox-account', owner, { body: { status: 'completed' } });
    else {
      stripe.changeAccount(account, { details_submitted: true, charges_enabled: true, payouts_enabled: true });
      const { body, signature } = stripe.signed(make.event('account.updated', { id: account, object: 'account' }, account));
      for (let n = 0; n < 3; n += 1) expect(await post(body, signature)).toBe(200);
      await app().settle();
    }
    expect((await app().call('GET', '/api/general/connected-account', owner)).body.accountconnected).toBe('completed');
    expect((await saveCard(app(), client!.user, tokens.good)).status).toBe(200);
    expect(await pay(app(), client!.tenant, order('3'), 9_900)).toMatchObject({
      state: 'succeeded',
      feeCents: 100,
      companyId: client!.tenant.id,
    });
    if (name === 'stripe') expect(stripe.intents(account)).toMatchObject([{ amount: 9_900, application_fee_amount: 100 }]);
  });

  test("nobody sees or changes what is another company's", async () => {
    const { a, b } = app().fixtures;
    expect((await app().call('GET', '/api/payment/card', b.owner)).body.state).toBe('none');
    expect((await app().call('GET', `/api/payment/card?companyID=${a.tenant.id}`, b.owner)).status).toBe(422);
    expect((await app().call('DELETE', `/api/general/reset-payment-connection/${a.tenant.id}/stripe`, b.owner)).status).toBe(404);
    await expect(
      app().inside(b.tenant, 'shop', (ctx) =>
        ctx.use(Payments).begin(a.tenant, { kind: 'shop.order', subject: 'x', amountCents: 100, description: 'x' }),
      ),
    ).rejects.toThrow();
  });
});

test('a payment that the provider refuses outright has failed at once, and its second try too', async () => {
  const app = apps.stripe;
  const { tenant, owner } = app.fixtures.a;
  await saveCard(app, owner, 'pm_card_visa');
  // The customer was deleted at the provider.
  await app.kernel.platform('payments_payer').where({ company_id: tenant.id }).update({ customer: 'cus_gone' });
  expect(await pay(app, tenant, 'refused-1')).toMatchObject({ state: 'failed', reason: 'declined_for_good' });
  stripe.mischief = 'unauthorized';
  const answer = await saveCard(app, owner, 'pm_card_visa__other');
  stripe.mischief = null;
  expect([answer.status, answer.body.code]).toEqual([503, 'payments.problem.keys']);
  await app.asOwner(`delete from payments_payer where company_id = ${tenant.id}`);
  await saveCard(app, owner, 'pm_card_visa');
});

describe('a lost answer', () => {
  test.each(['drop-after', 'error-after'] as const)('%s: the payment is found later and counts once', async (mischief) => {
    const app = apps.stripe;
    const { tenant } = app.fixtures.a;
    stripe.webhookUrl = null;
    stripe.mischief = mischief;
    const open = await pay(app, tenant, mischief);
    stripe.mischief = null;
    expect(['unknown', 'succeeded']).toContain(open!.state);
    await app.settle();
    expect(settled.filter((s) => s.startsWith(mischief))).toEqual([`${mischief} paid`]);
    expect(stripe.intents().filter((i) => i.metadata['operation_id'] === open!.id)).toHaveLength(1);
    stripe.webhookUrl = `${app.url}/webhooks/stripe`;
  });

  test('an outcome that could not be written is asked for again at once, and counts once', async () => {
    const app = apps.stripe;
    stripe.webhookUrl = null;
    stumbling.add('stumbled');
    const open = await pay(app, app.fixtures.a.tenant, 'stumbled');
    await app.settle();
    expect(settled.filter((s) => s.startsWith('stumbled'))).toEqual(['stumbled paid']);
    expect(stripe.intents().filter((i) => i.metadata['operation_id'] === open!.id)).toHaveLength(1);
    stripe.webhookUrl = `${app.url}/webhooks/stripe`;
  });

  test('what never arrived fails after five minutes, and not before', async () => {
    const app = apps.stripe;
    const { tenant } = app.fixtures.a;
    stripe.mischief = 'drop-before';
    const open = await pay(app, tenant, 'never');
    stripe.mischief = null;
    expect(open!.state).toBe('unknown');
    app.clockOffset = 6 * 60_000;
    await app.kernel
      .platform('payments_operation')
      .where({ id: open!.id })
      .update({ check_at: new Date(0) });
    await app.settle();
    app.clockOffset = 0;
    expect(settled.filter((s) => s.startsWith('never'))).toEqual(['never not_charged']);
  });
});

describe('a worker that stood still', () => {
  const rowOf = async (id: string): Promise<Stored> => apps.stripe.kernel.platform('payments_operation').where({ id }).first();
  /** A payment that a worker took, and never sent. */
  async function stuck(subject: string): Promise<Stored> {
    stripe.mischief = 'drop-before';
    const { id } = (await pay(apps.stripe, apps.stripe.fixtures.a.tenant, subject))!;
    stripe.mischief = null;
    return rowOf(id);
  }
  const charged = (id: string) => stripe.intents().filter((intent) => intent.metadata['operation_id'] === id).length;

  test('for longer than a payment is its own sends it no more', async () => {
    const { id } = await stuck('held');
    const late = { state: 'submitted', submitted_at: new Date(Date.now() - 90_000) };
    await apps.stripe.kernel.platform('payments_operation').where({ id }).update(late);
    const row = await rowOf(id);
    await apps.stripe.inside(apps.stripe.fixtures.a.tenant, 'payments', (ctx) => send(ctx, row), 'intent');
    expect([charged(id), (await rowOf(id)).state]).toEqual([0, 'submitted']);
  });

  test('cannot send it either, once it was given up: the provider refuses its key', async () => {
    const app = apps.stripe;
    const row = await stuck('crossed');
    app.clockOffset = 6 * 60_000;
    await app.kernel
      .platform('payments_operation')
      .where({ id: row.id })
      .update({ check_at: new Date(0) });
    await app.settle();
    app.clockOffset = 0;
    expect(await rowOf(row.id)).toMatchObject({ state: 'failed', reason: 'not_charged' });
    expect(await pay(app, app.fixtures.a.tenant, 'crossed')).toMatchObject({ state: 'succeeded' });
    await expect(stripeOf(app.kernel.config.services.stripe!).charge(requestOf(row))).rejects.toThrow(/same parameters/);
    expect(charged(row.id)).toBe(0);
  });
});

test('a failed payment that somebody makes good at the provider, though its subject was paid meanwhile, is known as surplus', async () => {
  const app = apps.stripe;
  const { owner, tenant } = app.fixtures.a;
  await saveCard(app, owner, TOKENS.stripe.bad);
  const failed = (await pay(app, tenant, 'doubled'))!;
  await saveCard(app, owner, TOKENS.stripe.good);
  const paid = await pay(app, tenant, 'doubled');
  const event = stripe.confirm(stripe.intents().find((intent) => intent.metadata['operation_id'] === failed.id)!.id);
  const { body, signature } = stripe.signed(event);
  expect(await post(body, signature)).toBe(200);
  await app.settle();
  expect(await app.kernel.platform('payments_operation').where({ id: failed.id }).first('state', 'surplus')).toEqual({
    state: 'succeeded',
    surplus: true,
  });
  expect(settled.filter((s) => s.startsWith('doubled'))).toEqual(['doubled declined', 'doubled paid', 'doubled paid']);
  expect(await pay(app, tenant, 'doubled')).toEqual(paid);
});

describe('the webhook', () => {
  test('lets nothing forged, stale or foreign have an effect', async () => {
    const app = apps.stripe;
    const count = async () => Number(((await app.kernel.platform('payments_event').count('* as n')) as [{ n: string }])[0].n);
    const before = await count();
    const event = make.event('account.updated', { id: 'acct_none', object: 'account' }, 'acct_none');
    const good = stripe.signed(event);
    expect(await post(good.body, 'nonsense')).toBe(400);
    expect(await post(good.body, stripe.signed(event, 'whsec_another').signature)).toBe(400);
    expect(await post(good.body, stripe.signed(event, stripe.webhookSecret, 1_000).signature)).toBe(400);
    expect(await post(good.body.replace('acct_none', 'acct_more'), good.signature)).toBe(400);
    expect(await post('x'.repeat(300_000), good.signature)).toBe(413);
    expect(await post(good.body, good.signature)).toBe(200); // genuine, but about nobody of ours
    expect(await count()).toBe(before);
  });

  test('is not there where there is no provider', async () => {
    expect((await fetch(`${apps.sandbox.url}/webhooks/stripe`, { method: 'POST', body: '{}' })).status).toBe(404);
  });
});

const post = async (body: string, signature: string): Promise<number> =>
  (await fetch(`${apps.stripe.url}/webhooks/stripe`, { method: 'POST', body, headers: { 'stripe-signature': signature } })).status;
const refund = (app: TestApp, agency: Tenant, id: string, cents: number) =>
  app.inside(agency, 'shop', (ctx) => ctx.use(Payments).refund(id, cents, 'asked for'), 'intent');
