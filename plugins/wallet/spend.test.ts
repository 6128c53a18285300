import { afterAll, beforeAll, expect, test } from 'vitest';
import { WalletWorld } from '../../tests/money/wallet-world.ts';
import { type Transfer, Wallet, type WalletApi } from './contract.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await WalletWorld.start();
});
afterAll(() => world.app.close());

/** What leads cost the agency: what was charged for them less what was given back for leads, and nothing else. */
test('spend is without what was given back, without fees, and without what a pack did not deliver', async () => {
  const { tenant } = world.a;
  const client = world.a.clients[0]!.tenant.id;
  const hour = 3_600_000;
  const inside = <R>(work: (wallet: WalletApi) => Promise<R>) => world.app.inside(tenant, 'wallet', (ctx) => work(ctx.use(Wallet)));
  const spend = () => inside((wallet) => wallet.leadSpend(tenant.id, new Date(Date.now() - hour), new Date(Date.now() + hour)));
  const post = (transfer: Pick<Transfer, 'key' | 'kind'>, cents: number) =>
    inside((wallet) =>
      wallet.post(tenant.id, {
        ...transfer,
        companyId: client,
        campaignId: 1,
        entries: [
          { companyId: tenant.id, account: 'cost', cents },
          { companyId: tenant.id, account: 'payable', cents: -cents },
        ],
      }),
    );
  expect((await world.topUp()).status).toBe(200);
  await world.charge([{ wholesaleCents: 40 }, { wholesaleCents: 40 }, { wholesaleCents: 40 }]);
  expect(await spend()).toBe(120);
  await post({ key: 'billing:credit:lead', kind: 'credit' }, -40);
  expect(await spend()).toBe(80);
  await post({ key: 'billing:fee', kind: 'agency_fee' }, 1_000);
  expect(await spend()).toBe(80);
  await post({ key: 'prepaid:undelivered-part:1:5', kind: 'agency_fee' }, 200);
  await post({ key: 'billing:credit:undelivered', kind: 'credit' }, -200);
  expect(await spend()).toBe(80);
});
