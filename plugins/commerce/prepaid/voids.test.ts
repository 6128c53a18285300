import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../../../core/testing/app.ts';
import { Billing } from '../billing/contract.ts';
import { PaymentKinds, Payments } from '../../money/payments/contract.ts';
import { Books } from '../../money/ledger/contract.ts';
import { Wallet } from '../wallet/contract.ts';
import { Shop } from './shop.fake.ts';

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

const bills = async (): Promise<string[]> =>
  (await app.kernel.platform('billing_invoice').where({ company_id: shop.client.tenant.id }).orderBy('number').pluck('state')) as string[];
const lastBill = async (): Promise<string> =>
  (await app.kernel.platform('billing_invoice').where({ company_id: shop.client.tenant.id }).orderBy('number', 'desc').first('id')).id;
const voidBill = async (id: string): Promise<void> => {
  await shop.inAgency((ctx) => ctx.use(Billing).voidInvoice(id, 'Agreed'));
  await app.settle();
};
const payable = (): Promise<number> => shop.inAgency((ctx) => ctx.use(Books).cents({ companyId: shop.a.tenant.id, account: 'payable' }));

const remove = (id: number) => app.call('PUT', '/api/leadspeek/client/remove', shop.owner, { body: { leadspeekID: id } });

test.each(['OneTime', 'Prepaid'])('a %s campaign that is removed while its pack waits for money voids the bill', async (term) => {
  const owed = await payable();
  const id = await shop.campaign(term);
  await shop.card('declined');
  expect((await shop.buy(id)).status).toBe(402);
  await app.settle();
  expect([await bills(), await shop.receivable()]).toEqual([['failed'], 1_000]);
  expect((await remove(id)).status).toBe(200);
  await app.settle();
  expect([await bills(), await shop.receivable(), await shop.credit(), await payable()]).toEqual([['void'], 0, 0, owed]);
  expect(await app.kernel.platform('prepaid_pack').where({ campaign_id: id }).pluck('state')).toEqual(['cancelled']);
  expect(await shop.inAgency((ctx) => ctx.use(Billing).unpaid(shop.client.tenant.id))).toEqual([]);
});

test('one that is stopped voids the bill of its next pack, and no other', async () => {
  const id = await shop.campaign('Prepaid');
  await shop.begin(id);
  await shop.deliver(id, 100);
  await shop.card('declined');
  await shop.buy(id);
  await app.settle();
  expect(await bills()).toEqual(['paid', 'failed']);
  await shop.end(id);
  await app.settle();
  expect([await bills(), await shop.receivable(), await shop.credit()]).toEqual([['paid', 'void'], 0, 0]);
  expect(await shop.packs(id)).toMatchObject([{ state: 'cancelled' }, { state: 'used_up' }]);
});

test('so does one whose payment fails only after it was removed', async () => {
  const id = await shop.campaign('OneTime');
  await shop.card('declined');
  await shop.buy(id);
  await app.settle();
  // As if the provider had not answered yet.
  await app.kernel.platform('billing_invoice').where({ company_id: shop.client.tenant.id }).update({ state: 'paying' });
  await remove(id);
  await app.settle();
  expect(await bills()).toEqual(['paying']);
  await shop.inAgency(async (ctx) => {
    const operation = (await ctx.use(Payments).find((await ctx.use(Billing).find(await lastBill()))!.operationId!))!;
    await ctx
      .contributions(PaymentKinds)
      .find((kind) => kind.id === operation.kind)!
      .failed(ctx, operation);
  });
  await app.settle();
  expect([await bills(), await shop.receivable()]).toEqual([['void'], 0]);
});

test('a campaign whose first bill was voided by hand buys anew, with its set-up fee', async () => {
  const id = await shop.campaign('Prepaid');
  await shop.card('declined');
  await shop.buy(id);
  await app.settle();
  await voidBill(await lastBill());
  expect([await shop.packs(id), await shop.receivable()]).toMatchObject([[{ state: 'cancelled' }], 0]);
  await shop.card('approved');
  expect((await shop.current(id)).next_cents).toBe(21_000);
  const flow = await shop.moved(() => shop.begin(id));
  expect([flow.paid, await shop.status(id), await bills()]).toEqual([21_000, 'active', ['void', 'paid']]);
});

test('what an agency settles outside can be voided after a part was delivered: nothing of it is owed', async () => {
  const id = await shop.campaign('Prepaid');
  await shop.inAgency((ctx) => ctx.use(Wallet).setBillsOutside(shop.a.tenant.id, true));
  await shop.begin(id);
  await shop.deliver(id, 30);
  expect(await shop.receivable()).toBe(1_000 + 6_000);
  await voidBill(await lastBill());
  expect([await shop.receivable(), await shop.credit(), await bills()]).toEqual([0, 0, ['void']]);
  expect([await shop.deliver(id, 1), (await shop.current(id)).remainingbalanceleads]).toEqual([0, 0]);
  await shop.inAgency((ctx) => ctx.use(Wallet).setBillsOutside(shop.a.tenant.id, false));
});

test('but not when its leads were credited before', async () => {
  const id = await shop.campaign('Prepaid');
  await shop.inAgency((ctx) => ctx.use(Wallet).setBillsOutside(shop.a.tenant.id, true));
  await shop.begin(id);
  await shop.end(id);
  await app.settle();
  const before = [await shop.receivable(), await shop.credit()];
  await expect(voidBill(await lastBill())).rejects.toThrow('prepaid.problem.credited');
  expect([await shop.receivable(), await shop.credit(), await bills()]).toEqual([...before, ['external']]);
  await shop.inAgency((ctx) => ctx.use(Wallet).setBillsOutside(shop.a.tenant.id, false));
});

test('a failed bill is the agency’s to settle when it bills by hand from then on', async () => {
  const id = await shop.campaign('Prepaid');
  await shop.card('declined');
  await shop.buy(id);
  await app.settle();
  await shop.inAgency((ctx) => ctx.use(Wallet).setBillsOutside(shop.a.tenant.id, true));
  expect((await shop.buy(id)).status).toBe(200);
  await app.settle();
  expect([await bills(), (await shop.current(id)).remainingbalanceleads]).toEqual([['external'], 100]);
  await shop.inAgency((ctx) => ctx.use(Wallet).setBillsOutside(shop.a.tenant.id, false));
});

test('a disputed pack whose bill is voided leaves nothing in the books, and the money is credit when the dispute is won', async () => {
  const id = await shop.campaign('Prepaid', { PlatformFee: '0' });
  await shop.begin(id);
  await shop.deliver(id, 20);
  const tell = (what: 'reversed' | 'restored') =>
    shop.inAgency(async (ctx) => {
      const { id: operationId } = await ctx.db('payments_operation').where({ company_id: shop.client.tenant.id }).first('id');
      const operation = (await ctx.use(Payments).find(operationId))!;
      const kind = ctx.contributions(PaymentKinds).find((k) => k.id === operation.kind)!;
      await (what === 'reversed'
        ? kind.reversed!(ctx, operation, 20_000, 'chargeback', 'dp_1')
        : kind.restored!(ctx, operation, 20_000, 'dp_1'));
    });
  await tell('reversed');
  await app.settle();
  await voidBill(await lastBill());
  expect([await shop.receivable(), await shop.credit(), await bills()]).toEqual([0, 0, ['void']]);
  await tell('restored');
  await app.settle();
  expect([await shop.receivable(), await shop.credit(), await bills()]).toEqual([-20_000, 20_000, ['void']]);
  expect((await shop.current(id)).remainingbalanceleads).toBe(0);
});

test('a disputed pack whose dispute is won has its leads again', async () => {
  const id = await shop.campaign('Prepaid', { PlatformFee: '0' });
  await shop.begin(id);
  await shop.deliver(id, 20);
  await shop.inAgency(async (ctx) => {
    const { id: operationId } = await ctx.db('payments_operation').where({ company_id: shop.client.tenant.id }).first('id');
    const operation = (await ctx.use(Payments).find(operationId))!;
    const kind = ctx.contributions(PaymentKinds).find((k) => k.id === operation.kind)!;
    await kind.reversed!(ctx, operation, 20_000, 'chargeback', 'dp_2');
    await kind.restored!(ctx, operation, 20_000, 'dp_2');
  });
  await app.settle();
  expect([await shop.current(id), await shop.status(id), await shop.receivable()]).toMatchObject([
    { remainingbalanceleads: 80, delivered_leads: 20 },
    'active',
    -16_000,
  ]);
});
