import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { told, WalletWorld } from './wallet-world.ts';

describe('top-ups', () => {
  let world: WalletWorld;
  beforeEach(async () => {
    world = await WalletWorld.start();
    await world.app.tokenOf(world.a.owner); // parallel calls are to be of one session
  });
  afterEach(async () => {
    expect(await world.breaches()).toEqual([]);
    await world.app.close();
  });
  const all = <R>(count: number, work: () => Promise<R>): Promise<R[]> => Promise.all(Array.from({ length: count }, work));

  test('a double click charges once and answers both', async () => {
    const answers = await all(8, () => world.topUp({}, null));
    expect(answers.map((a) => [a.status, a.body.result])).toEqual(answers.map(() => [200, 'success']));
    expect(await world.balance()).toBe(25_000);
    expect(await world.sandboxCharges()).toBe(1);
    expect(await world.topUps()).toHaveLength(1);
  });

  test('the same key charges once, for ever; with another request it is refused', async () => {
    const key = randomUUID();
    expect((await all(8, () => world.topUp({}, key))).every((a) => a.status === 200)).toBe(true);
    await world.app.kernel.platform('wallet_operation').update({ created_at: new Date(Date.now() - 48 * 3_600_000) });
    expect((await world.topUp({}, key)).status).toBe(200);
    expect((await world.topUp({ amount: '500' }, key)).status).toBe(422);
    expect(await world.sandboxCharges()).toBe(1);
  });

  test('after a minute the same request is a new wish', async () => {
    await world.topUp({}, null);
    await world.app.kernel.platform('wallet_operation').update({ created_at: new Date(Date.now() - 61_000) });
    await world.topUp({}, null);
    expect(await world.balance()).toBe(50_000);
  });

  test('different wishes at once: one is carried out, the others are told to wait or follow it', async () => {
    const answers = await all(8, () => world.topUp());
    const paid = answers.filter((a) => a.status === 200).length;
    expect(answers.filter((a) => a.status === 409)).toHaveLength(8 - paid);
    expect(await world.balance()).toBe(paid * 25_000);
    expect(await world.sandboxCharges()).toBe(paid);
  });

  test('a lost answer leaves the outcome open; the reconciler learns it, once, and nothing is charged twice', async () => {
    await world.useCard('answer_lost');
    const answer = await world.topUp();
    expect(answer.body).toMatchObject({ result: 'pending' });
    expect((await world.topUp()).body.code).toBe('wallet.problem.in-progress');
    expect(await world.balance()).toBe(0);
    await Promise.all([world.app.settle(), world.app.settle()]);
    expect(await world.balance()).toBe(25_000);
    expect((await world.topUps()).map((o) => o.state)).toEqual(['succeeded']);
    expect(await world.sandboxCharges()).toBe(1);
    await world.useCard('approved');
    expect((await world.topUp()).status).toBe(200);
  });

  test('a process that died before the call leaves no charge; after five minutes the wish is over', async () => {
    await world.useCard('declined');
    await world.topUp();
    const { platform } = world.app.kernel;
    await platform('payments_sandbox').where({ kind: 'charge' }).delete();
    await platform('wallet_operation').update({ state: 'open', reason: null, finished_at: null });
    await platform('payments_operation').update({ state: 'submitted', reason: null, finished_at: null, check_at: new Date(0) });
    await world.app.settle();
    expect((await world.topUps())[0]!.state).toBe('open');
    await platform('payments_operation').update({ submitted_at: new Date(Date.now() - 6 * 60_000), check_at: new Date(0) });
    await world.app.settle();
    expect((await world.topUps())[0]).toMatchObject({ state: 'failed', reason: 'not_charged' });
    expect(await world.balance()).toBe(0);
  });

  describe('by themselves', () => {
    const low = async (cents = 23_000): Promise<void> => {
      expect((await world.topUp({ stop_continual: 'F' })).status).toBe(200);
      expect((await world.charge([{ wholesaleCents: cents }])).status).toBe(200);
    };
    const hourLater = () => world.app.kernel.platform('wallet_state').update({ retry_at: new Date(0) });
    const state = async () =>
      (await world.app.kernel.platform('wallet_state').where({ company_id: world.a.tenant.id }).first()) as {
        stop_continual: boolean;
        failures: number;
      };

    test('come when less than a tenth is left, one however many ask', async () => {
      await low(22_500);
      await world.app.settle();
      expect(await world.topUps()).toHaveLength(1); // exactly a tenth is not less than a tenth
      await all(8, () => world.charge([{ wholesaleCents: 10 }]));
      await Promise.all([world.app.settle(), world.app.settle()]);
      expect((await world.topUps()).map((o) => [o.source, o.state])).toEqual([
        ['manual', 'succeeded'],
        ['auto', 'succeeded'],
      ]);
      expect(await world.balance()).toBe(50_000 - 22_580);
    });

    test('do not come when stopped', async () => {
      await low();
      await world.app.call('POST', '/api/configuration/agencies/prepaid/stop-continual-topup-direct-payment', world.a.owner, {
        body: { stop_continual: 'T' },
      });
      const before = (await world.topUps()).length;
      await world.charge([{ wholesaleCents: 1_000 }]);
      await world.app.settle();
      expect((await world.topUps()).length - before).toBe(0);
    });

    test('stop after three failures an hour apart, and tell the owner', async () => {
      expect((await world.topUp({ stop_continual: 'F' })).status).toBe(200);
      await world.useCard('declined');
      await world.charge([{ wholesaleCents: 24_000 }]);
      for (let failures = 1; failures <= 3; failures++) {
        await world.app.settle();
        await world.app.settle();
        expect(await state()).toMatchObject({ failures, stop_continual: failures === 3 });
        await hourLater();
      }
      await world.app.settle();
      expect((await world.topUps()).map((o) => o.number)).toEqual([1, 2, 3, 4]);
      const mails = (await world.app.kernel.platform('core_mail').select('recipient', 'subject')) as object[];
      expect(mails).toEqual([{ recipient: world.a.owner.email, subject: 'Auto top-up of your data wallet has stopped' }]);
    });

    test('try a new card at once', async () => {
      expect((await world.topUp({ stop_continual: 'F' })).status).toBe(200);
      await world.useCard('declined');
      await world.charge([{ wholesaleCents: 24_000 }]);
      await world.app.settle();
      expect(await state()).toMatchObject({ failures: 1, stop_continual: false });
      await world.useCard('approved');
      await world.app.settle();
      expect(await state()).toMatchObject({ failures: 0, stop_continual: false });
      expect(await world.balance()).toBe(26_000);
    });

    test('stop when there is no card any more, and tell the owner', async () => {
      expect((await world.topUp({ stop_continual: 'F' })).status).toBe(200);
      await world.app.kernel.platform('payments_payer').update({ card: null });
      await world.charge([{ wholesaleCents: 24_000 }]);
      await world.app.settle();
      expect(await state()).toMatchObject({ stop_continual: true });
      const mail = await world.app.kernel.platform('core_mail').where({ recipient: world.a.owner.email }).first('body');
      expect(mail.body).toContain('You have no card on file.');
    });

    test('stop at once when the card is gone for good', async () => {
      expect((await world.topUp({ stop_continual: 'F' })).status).toBe(200);
      await world.useCard('declined_for_good');
      await world.charge([{ wholesaleCents: 24_000 }]);
      await world.app.settle();
      expect(await state()).toMatchObject({ failures: 1, stop_continual: true });
    });

    test('take at most four times the amount in a month', async () => {
      expect((await world.topUp({ stop_continual: 'F' })).status).toBe(200);
      for (let round = 0; round < 6; round++) {
        await world.charge([{ wholesaleCents: (await world.balance()) - 100 }]);
        await world.app.settle();
      }
      expect((await world.topUps()).filter((o) => o.source === 'auto')).toHaveLength(4);
      expect(await world.balance()).toBe(100);
    });

    test('wait for the outcome of the one under way', async () => {
      expect((await world.topUp({ stop_continual: 'F' })).status).toBe(200);
      await world.useCard('answer_lost');
      await world.charge([{ wholesaleCents: 24_000 }]);
      await world.app.settle();
      await world.app.settle();
      expect((await world.topUps()).map((o) => o.state)).toEqual(['succeeded', 'succeeded']);
      expect(await world.sandboxCharges()).toBe(2);
      expect(told).toEqual([]);
    });
  });
});
