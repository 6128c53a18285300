import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { conformance } from '../../../core/testing/conformance.ts';
import type { TestApp } from '../../../core/testing/app.ts';
import { Billing } from '../billing/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { PaymentKinds, Payments } from '../../money/payments/contract.ts';
import { Wallet } from '../wallet/contract.ts';
import plugin from './index.ts';
import { Shop } from './shop.fake.ts';

conformance(plugin);

let app: TestApp;
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.start();
  app = shop.app;
});
afterAll(() => app.close());
beforeEach(() => {
  app.clockOffset = 0;
});

describe('a one-time campaign', () => {
  test('begins when its leads are paid and ends when they are delivered', async () => {
    const id = await shop.campaign('OneTime');
    const refused = await shop.activate(id);
    expect([refused.status, refused.body.guards]).toEqual([
      409,
      [{ code: 'prepaid.guard.OneTime', message: expect.stringContaining('paid before it starts') }],
    ]);
    expect(await shop.current(id)).toMatchObject({
      PaymentTerm: 'OneTime',
      remainingbalanceleads: 0,
      leadsbuy: 100,
      state: 'none',
      next_cents: 21_000,
    });
    const flow = await shop.moved(async () => {
      expect((await shop.buy(id, { activate: 'T' }, shop.owner)).body).toMatchObject({ result: 'success', remainingbalanceleads: 100 });
    });
    // The platform fee is owed at once, the leads as they come: what was paid for them stands as credit in the books.
    expect(flow).toEqual({ paid: 21_000, receivable: -20_000, credit: 0 });
    expect(await shop.status(id)).toBe('active');
    expect(await shop.deliver(id, 60)).toBe(60);
    expect(await shop.current(id)).toMatchObject({ remainingbalanceleads: 40, delivered_leads: 60, state: 'good' });
    expect(await shop.deliver(id, 60)).toBe(40);
    await app.settle();
    expect([await shop.status(id), await shop.deliver(id, 1)]).toEqual(['ended', 0]);
    expect(await shop.packs(id)).toMatchObject([{ kind: 'onetime', state: 'used_up', remaining: 0, total_cents: 21_000 }]);
    expect(await shop.receivable()).toBe(0);
  });

  test('begins with as many leads as its call said, and says so in no other way once some were bought', async () => {
    const id = await shop.campaign('OneTime');
    const say = (leadsbuy: number) => app.call('PUT', '/api/leadspeek/client/update', shop.owner, { body: { leadspeekID: id, leadsbuy } });
    expect((await say(40)).status).toBe(200);
    expect(await shop.current(id)).toMatchObject({ leadsbuy: 40, bought_leads: 0, next_cents: 9_000 });
    expect((await shop.buy(id, {}, shop.owner)).body).toMatchObject({ remainingbalanceleads: 40 });
    expect((await say(40)).status).toBe(200);
    const late = await say(41);
    expect([late.status, late.body.errors[0].field]).toEqual([422, 'leadsbuy']);
    expect(await shop.packs(id)).toHaveLength(1);
  });

  test('that came to its term while it was paused needs attention as soon as it runs, until leads are bought', async () => {
    const id = await shop.campaign('Weekly');
    await shop.activate(id);
    const scope = { companyId: shop.client.tenant.id, campaignId: id };
    const [pause, resume] = (['pauseAll', 'resumeAll'] as const).map(
      (move) => () => shop.inAgency((ctx) => ctx.use(Campaigns)[move](scope, 'wallet_empty')),
    );
    await pause!();
    expect((await shop.cost({ PaymentTerm: 'OneTime', leadsbuy: 100 })).body).toMatchObject({ result: 'success' });
    const seen = async () => (await app.call('GET', `/api/leadspeek/getcampaign/${id}`, shop.client)).body;
    const counted = async () =>
      (await app.call('GET', '/api/attention', shop.client)).body.data.find(
        ({ id: cause }: { id: string }) => cause === 'prepaid.issue.unpaid',
      )?.count ?? 0;
    await shop.inAgency(async (ctx) => {
      // Whoever holds the plans, also those to come, sees the campaign run before the queue pauses it again.
      await ctx.db.raw('lock table prepaid_plan in share mode');
      await resume!();
      expect(await seen()).toMatchObject({
        status: 'active',
        state: 'needs_attention',
        issues: expect.arrayContaining(['prepaid.issue.unpaid']),
      });
      expect([await counted(), await shop.status(id)]).toEqual([1, 'active']);
    });
    await shop.begin(id);
    expect((await seen()).issues).not.toContain('prepaid.issue.unpaid');
    expect(await counted()).toBe(0);
    await shop.end(id);
  });

  test('that is stopped early gives credit for what was not delivered, once', async () => {
    const id = await shop.campaign('OneTime', { PlatformFee: '0' });
    await shop.begin(id);
    await shop.deliver(id, 30);
    const flow = await shop.moved(() => shop.end(id));
    expect(flow).toEqual({ credit: 14_000, receivable: 0, paid: 0 });
    expect(await shop.current(id)).toMatchObject({ state: 'over', remainingbalanceleads: 0 });
    await shop.inAgency((ctx) => ctx.db('prepaid_plan').where({ campaign_id: id }).update({ look: true }));
    await app.settle();
    expect(await shop.credit()).toBe(14_000);
    expect((await shop.buy(id)).body.code).toBe('prepaid.problem.over');
    // The next bill takes it off.
    const next = await shop.another();
    expect((await shop.moved(() => shop.buy(next))).paid).toBe(6_000);
  });

  test('that is stopped while its payment is under way gets all of it as credit', async () => {
    const id = await shop.campaign('OneTime');
    await shop.begin(id);
    await shop.card('answer_lost');
    const bought = shop.buy(id, { leadsbuy: 50 });
    await expect.poll(async () => (await shop.packs(id)).length).toBe(2);
    await shop.end(id);
    await bought;
    await app.settle();
    await expect.poll(() => shop.credit()).toBe(30_000);
    expect(await shop.packs(id)).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }]);
    expect(await shop.receivable()).toBe(-30_000);
  });

  test('is bought anew after its end', async () => {
    const id = await shop.campaign('OneTime', { PlatformFee: '0', leadsbuy: 10 });
    await shop.begin(id);
    await shop.deliver(id, 10);
    await app.settle();
    expect(await shop.status(id)).toBe('ended');
    expect((await shop.activate(id)).status).toBe(409);
    await shop.begin(id, { leadsbuy: 20 });
    expect([await shop.status(id), (await shop.current(id)).remainingbalanceleads]).toEqual(['active', 20]);
  });
});

describe('buying', () => {
  test('twenty presses at once, with and without a key, buy one pack', async () => {
    for (const headers of [{}, { 'idempotency-key': randomUUID() }]) {
      const id = await shop.campaign('Prepaid');
      const flow = await shop.moved(async () => {
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => shop.buy(id, {}, shop.client, headers as Record<string, string>)),
        );
        expect(answers.map((x) => x.status).filter((s) => s !== 200 && s !== 429)).toEqual([]);
      });
      expect(flow.paid).toBe(21_000);
      expect(await shop.packs(id)).toHaveLength(1);
      app.clockOffset += 61_000;
    }
  });

  test('a declined card buys nothing, and another one pays the same bill', async () => {
    const id = await shop.campaign('Prepaid');
    await shop.card('declined');
    const refused = await shop.buy(id, { activate: 'T' }, shop.owner);
    expect([refused.status, refused.body.detail]).toEqual([402, expect.stringContaining('was declined')]);
    expect(await shop.current(id)).toMatchObject({ state: 'awaiting', remainingbalanceleads: 0 });
    expect((await shop.activate(id)).body.guards).toMatchObject([{ code: 'prepaid.guard.awaiting' }]);
    await shop.card('approved');
    expect((await shop.buy(id, { activate: 'T' }, shop.owner)).body.result).toBe('success');
    await app.settle();
    expect([await shop.packs(id), await shop.status(id)]).toMatchObject([[{ state: 'paid' }], 'active']);
  });

  test('a lost answer of the provider is found out, and the leads come once', async () => {
    const id = await shop.campaign('Prepaid');
    await shop.card('answer_lost');
    const flow = await shop.moved(async () => {
      expect((await shop.buy(id)).status).toBe(200);
      await app.settle();
    });
    expect([flow.paid, (await shop.current(id)).remainingbalanceleads]).toEqual([21_000, 100]);
  });

  test('without a card, or for nothing, or too much, is refused and leaves nothing', async () => {
    const id = await shop.campaign('Prepaid', { leadsbuy: 100 });
    await app.kernel.platform('payments_payer').where({ company_id: shop.client.tenant.id }).update({ card: null });
    expect((await shop.buy(id)).status).toBe(409);
    for (const leadsbuy of [0, -1, 1.5, 1_000_001, 'x', null]) expect((await shop.buy(id, { leadsbuy })).status).toBe(422);
    expect((await shop.buy(id, { leadsbuy: 900_000 })).body.errors).toMatchObject([{ field: 'leadsbuy' }]);
    expect((await shop.buy(id, { unit_cents: 1 })).status).toBe(422);
    expect((await shop.buy(id, { topupoptions: 'sometimes' })).status).toBe(422);
    expect((await app.call('POST', '/api/prepaid/packs', shop.client, { body: {} })).status).toBe(422);
    expect(await shop.packs(id)).toEqual([]);
    expect(await shop.current(id)).toMatchObject({ state: 'none', bought_leads: 0 });
  });

  test('is not for campaigns billed afterwards, which are not limited either', async () => {
    const id = await shop.campaign('Weekly');
    expect((await shop.buy(id)).body.code).toBe('prepaid.problem.term');
    expect((await shop.activate(id)).status).toBe(200);
    expect([await shop.deliver(id, 500), (await shop.current(id)).state]).toEqual([500, 'other']);
  });

  test('that cannot begin yet says so, and keeps what was paid', async () => {
    const id = await shop.campaign('Prepaid');
    expect((await shop.buy(id, { activate: 'T' })).body.result).toBe('success'); // the pixel is not on the client's page
    await app.settle();
    expect([await shop.status(id), (await shop.current(id)).remainingbalanceleads]).toEqual(['draft', 100]);
    expect(await (await fetch(`${app.url}/dev/mail`)).text()).toContain('Shop could not start yet');
    expect((await shop.activate(id)).status).toBe(200);
  });

  test('from an agency that settles with its clients by itself gives the leads at once, and charges nobody', async () => {
    await shop.inAgency((ctx) => ctx.use(Wallet).setBillsOutside(shop.a.tenant.id, true));
    try {
      const id = await shop.campaign('Prepaid');
      for (const [who, leads] of [
        [shop.owner, 100],
        [shop.client, 200],
      ] as const) {
        const flow = await shop.moved(async () => {
          expect((await shop.buy(id, {}, who)).body).toMatchObject({ result: 'success', remainingbalanceleads: leads });
        });
        expect(flow.paid).toBe(0);
      }
      // Both are credited when the draft is given up; the root gives nothing back, for it got nothing beforehand.
      await app.call('PUT', '/api/leadspeek/client/remove', shop.owner, { body: { leadspeekID: id } });
      await app.settle();
      const credits = app.kernel.platform('billing_credit').where({ company_id: shop.client.tenant.id });
      const each = { cents: '20000', fee_cents: '0' };
      expect(await credits.orderBy('made_at').select('cents', 'fee_cents')).toEqual([each, each]);
    } finally {
      await shop.inAgency((ctx) => ctx.use(Wallet).setBillsOutside(shop.a.tenant.id, false));
    }
  });

  test('of a stranger, a salesperson or an operator is refused', async () => {
    const id = await shop.campaign('Prepaid');
    const { b, sales, operator } = app.fixtures;
    for (const other of [b.owner, b.clients[0]!.user, shop.a.clients[1]!.user]) {
      expect((await shop.buy(id, {}, other)).status).toBe(404);
      expect((await shop.stop(id, {}, other)).status).toBe(404);
      expect((await app.call('GET', `/api/leadspeek/remainingbalanceleads/${id}`, other)).status).toBe(404);
      expect((await app.call('GET', `/api/prepaid/campaigns/${id}/packs`, other)).status).toBe(404);
    }
    for (const other of [sales, operator]) expect((await shop.buy(id, {}, other)).status).toBe(403);
    expect((await app.call('GET', `/api/leadspeek/remainingbalanceleads/${id}`, operator)).status).toBe(200);
    expect((await app.call('GET', `/api/leadspeek/remainingbalanceleads/${id}`)).status).toBe(401);
    expect((await app.call('GET', '/api/leadspeek/client/local/currenttopup/none', shop.client)).status).toBe(404);
  });
});

describe('the leads of a pack', () => {
  test('are taken by many workers at once, never more than there are', async () => {
    const id = await shop.campaign('Prepaid', { leadsbuy: 150 });
    await shop.begin(id);
    const got = await Promise.all(Array.from({ length: 24 }, () => shop.deliver(id, 10)));
    expect(got.reduce((sum, n) => sum + n, 0)).toBe(150);
    await app.settle();
    expect([await shop.status(id), (await shop.current(id)).state]).toEqual(['paused wallet_empty', 'empty']);
  });

  test('that a cap did not let through stay in the pack', async () => {
    const id = await shop.campaign('Prepaid', { LimitLead: 5, LimitLeadFreq: 'day' });
    await shop.begin(id);
    expect([await shop.deliver(id, 100), (await shop.current(id)).remainingbalanceleads]).toEqual([5, 95]);
    const [{ charged_cents: charged }] = (await app.kernel.platform('prepaid_pack').where({ campaign_id: id })) as [
      { charged_cents: string },
    ];
    expect(Number(charged)).toBe(1_000);
  });

  test.each([
    ['dearer', '3.00'],
    ['cheaper', '0.50'],
  ])('cost what the pack cost, however much %s they became', async (_how, CostSet) => {
    const id = await shop.campaign('OneTime', { PlatformFee: '0' });
    const flow = await shop.moved(async () => {
      await shop.begin(id);
      await shop.deliver(id, 40);
      await app.call('PUT', '/api/leadspeek/client/update', shop.owner, { body: { leadspeekID: id, CostSet } });
      app.clockOffset = 2 * 86_400_000;
      await shop.deliver(id, 60);
    });
    expect([flow.receivable + flow.credit, await shop.status(id)]).toEqual([0, 'ended']);
  });

  test('do not expire', async () => {
    const id = await shop.campaign('Prepaid');
    await shop.begin(id);
    app.clockOffset = 800 * 86_400_000;
    await app.settle();
    expect(await shop.deliver(id, 100)).toBe(100);
  });

  test('become credit when the campaign is billed afterwards from now on', async () => {
    const id = await shop.campaign('Prepaid', { PlatformFee: '0' });
    await shop.begin(id);
    await shop.deliver(id, 25);
    await app.call('PUT', '/api/leadspeek/client/activepause', shop.owner, { body: { leadspeekID: id, status: 'paused' } });
    expect((await shop.cost({ PaymentTerm: 'Weekly' })).status).toBe(200);
    await shop.activate(id);
    await app.settle();
    expect([(await shop.current(id)).state, await shop.credit(), await shop.deliver(id, 200)]).toEqual(['other', 15_000, 200]);
  });

  test('whose payment was disputed come back when it is made anew, and no further pack is bought meanwhile', async () => {
    const id = await shop.campaign('Prepaid', { PlatformFee: '0' });
    await shop.begin(id, { topupoptions: 'continual' });
    await shop.deliver(id, 20);
    await shop.inAgency(async (ctx) => {
      const operation = await ctx
        .use(Payments)
        .find((await ctx.db('payments_operation').where({ company_id: shop.client.tenant.id }).first('id')).id);
      await ctx.contributions(PaymentKinds).find((kind) => kind.id === operation!.kind)!.reversed!(
        ctx,
        operation!,
        20_000,
        'chargeback',
        'dp_1',
      );
    });
    await app.settle();
    expect([await shop.current(id), await shop.status(id)]).toMatchObject([
      { remainingbalanceleads: 0, continual: 'gave_up' },
      'paused wallet_empty',
    ]);
    expect(await shop.packs(id)).toHaveLength(1);
    await shop.inAgency(async (ctx) => {
      const [invoice] = await ctx.use(Billing).unpaid(shop.client.tenant.id);
      await ctx.use(Billing).pay(invoice!.id, invoice!.operationId);
    });
    await app.settle();
    expect([await shop.current(id), await shop.status(id)]).toMatchObject([{ remainingbalanceleads: 80, delivered_leads: 20 }, 'active']);
    expect(await shop.receivable()).toBe(-16_000);
  });

  test('whose payment went back are taken away', async () => {
    const id = await shop.campaign('Prepaid', { PlatformFee: '0' });
    await shop.begin(id);
    await shop.deliver(id, 20);
    const { id: operation } = (await app.kernel
      .platform('payments_operation')
      .where({ company_id: shop.client.tenant.id })
      .orderBy('created_at', 'desc')
      .first()) as { id: string };
    await app.inside(shop.a.tenant, 'prepaid', (ctx) => ctx.use(Payments).refund(operation, 16_000, 'asked for'), 'intent');
    await app.settle();
    expect([(await shop.current(id)).remainingbalanceleads, await shop.deliver(id, 1), await shop.status(id)]).toEqual([
      0,
      0,
      'paused wallet_empty',
    ]);
  });
});
