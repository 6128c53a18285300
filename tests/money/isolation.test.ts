import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tenant } from '../../core/contract.ts';
import { scopeOf, withScope } from '../../core/data/tenant.ts';
import { WalletFixtures } from './wallet-fixtures.ts';

describe('the isolation of the ledger', () => {
  let fixtures: WalletFixtures;
  beforeAll(async () => {
    fixtures = await WalletFixtures.start();
    await fixtures.topUp();
    await fixtures.charge([
      { retailCents: 200, wholesaleCents: 50 },
      { retailCents: 300, wholesaleCents: 80, client: 1 },
    ]);
    await fixtures.charge([{ retailCents: 700, wholesaleCents: 90 }], fixtures.b);
  });
  afterAll(() => fixtures.app.close());

  const entriesOf = (tenant: Tenant): Promise<{ kind: string; cents: number }[]> =>
    withScope(fixtures.app.kernel.tenants, scopeOf(tenant), async (db) =>
      (
        (await db('ledger_entry as e')
          .join('ledger_account as a', 'a.id', 'e.account_id')
          .select('a.kind', 'e.amount_cents')
          .orderBy('e.id')) as { kind: string; amount_cents: string }[]
      ).map((e) => ({ kind: e.kind, cents: Number(e.amount_cents) })),
    );

  test('a client sees what it owes, and neither wholesale nor another client', async () => {
    expect(await entriesOf(fixtures.a.clients[0]!.tenant)).toEqual([{ kind: 'receivable', cents: 200 }]);
    expect(await entriesOf(fixtures.a.clients[1]!.tenant)).toEqual([{ kind: 'receivable', cents: 300 }]);
    const rows = await withScope(fixtures.app.kernel.tenants, scopeOf(fixtures.a.clients[0]!.tenant), async (db) => ({
      balance: await db('ledger_balance'),
      state: await db('wallet_state'),
      operations: await db('wallet_operation'),
      payments: await db('payments_operation'),
    }));
    expect(rows).toEqual({ balance: [], state: [], operations: [], payments: [] });
  });

  test('an agency sees its own books, and none of another', async () => {
    const kinds = (await entriesOf(fixtures.b.tenant)).map((e) => e.kind).sort();
    expect(kinds).toEqual(['cost', 'payable', 'receivable', 'revenue']);
    const other = await fixtures.app.call('GET', `/api/till/balance/${fixtures.a.tenant.id}`, fixtures.b.owner);
    expect(other.status).toBe(404);
    const client = await fixtures.app.call('GET', `/api/till/balance/${fixtures.a.tenant.id}`, fixtures.a.clients[0]!.user);
    expect(client.status).toBe(404);
  });

  test('nobody charges another agency, nor the clients of one', async () => {
    const before = await fixtures.balance();
    expect((await fixtures.charge([{}], fixtures.a, fixtures.b.owner)).status).toBe(404);
    const foreign = await fixtures.app.call('POST', '/api/till/charge', fixtures.a.owner, {
      body: {
        agencyId: fixtures.a.tenant.id,
        charges: [{ leadId: 'x', campaignId: 1, companyId: fixtures.b.clients[0]!.tenant.id, retailCents: 1, wholesaleCents: 1 }],
      },
    });
    expect(foreign.status).toBe(404);
    expect(await fixtures.balance()).toBe(before);
    expect(await fixtures.breaches()).toEqual([]);
  });

  test('a client learns that its campaign cannot start, and not why the wallet is empty', async () => {
    const guard = async (agency = fixtures.a) =>
      (await fixtures.app.call('GET', '/api/till/guard', agency.clients[0]!.user)).body.codes as string[];
    expect(await guard()).toEqual([]);
    await fixtures.charge([{ wholesaleCents: (await fixtures.balance()) - 49 }]);
    expect(await guard()).toEqual(['wallet.guard.empty']);
    expect(await guard(fixtures.b)).toEqual([]);
    await fixtures.topUp();
  });

  test('the root may ask about and charge an agency below it', async () => {
    const { operator } = fixtures.app.fixtures;
    expect((await fixtures.app.call('GET', `/api/till/balance/${fixtures.a.tenant.id}`, operator)).body).toEqual({
      cents: await fixtures.balance(),
      onWallet: true,
    });
    expect((await fixtures.charge([{ wholesaleCents: 10 }], fixtures.a, operator)).status).toBe(200);
  });
});
