import { afterAll, beforeAll, expect, test } from 'vitest';
import { WalletFixtures } from '../../../tests/money/wallet-fixtures.ts';
import { Ledger } from '../../money/ledger/contract.ts';
import { Wallet } from './contract.ts';

let fixtures: WalletFixtures;
beforeAll(async () => {
  fixtures = await WalletFixtures.start();
});
afterAll(() => fixtures.app.close());

/** What leads cost the agency: what was charged for them less what was given back for leads, and nothing else. */
test('spend is without what was given back, without fees, and without what a pack did not deliver', async () => {
  const { tenant } = fixtures.a;
  const client = fixtures.a.clients[0]!.tenant.id;
  const hour = 3_600_000;
  const spend = () =>
    fixtures.app.inside(tenant, 'wallet', (ctx) =>
      ctx.use(Wallet).leadSpend(tenant.id, new Date(Date.now() - hour), new Date(Date.now() + hour)),
    );
  const post = (key: string, code: string, account: 'cost' | 'fees', cents: number) =>
    fixtures.app.inside(tenant, 'wallet', (ctx) =>
      ctx.use(Ledger).post(tenant.id, {
        key,
        code,
        companyId: client,
        costCenter: 1,
        entries: [
          { companyId: tenant.id, account, cents },
          { companyId: tenant.id, account: 'payable', cents: -cents },
        ],
      }),
    );
  expect((await fixtures.topUp()).status).toBe(200);
  await fixtures.charge([{ wholesaleCents: 40 }, { wholesaleCents: 40 }, { wholesaleCents: 40 }]);
  expect(await spend()).toBe(120);
  await post('credit', 'billing.credit', 'cost', -40);
  expect(await spend()).toBe(80);
  await post('fee', 'billing.agency-fee', 'fees', 1_000);
  expect(await spend()).toBe(80);
  await post('undelivered', 'prepaid.agency-fee', 'cost', 200);
  await post('undelivered-credit', 'billing.credit', 'cost', -200);
  expect(await spend()).toBe(80);
});
