import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tenant } from '../../core/contract.ts';
import { scopeOf, withScope } from '../../core/data/tenant.ts';
import { WalletWorld } from './wallet-world.ts';

describe('the walls around the ledger', () => {
  let world: WalletWorld;
  beforeAll(async () => {
    world = await WalletWorld.start();
    await world.topUp();
    await world.charge([
      { retailCents: 200, wholesaleCents: 50 },
      { retailCents: 300, wholesaleCents: 80, client: 1 },
    ]);
    await world.charge([{ retailCents: 700, wholesaleCents: 90 }], world.b);
  });
  afterAll(() => world.app.close());

  const entriesOf = (tenant: Tenant): Promise<{ kind: string; cents: number }[]> =>
    withScope(world.app.kernel.tenants, scopeOf(tenant), async (db) =>
      (
        (await db('ledger_entry as e')
          .join('ledger_account as a', 'a.id', 'e.account_id')
          .select('a.kind', 'e.amount_cents')
          .orderBy('e.id')) as { kind: string; amount_cents: string }[]
      ).map((e) => ({ kind: e.kind, cents: Number(e.amount_cents) })),
    );

  test('a client sees what it owes, and neither wholesale nor another client', async () => {
    expect(await entriesOf(world.a.clients[0]!.tenant)).toEqual([{ kind: 'receivable', cents: 200 }]);
    expect(await entriesOf(world.a.clients[1]!.tenant)).toEqual([{ kind: 'receivable', cents: 300 }]);
    const rows = await withScope(world.app.kernel.tenants, scopeOf(world.a.clients[0]!.tenant), async (db) => ({
      balance: await db('ledger_balance'),
      state: await db('wallet_state'),
      operations: await db('wallet_operation'),
      payments: await db('payments_operation'),
    }));
    expect(rows).toEqual({ balance: [], state: [], operations: [], payments: [] });
  });

  test('an agency sees its own books, and none of another', async () => {
    const kinds = (await entriesOf(world.b.tenant)).map((e) => e.kind).sort();
    expect(kinds).toEqual(['cost', 'payable', 'receivable', 'revenue']);
    const other = await world.app.call('GET', `/api/till/balance/${world.a.tenant.id}`, world.b.owner);
    expect(other.status).toBe(404);
    const client = await world.app.call('GET', `/api/till/balance/${world.a.tenant.id}`, world.a.clients[0]!.user);
    expect(client.status).toBe(404);
  });

  test('nobody charges another agency, nor the clients of one', async () => {
    const before = await world.balance();
    expect((await world.charge([{}], world.a, world.b.owner)).status).toBe(404);
    const foreign = await world.app.call('POST', '/api/till/charge', world.a.owner, {
      body: {
        agencyId: world.a.tenant.id,
        charges: [{ leadId: 'x', campaignId: 1, companyId: world.b.clients[0]!.tenant.id, retailCents: 1, wholesaleCents: 1 }],
      },
    });
    expect(foreign.status).toBe(404);
    expect(await world.balance()).toBe(before);
    expect(await world.breaches()).toEqual([]);
  });

  test('a client learns that its campaign cannot start, and not why the wallet is empty', async () => {
    const guard = async (agency = world.a) =>
      (await world.app.call('GET', '/api/till/guard', agency.clients[0]!.user)).body.codes as string[];
    expect(await guard()).toEqual([]);
    await world.charge([{ wholesaleCents: (await world.balance()) - 49 }]);
    expect(await guard()).toEqual(['wallet.guard.empty']);
    expect(await guard(world.b)).toEqual([]);
    await world.topUp();
  });

  test('the root may ask about and charge an agency below it', async () => {
    const { operator } = world.app.world;
    expect((await world.app.call('GET', `/api/till/balance/${world.a.tenant.id}`, operator)).body).toEqual({
      cents: await world.balance(),
      onWallet: true,
    });
    expect((await world.charge([{ wholesaleCents: 10 }], world.a, operator)).status).toBe(200);
  });
});
