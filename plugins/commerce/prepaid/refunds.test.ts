import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../core/testing/app.ts';
import { Books } from '../../money/ledger/contract.ts';
import { Shop } from './shop.fake.ts';

let app: TestApp;
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.start();
  app = shop.app;
  const tax = { name: 'Sales tax', percent: '10', inclusive: 'F', applies_to: 'all' };
  expect((await app.call('POST', '/api/billing/tax-rates', shop.owner, { body: tax })).status).toBe(200);
});
afterAll(() => app.close());

const stands = (account: string): Promise<number> =>
  shop.inAgency((ctx) => ctx.use(Books).cents({ companyId: account === 'receivable' ? shop.client.tenant.id : shop.a.tenant.id, account }));
const books = async () => ({ receivable: await stands('receivable'), revenue: await stands('revenue'), tax: await stands('tax') });

test('a refund takes undelivered leads that it paid for; those that were delivered stay paid, and nothing is owed', async () => {
  const pack = await shop.campaign('Prepaid', { PlatformFee: '0' });
  const before = await books();
  await shop.begin(pack);
  await shop.deliver(pack, 20);
  const { id } = (await app.kernel.platform('billing_invoice').where({ company_id: shop.client.tenant.id }).first()) as { id: string };
  // 100 leads of 2.00 with 10% tax, of which 20 were delivered.
  const { body } = await app.call('GET', `/api/billing/invoices/${id}`, shop.owner);
  expect(body).toMatchObject({ state: 'paid', total_cents: 22_000, tax_cents: 2_000, refundable: 'T' });
  expect(await stands('receivable')).toBe(before.receivable - 16_000);
  const wish = { cents: 17_600, reason: 'Sold the shop', refunded_cents: 0 };
  expect((await app.call('POST', `/api/billing/invoices/${id}/refunds`, shop.owner, { body: wish })).status).toBe(200);
  await app.settle();
  expect((await shop.current(pack)).remainingbalanceleads).toBe(0);
  expect(await books()).toEqual({ receivable: before.receivable, revenue: before.revenue - 4_000, tax: before.tax - 400 });
  expect(await shop.credit()).toBe(0);
});
