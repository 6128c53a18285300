import { randomUUID } from 'node:crypto';
import { fc, test } from '@fast-check/vitest';
import { afterAll, beforeAll, expect } from 'vitest';
import { WalletWorld } from './wallet-world.ts';

/** What may happen to a wallet; amounts are small against the balance at times, and larger at others. */
const step = fc.oneof(
  fc.record({ do: fc.constant('top up' as const), dollars: fc.constantFrom('250', '500') }),
  fc.record({ do: fc.constant('decline' as const) }),
  fc.record({
    do: fc.constant('charge' as const),
    leads: fc.array(
      fc.record({ retail: fc.integer({ min: 0, max: 500 }), wholesale: fc.integer({ min: 0, max: 9_000 }), client: fc.constantFrom(0, 1) }),
      { minLength: 1, maxLength: 6 },
    ),
  }),
  fc.record({ do: fc.constant('sell' as const), want: fc.integer({ min: 1, max: 8 }), cents: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({ do: fc.constant('repeat' as const) }),
  fc.record({ do: fc.constant('refund' as const), which: fc.nat() }),
);

/** The ledger again, in a few lines and one thread. */
class Model {
  balance = 0;
  receivable = 0;
  cost = 0;
  /** Top-ups not taken back. */
  readonly paid: number[] = [];
  last: { leads: { leadId: string; retail: number; wholesale: number; client: number }[] } | null = null;
}

let world: WalletWorld;
/** All runs share one wallet, so that its history grows long. */
const model = new Model();
const reversed = new Set<string>();
beforeAll(async () => {
  world = await WalletWorld.start();
});
afterAll(() => world.app.close());

async function post(leads: { leadId: string; retail: number; wholesale: number; client: number }[]): Promise<number> {
  return (
    await world.charge(leads.map((l) => ({ leadId: l.leadId, retailCents: l.retail, wholesaleCents: l.wholesale, client: l.client })))
  ).status;
}

async function take(action: typeof step extends fc.Arbitrary<infer S> ? S : never): Promise<void> {
  switch (action.do) {
    case 'top up':
      expect((await world.topUp({ amount: action.dollars })).status).toBe(200);
      model.balance += Number(action.dollars) * 100;
      model.paid.push(Number(action.dollars) * 100);
      break;
    case 'decline':
      expect((await world.topUp({ test_card: 'declined' })).status).toBe(402);
      break;
    case 'charge': {
      const leads = action.leads.map((l) => ({ ...l, leadId: randomUUID() }));
      const cost = leads.reduce((sum, l) => sum + l.wholesale, 0);
      const fits = cost <= model.balance || cost === 0;
      expect(await post(leads)).toBe(fits ? 200 : 409);
      if (!fits) break;
      model.balance -= cost;
      model.cost += cost;
      model.receivable += leads.reduce((sum, l) => sum + l.retail, 0);
      model.last = { leads };
      break;
    }
    case 'sell': {
      const can = Math.min(action.want, Math.max(0, Math.floor(model.balance / action.cents)));
      expect((await world.sell(action.want, action.cents)).body).toEqual({ sold: can });
      model.balance -= can * action.cents;
      model.cost += can * action.cents;
      model.receivable += can * 200;
      break;
    }
    case 'repeat':
      if (model.last) expect(await post(model.last.leads)).toBe(200);
      break;
    case 'refund': {
      if (model.paid.length === 0) break;
      const which = action.which % model.paid.length;
      const operation = (await world.operations()).filter((o) => o.state === 'succeeded' && !reversed.has(o.id))[which]!;
      const body = { company_id: world.a.tenant.id, operation_id: operation.id, kind: 'refund' };
      const call = () =>
        world.app.call('POST', '/api/configuration/agencies/prepaid/reverse-direct-payment', world.app.world.operator, { body });
      expect((await call()).status).toBe(200);
      expect((await call()).status).toBe(422);
      reversed.add(operation.id);
      model.balance -= Number(operation.amount_cents);
      model.paid.splice(which, 1);
      break;
    }
  }
}
test.prop([fc.array(step, { minLength: 1, maxLength: 12 })], { numRuns: 50 })(
  'whatever happens, the ledger agrees with the model and adds up after every step',
  async (steps) => {
    await world.app.kernel.platform('core_rate').delete();
    for (const action of steps) {
      const before = model.balance;
      await take(action);
      expect(await world.balance()).toBe(model.balance);
      expect(await world.book('wallet')).toBe(model.balance); // I2
      expect(await world.breaches()).toEqual([]); // I1, I2, I3
      if (action.do !== 'refund') expect(model.balance).toBeGreaterThanOrEqual(Math.min(0, before)); // I4: only a reversal overdraws
    }
    expect(await world.book('receivable')).toBe(model.receivable);
    expect((await world.book('revenue')) + model.receivable).toBe(0);
    expect(await world.book('cost')).toBe(model.cost);
    expect(await world.book('payable')).toBe(0);
  },
  120_000,
);
