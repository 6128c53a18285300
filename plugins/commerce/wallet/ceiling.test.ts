import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { WalletFixtures } from '../../../tests/money/wallet-fixtures.ts';
import { ceilingOf, saveCeiling } from './auto-policy.ts';
import { lockWallet } from './data-wallet.ts';

/** What continual top-ups may take in a month is the agency's own word. */
describe('the most per month', () => {
  let fixtures: WalletFixtures;
  beforeEach(async () => {
    await fixtures?.app.close();
    fixtures = await WalletFixtures.start();
    expect((await fixtures.topUp({ stop_continual: 'F' })).status).toBe(200);
  });
  afterAll(() => fixtures.app.close());

  const save = (cents: number, amountCents = 25_000) =>
    fixtures.app.inside(fixtures.a.tenant, 'wallet', async (ctx) =>
      saveCeiling(ctx, await lockWallet(ctx, ctx.tenant.id), cents, amountCents),
    );
  const ceiling = () =>
    fixtures.app.inside(fixtures.a.tenant, 'wallet', async (ctx) => ceilingOf(ctx, await lockWallet(ctx, ctx.tenant.id)));
  const use = async (times: number): Promise<void> => {
    for (let round = 0; round < times; round++) {
      await fixtures.charge([{ wholesaleCents: (await fixtures.balance()) - 100 }]);
      await fixtures.app.settle();
    }
  };
  const automatic = async () => (await fixtures.topUps()).filter((o) => o.source === 'auto').length;
  const mails = async () =>
    ((await fixtures.app.kernel.platform('core_mail').where({ recipient: fixtures.a.owner.email }).orderBy('id')) as { body: string }[])
      .map((mail) => mail.body)
      .filter((body) => body.includes('limited'));

  test('is four times the amount unless somebody says otherwise, and follows the amount', async () => {
    expect(await ceiling()).toBe(100_000);
    await save(100_000);
    await fixtures.topUp({ amount: '500' });
    expect(await ceiling()).toBe(200_000);
  });

  test('is kept to, told of with its amount, and raised in the middle of a month', async () => {
    await save(60_000);
    await use(4);
    expect(await automatic()).toBe(2);
    expect(await mails()).toEqual([expect.stringContaining('limited to $600.00 a month')]);
    await save(80_000);
    await fixtures.app.settle();
    expect(await automatic()).toBe(3);
    await save(60_000);
    await use(2);
    expect(await automatic()).toBe(3);
  });

  test('is told of when half and all of it is used, once each, and shown', async () => {
    const alarms = async () =>
      (await fixtures.app.kernel
        .platform('core_mail')
        .where({ recipient: fixtures.a.owner.email })
        .whereLike('subject', '%top-up limit is used')
        .orderBy('id')
        .pluck('subject')) as string[];
    await use(1);
    expect(await alarms()).toEqual([]);
    await use(1);
    expect((await alarms()).map((subject) => subject.slice(0, 3))).toEqual(['50%']);
    const onScreen = async () => (await fixtures.app.call('GET', '/api/wallet/alarms', fixtures.a.owner)).body;
    expect(await onScreen()).toMatchObject({ ceiling: 50, taken: '$500.00', limit: '$1,000.00' });
    await use(4);
    expect((await alarms()).map((subject) => subject.slice(0, 4))).toEqual(['50% ', '100%']);
    expect(await onScreen()).toMatchObject({ ceiling: 100 });
    const summary = await fixtures.app.call('GET', '/api/wallet/summary', fixtures.a.owner);
    expect(summary.body).toMatchObject({ taken_this_month: 100_000, month_limit: '$1,000.00', card_text: 'Visa ending in 4242' });
  });

  test('allows at least one top-up, of the amount that is about to hold', async () => {
    await expect(save(24_999)).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'most_per_month', message: expect.stringContaining('wallet.ceiling.least') }],
    });
    await expect(save(40_000, 50_000)).rejects.toMatchObject({ status: 422 });
    expect(await ceiling()).toBe(100_000);
    await save(25_000);
    await use(3);
    expect(await automatic()).toBe(1);
  });

  test('is never passed, also when the amount grew beyond it', async () => {
    await save(30_000);
    await fixtures.topUp({ amount: '500' });
    await use(2);
    expect(await automatic()).toBe(0);
    expect(await mails()).toHaveLength(1);
  });

  test('is of the agency alone', async () => {
    await save(30_000);
    expect(
      await fixtures.app.inside(fixtures.b.tenant, 'wallet', async (ctx) => ceilingOf(ctx, await lockWallet(ctx, ctx.tenant.id))),
    ).toBe(100_000);
  });

  test('is set with the top-up or beside it, shown, and refused on its field without anything being charged', async () => {
    const summary = async () => (await fixtures.app.call('GET', '/api/wallet/summary', fixtures.a.owner)).body;
    expect((await fixtures.topUp({ most_per_month: 60_000 })).status).toBe(200);
    expect(await summary()).toMatchObject({ next_amount_cents: 25_000, most_per_month: 60_000 });
    const charges = await fixtures.sandboxCharges();
    const refused = await fixtures.topUp({ amount: '1000', most_per_month: 60_000 });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ field: 'most_per_month', message: 'The monthly limit must cover at least one top-up: $1,000.00.' }],
    ]);
    expect(await fixtures.sandboxCharges()).toBe(charges);
    const send = (body: object) =>
      fixtures.app.call('POST', '/api/configuration/agencies/prepaid/save-prepaid-direct-payment', fixtures.a.owner, { body });
    expect((await send({ amount: '500', most_per_month: 49_999 })).status).toBe(422);
    expect((await send({ amount: '500', most_per_month: 150_000 })).status).toBe(200);
    expect(await summary()).toMatchObject({ next_amount_cents: 50_000, most_per_month: 150_000 });
  });
});
