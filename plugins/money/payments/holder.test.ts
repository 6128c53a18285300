import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Problem } from '../../../core/contract.ts';
import { type Operation, Payments } from './contract.ts';
import { closeShops, openShops, type Shops } from './shop.fake.ts';
import { StripeServer } from './fakes/stripe-server.ts';

const settled: string[] = [];
const stripe = new StripeServer();
let apps: Shops;
beforeAll(async () => {
  apps = await openShops(stripe, settled);
});
afterAll(() => closeShops(apps, stripe));
beforeEach(() => void settled.splice(0));

const TOKENS = {
  stripe: { good: 'pm_card_visa', asks: 'pm_card_authenticationRequired', asksFirst: 'pm_card_authenticationRequiredOnSetup' },
  sandbox: { good: 'approved', asks: 'authentication_required', asksFirst: 'confirmed_first' },
};

describe.each(['stripe', 'sandbox'] as const)('over %s', (name) => {
  const tokens = TOKENS[name];
  const app = () => apps[name];
  const owner = () => app().fixtures.a.owner;
  const tenant = () => app().fixtures.a.tenant;
  const keep = (tokenid: string) => app().call('PUT', '/api/payment/card', owner(), { body: { tokenid } });
  const begin = (subject: string): Promise<Operation> =>
    app().inside(tenant(), 'shop', (ctx) =>
      ctx.use(Payments).begin(tenant(), { kind: 'shop.order', subject, amountCents: 9_000, description: subject }),
    );
  const find = (id: string) => app().inside(tenant(), 'shop', (ctx) => ctx.use(Payments).find(id));
  const pay = async (subject: string): Promise<Operation> => {
    const { id } = await begin(subject);
    await app().settle();
    return (await find(id))!;
  };
  const refusal = (operation: Operation): Promise<Problem> =>
    app().inside(tenant(), 'shop', (ctx) => ctx.use(Payments).refusal(operation, 'payments.declined.declined'), 'intent');
  const confirmed = (body: object) => app().call('POST', '/api/payments/confirmed', null, { body });
  const bank = (secret: string, confirms = true, company = tenant().id) =>
    app().call('POST', '/api/payments/sandbox-bank', null, { body: { company, secret, confirms } });
  /** The holder confirms at the provider; nobody tells us. */
  const confirm = async ({ id, clientSecret }: Operation): Promise<void> => {
    if (name === 'stripe') stripe.confirm(stripe.intents().find((i) => i.metadata['operation_id'] === id)!.id);
    else expect((await bank(clientSecret!)).status).toBe(200);
  };

  test('a card is kept once its holder confirmed, and not before', async () => {
    const first = await keep(tokens.asksFirst);
    expect(first.status).toBe(409);
    const check = first.body.confirm.details;
    expect(check).toMatchObject({ what: 'card', gateway: name, account: null, company: tenant().id, card: tokens.asksFirst });
    expect((await keep(tokens.asksFirst)).status).toBe(409);
    expect((await app().call('GET', '/api/payment/card', owner())).body.state).toBe('none');
    if (name === 'stripe') stripe.confirmSetup(check.secret);
    else {
      expect((await bank(check.secret, false)).status).toBe(200);
      expect((await keep(tokens.asksFirst)).status).toBe(409);
      expect((await bank(check.secret)).status).toBe(200);
    }
    expect((await keep(tokens.asksFirst)).body).toMatchObject({ result: 'success', last4: '3155' });
    expect(await pay('kept')).toMatchObject({ state: 'succeeded' });
  });

  test('a payment that its holder confirms succeeds as soon as the browser reports it, once', async () => {
    await keep(tokens.asks);
    const open = await pay('asked');
    const { status, extra } = await refusal(open);
    expect([status, extra['confirm']]).toMatchObject([
      402,
      { dialog: 'payments.holder', details: { what: 'payment', operation: open.id, secret: open.clientSecret } },
    ]);
    const { root } = app().fixtures;
    const above = await app().inside(root, 'shop', (ctx) => ctx.use(Payments).refusal(open, 'payments.declined.declined'), 'intent');
    expect(above.extra).not.toHaveProperty('confirm');
    const report = { company: tenant().id, operation: open.id, secret: open.clientSecret };
    expect((await confirmed(report)).body).toEqual({ paid: false });
    await confirm(open);
    const answers = await Promise.all(Array.from({ length: 12 }, () => confirmed(report)));
    for (const answer of answers) expect(answer.body).toEqual({ paid: true });
    expect(settled).toEqual(['asked authentication_required', 'asked paid']);
    expect(await find(open.id)).toMatchObject({ state: 'succeeded', clientSecret: null });
  });

  test('nobody asks about a payment without its secret, or in the name of another company', async () => {
    await keep(tokens.asks);
    const { id: operation, clientSecret: secret } = await pay('guarded');
    const { a, b } = app().fixtures;
    for (const body of [
      { company: a.tenant.id, operation, secret: 'sandbox_secret_of_somebody' },
      { company: b.tenant.id, operation, secret },
      { company: 2_000_000_000, operation, secret },
      { company: a.tenant.id, operation: '00000000-0000-4000-8000-000000000000', secret },
    ])
      expect((await confirmed(body)).status).toBe(404);
    expect((await bank('sandbox_secret_of_somebody')).status).toBe(404);
    expect((await bank(secret!, true, b.tenant.id)).status).toBe(404);
    if (name === 'stripe') expect((await bank(secret!)).status).toBe(404);
    expect(await find(operation)).toMatchObject({ state: 'failed' });
  });

  test('another try withdraws the one before, which cannot be confirmed any more', async () => {
    await keep(tokens.asks);
    const first = await pay('twice');
    const second = await pay('twice');
    expect(second.id).not.toBe(first.id);
    if (name === 'stripe') await expect(confirm(first)).rejects.toThrow(/canceled/);
    else expect((await bank(first.clientSecret!)).status).toBe(404);
    expect((await find(first.id))!.clientSecret).toBeNull();
    await confirm(second);
    expect((await confirmed({ company: tenant().id, operation: second.id, secret: second.clientSecret })).body.paid).toBe(true);
    expect(settled.filter((s) => s.endsWith('paid'))).toEqual(['twice paid']);
  });

  test('a try that was confirmed meanwhile counts, and the new one takes no money', async () => {
    await keep(tokens.asks);
    const first = await pay('crossed');
    await confirm(first);
    await keep(tokens.good);
    const second = await pay('crossed');
    expect([second.state, second.reason]).toEqual(['failed', 'not_charged']);
    expect(await find(first.id)).toMatchObject({ state: 'succeeded' });
    expect(settled.at(-1)).toBe('crossed paid');
  });
});

describe('the sandbox', () => {
  test('tells late what became of a charge, and each thing more than once', async () => {
    const app = apps.sandbox;
    const { owner, tenant } = app.fixtures.a;
    await app.call('PUT', '/api/payment/card', owner, { body: { tokenid: 'late' } });
    const wish = { kind: 'shop.order', subject: 'late', amountCents: 9_000, description: 'late' };
    const { id } = await app.inside(tenant, 'shop', (ctx) => ctx.use(Payments).begin(tenant, wish));
    const state = async () => (await app.inside(tenant, 'shop', (ctx) => ctx.use(Payments).find(id)))!.state;
    await app.settle();
    expect(await state()).toBe('unknown');
    const events = () => app.kernel.platform('payments_sandbox').where({ kind: 'event' });
    app.clockOffset = 30_000;
    for (const left of [2, 1, 0]) {
      await events().update({ data: app.kernel.platform.raw(`jsonb_set(data, '{dueAt}', '0')`) });
      await app.settle();
      expect(await state()).toBe('succeeded');
      expect((await events().whereRaw(`data->'about'->>'operationId' = ?`, [id])).length).toBe(left === 0 ? 0 : 1);
    }
    app.clockOffset = 0;
    expect(settled).toEqual(['late paid']);
    expect(await app.kernel.platform('payments_event').where({ operation_id: id })).toHaveLength(1);
  });

  test('answers slowly, and the payment is made all the same', async () => {
    const app = apps.sandbox;
    const { owner, tenant } = app.fixtures.a;
    await app.call('PUT', '/api/payment/card', owner, { body: { tokenid: 'slow' } });
    const wish = { kind: 'shop.order', subject: 'slow', amountCents: 9_000, description: 'slow' };
    const begun = Date.now();
    const { id } = await app.inside(tenant, 'shop', (ctx) => ctx.use(Payments).begin(tenant, wish));
    await app.settle();
    expect(Date.now() - begun).toBeGreaterThan(3_500);
    expect(await app.inside(tenant, 'shop', (ctx) => ctx.use(Payments).find(id))).toMatchObject({ state: 'succeeded' });
  });
});
