import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { told, WalletFixtures } from './wallet-fixtures.ts';

describe('top-ups', () => {
  let fixtures: WalletFixtures;
  beforeEach(async () => {
    fixtures = await WalletFixtures.start();
    await fixtures.app.tokenOf(fixtures.a.owner); // parallel calls are to be of one session
  });
  afterEach(async () => {
    expect(await fixtures.breaches()).toEqual([]);
    await fixtures.app.close();
  });
  const all = <R>(count: number, work: () => Promise<R>): Promise<R[]> => Promise.all(Array.from({ length: count }, work));

  test('a double click charges once and answers both', async () => {
    const answers = await all(8, () => fixtures.topUp({}, null));
    expect(answers.map((a) => [a.status, a.body.result])).toEqual(answers.map(() => [200, 'success']));
    expect(await fixtures.balance()).toBe(25_000);
    expect(await fixtures.sandboxCharges()).toBe(1);
    expect(await fixtures.topUps()).toHaveLength(1);
  });

  test('the same key charges once, for ever; with another request it is refused', async () => {
    const key = randomUUID();
    expect((await all(8, () => fixtures.topUp({}, key))).every((a) => a.status === 200)).toBe(true);
    await fixtures.app.kernel.platform('wallet_operation').update({ created_at: new Date(Date.now() - 48 * 3_600_000) });
    expect((await fixtures.topUp({}, key)).status).toBe(200);
    expect((await fixtures.topUp({ amount: '500' }, key)).status).toBe(422);
    expect(await fixtures.sandboxCharges()).toBe(1);
  });

  test('the hourly check fails by a top-up without its credit, by a credit without its top-up, and by another amount', async () => {
    const { app } = fixtures;
    await fixtures.topUp();
    await app.tick('wallet.top-up-check');
    const { id } = (await fixtures.topUps())[0]!;
    const spoilt = async (change: object, back: object): Promise<void> => {
      const operation = app.kernel.platform('wallet_operation').where({ id });
      await operation.clone().update(change);
      await expect(app.tick('wallet.top-up-check')).rejects.toThrow(`A top-up and its credit in the ledger differ: ${id}`);
      await operation.clone().update(back);
    };
    await spoilt({ amount_cents: 24_999 }, { amount_cents: 25_000 });
    await spoilt({ state: 'failed' }, { state: 'succeeded' });
    await app.asOwner(
      `alter table ledger_posting disable trigger user; update ledger_posting set code = 'wallet.refund' where reference = '${id}'`,
    );
    await expect(app.tick('wallet.top-up-check')).rejects.toThrow(id);
    await app.asOwner(
      `update ledger_posting set code = 'wallet.top-up' where reference = '${id}'; alter table ledger_posting enable trigger user`,
    );
    await app.tick('wallet.top-up-check');
  });

  test('after a minute the same request is a new wish', async () => {
    await fixtures.topUp({}, null);
    await fixtures.app.kernel.platform('wallet_operation').update({ created_at: new Date(Date.now() - 61_000) });
    await fixtures.topUp({}, null);
    expect(await fixtures.balance()).toBe(50_000);
  });

  test('different wishes at once: one is carried out, the others are told to wait or follow it', async () => {
    const answers = await all(8, () => fixtures.topUp());
    const paid = answers.filter((a) => a.status === 200).length;
    expect(answers.filter((a) => a.status === 409)).toHaveLength(8 - paid);
    expect(await fixtures.balance()).toBe(paid * 25_000);
    expect(await fixtures.sandboxCharges()).toBe(paid);
  });

  test('a lost answer leaves the outcome open; the reconciler learns it, once, and nothing is charged twice', async () => {
    await fixtures.useCard('answer_lost');
    const answer = await fixtures.topUp();
    expect(answer.body).toMatchObject({ result: 'pending' });
    expect((await fixtures.topUp()).body.code).toBe('wallet.problem.in-progress');
    expect(await fixtures.balance()).toBe(0);
    await Promise.all([fixtures.app.settle(), fixtures.app.settle()]);
    expect(await fixtures.balance()).toBe(25_000);
    expect((await fixtures.topUps()).map((o) => o.state)).toEqual(['succeeded']);
    expect(await fixtures.sandboxCharges()).toBe(1);
    await fixtures.useCard('approved');
    expect((await fixtures.topUp()).status).toBe(200);
  });

  test('a process that died before the call leaves no charge; after five minutes the wish is over', async () => {
    await fixtures.useCard('declined');
    await fixtures.topUp();
    const { platform } = fixtures.app.kernel;
    await platform('payments_sandbox').where({ kind: 'charge' }).delete();
    await platform('wallet_operation').update({ state: 'open', reason: null, finished_at: null });
    await platform('payments_operation').update({ state: 'submitted', reason: null, finished_at: null, check_at: new Date(0) });
    await fixtures.app.settle();
    expect((await fixtures.topUps())[0]!.state).toBe('open');
    await platform('payments_operation').update({ submitted_at: new Date(Date.now() - 6 * 60_000), check_at: new Date(0) });
    await fixtures.app.settle();
    expect((await fixtures.topUps())[0]).toMatchObject({ state: 'failed', reason: 'not_charged' });
    expect(await fixtures.balance()).toBe(0);
  });

  describe('by themselves', () => {
    const low = async (cents = 23_000): Promise<void> => {
      expect((await fixtures.topUp({ stop_continual: 'F' })).status).toBe(200);
      expect((await fixtures.charge([{ wholesaleCents: cents }])).status).toBe(200);
    };
    const hourLater = () => fixtures.app.kernel.platform('wallet_state').update({ retry_at: new Date(0) });
    const state = async () =>
      (await fixtures.app.kernel.platform('wallet_state').where({ company_id: fixtures.a.tenant.id }).first()) as {
        stop_continual: boolean;
        failures: number;
      };

    test('come when less than a tenth is left, one however many ask', async () => {
      await low(22_500);
      await fixtures.app.settle();
      expect(await fixtures.topUps()).toHaveLength(1); // exactly a tenth is not less than a tenth
      await all(8, () => fixtures.charge([{ wholesaleCents: 10 }]));
      await Promise.all([fixtures.app.settle(), fixtures.app.settle()]);
      expect((await fixtures.topUps()).map((o) => [o.source, o.state])).toEqual([
        ['manual', 'succeeded'],
        ['auto', 'succeeded'],
      ]);
      expect(await fixtures.balance()).toBe(50_000 - 22_580);
    });

    test('do not come when stopped', async () => {
      await low();
      await fixtures.app.call('POST', '/api/configuration/agencies/prepaid/stop-continual-topup-direct-payment', fixtures.a.owner, {
        body: { stop_continual: 'T' },
      });
      const before = (await fixtures.topUps()).length;
      await fixtures.charge([{ wholesaleCents: 1_000 }]);
      await fixtures.app.settle();
      expect((await fixtures.topUps()).length - before).toBe(0);
    });

    test('stop after three failures an hour apart, and tell the owner', async () => {
      expect((await fixtures.topUp({ stop_continual: 'F' })).status).toBe(200);
      await fixtures.useCard('declined');
      await fixtures.charge([{ wholesaleCents: 24_000 }]);
      for (let failures = 1; failures <= 3; failures++) {
        await fixtures.app.settle();
        await fixtures.app.settle();
        expect(await state()).toMatchObject({ failures, stop_continual: failures === 3 });
        await hourLater();
      }
      await fixtures.app.settle();
      expect((await fixtures.topUps()).map((o) => o.number)).toEqual([1, 2, 3, 4]);
      const mails = (await fixtures.app.kernel.platform('core_mail').select('recipient', 'subject')) as object[];
      expect(mails).toEqual([{ recipient: fixtures.a.owner.email, subject: 'Auto top-up of your data wallet has stopped' }]);
    });

    test('try a new card at once', async () => {
      expect((await fixtures.topUp({ stop_continual: 'F' })).status).toBe(200);
      await fixtures.useCard('declined');
      await fixtures.charge([{ wholesaleCents: 24_000 }]);
      await fixtures.app.settle();
      expect(await state()).toMatchObject({ failures: 1, stop_continual: false });
      await fixtures.useCard('approved');
      await fixtures.app.settle();
      expect(await state()).toMatchObject({ failures: 0, stop_continual: false });
      expect(await fixtures.balance()).toBe(26_000);
    });

    test('stop when there is no card any more, and tell the owner', async () => {
      expect((await fixtures.topUp({ stop_continual: 'F' })).status).toBe(200);
      await fixtures.app.kernel.platform('payments_payer').update({ card: null });
      await fixtures.charge([{ wholesaleCents: 24_000 }]);
      await fixtures.app.settle();
      expect(await state()).toMatchObject({ stop_continual: true });
      const mail = await fixtures.app.kernel.platform('core_mail').where({ recipient: fixtures.a.owner.email }).first('body');
      expect(mail.body).toContain('You have no card on file.');
    });

    test('stop at once when the card is gone for good', async () => {
      expect((await fixtures.topUp({ stop_continual: 'F' })).status).toBe(200);
      await fixtures.useCard('declined_for_good');
      await fixtures.charge([{ wholesaleCents: 24_000 }]);
      await fixtures.app.settle();
      expect(await state()).toMatchObject({ failures: 1, stop_continual: true });
    });

    test('take at most four times the amount in a month', async () => {
      expect((await fixtures.topUp({ stop_continual: 'F' })).status).toBe(200);
      for (let round = 0; round < 6; round++) {
        await fixtures.charge([{ wholesaleCents: (await fixtures.balance()) - 100 }]);
        await fixtures.app.settle();
      }
      expect((await fixtures.topUps()).filter((o) => o.source === 'auto')).toHaveLength(4);
      expect(await fixtures.balance()).toBe(100);
    });

    test('wait for the outcome of the one under way', async () => {
      expect((await fixtures.topUp({ stop_continual: 'F' })).status).toBe(200);
      await fixtures.useCard('answer_lost');
      await fixtures.charge([{ wholesaleCents: 24_000 }]);
      await fixtures.app.settle();
      await fixtures.app.settle();
      expect((await fixtures.topUps()).map((o) => o.state)).toEqual(['succeeded', 'succeeded']);
      expect(await fixtures.sandboxCharges()).toBe(2);
      expect(told).toEqual([]);
    });
  });
});
