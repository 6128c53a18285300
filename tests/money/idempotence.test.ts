import { randomUUID } from 'node:crypto';
import { fc, test } from '@fast-check/vitest';
import { afterAll, beforeAll, expect } from 'vitest';
import { PREPAID, WalletWorld } from './wallet-world.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await WalletWorld.start();
  await world.app.tokenOf(world.a.owner);
  await world.topUp({ amount: '1000' });
});
afterAll(() => world.app.close());

const operation = fc.record({
  kind: fc.constantFrom('top up' as const, 'leads' as const, 'fee' as const, 'refund' as const),
  times: fc.integer({ min: 1, max: 20 }),
  cents: fc.integer({ min: 1, max: 900 }),
});

/** What stands on the accounts that the operations move. */
const books = async () => ({
  wallet: await world.book('wallet'),
  cash: await world.book('cash'),
  receivable: await world.book('receivable'),
  cost: await world.book('cost'),
});
const together = <R>(times: number, work: () => Promise<R>): Promise<R[]> => Promise.all(Array.from({ length: times }, work));

test.prop([fc.array(operation, { minLength: 6, maxLength: 10 })], { numRuns: 3, endOnFailure: true })(
  'each operation, sent one to twenty times at once, has one effect',
  async (operations) => {
    for (const { kind, times, cents } of operations) {
      await world.app.kernel.platform('core_rate').delete();
      const before = await books();
      const key = randomUUID();
      if (kind === 'top up') {
        const answers = await together(times, () => world.topUp({}, key));
        expect(new Set(answers.map((a) => `${a.status} ${a.text}`)).size).toBe(1);
        expect((await world.topUp({ amount: '500' }, key)).status).toBe(422); // the key is taken by another wish
        expect(await books()).toEqual({ ...before, wallet: before.wallet + 25_000, cash: before.cash - 25_000 });
      } else if (kind === 'leads') {
        const leads = [{ leadId: key, retailCents: cents, wholesaleCents: 10 }];
        expect((await together(times, () => world.charge(leads))).map((a) => a.status)).toEqual(Array(times).fill(200));
        const { wallet, receivable, cost } = before;
        expect(await books()).toEqual({ ...before, wallet: wallet - 10, cost: cost + 10, receivable: receivable + cents });
      } else if (kind === 'fee') {
        const answers = await together(times, () => world.post(key, cents));
        expect(answers.filter((a) => (a.body as { isNew: boolean }).isNew)).toHaveLength(1);
        expect(await books()).toEqual({ ...before, receivable: before.receivable + cents });
      } else {
        await world.topUp({ amount: '500' });
        const { id } = (await world.topUps()).at(-1)!;
        const body = { company_id: world.a.tenant.id, operation_id: id };
        const path = `${PREPAID}/reverse-direct-payment`;
        const answers = await together(times, () => world.app.call('POST', path, world.app.world.operator, { body }));
        expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
        expect(await books()).toEqual(before);
      }
      expect(await world.breaches()).toEqual([]);
    }
    expect(await world.sandboxCharges()).toBe((await world.topUps()).filter((t) => t.state === 'succeeded').length);
  },
  60_000,
);
