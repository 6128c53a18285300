import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { AgencyFixtures } from '../../../core/testing/fixtures.ts';
import { ArrearsFixtures } from '../../../tests/support/arrears-fixtures.ts';
import { Billing } from '../billing/contract.ts';
import plugin from './index.ts';
import { payNow } from './pay.service.ts';

let app: TestApp;
let fixtures: ArrearsFixtures;
let client: AgencyFixtures['clients'][number];
let campaign: number;
let token: string;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin] });
  fixtures = new ArrearsFixtures(app, app.fixtures.a);
  client = app.fixtures.a.clients[0]!;
  await fixtures.connect();
  await owe();
});
afterAll(() => app.close());

async function owe(of = client): Promise<void> {
  await fixtures.card(of.tenant, 'declined');
  campaign = await fixtures.campaign(of, `Shop ${Math.random()}`);
  await fixtures.setActive(campaign);
  await fixtures.bill(of);
  token = await fixtures.link(of.user);
}
const show = (of: string) => app.call('GET', `/api/pay/invoice/${of}`);
/** The status at another host, whose name `fetch` would not send. */
const statusAt = (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = app.serving;
    request({ host: 'localhost', port, path: `/api/pay/invoice/${token}`, headers: { host: `${host}:${port}` } }, (answer) =>
      resolve(answer.resume().statusCode!),
    )
      .on('error', reject)
      .end();
  });
const tryKept = (of = token) => app.call('POST', '/api/pay/try', null, { body: { token: of } });
const withCard = (tokenid: string, of = token) => app.call('POST', '/api/pay/card', null, { body: { token: of, tokenid } });

describe('a payment link', () => {
  test('shows its one invoice to whoever holds it, and nothing else', async () => {
    expect((await show(token)).body).toEqual({
      number: '2026-000001',
      company: 'Client A1',
      amount_cents: 2500,
      state: 'unpaid',
      card: expect.stringMatching(/\d{4}$/),
      may_pay: true,
      may_try: true,
    });
    const { body } = await app.call('GET', '/api/ui/bootstrap', null);
    expect(body.pages.find((p: { path: string }) => p.path === '/pay/:token').access).toEqual({ open: true });
    expect((await app.call('GET', `/api/pay/setup/${token}`)).body.gateway).toBe('sandbox');
    expect((await app.call('GET', '/api/dunning/owed')).status).toBe(401);
  });

  test('is refused when forged, changed, foreign or too old, always with the same words', async () => {
    const bytes = Buffer.from(token, 'base64url');
    const flipped = (at: number): string => {
      const copy = Buffer.from(bytes);
      copy[at]! ^= 1;
      return copy.toString('base64url');
    };
    const body = JSON.parse(bytes.subarray(32).toString());
    const forged = Buffer.concat([
      bytes.subarray(0, 32),
      Buffer.from(JSON.stringify({ ...body, companyId: app.fixtures.b.clients[0]!.tenant.id })),
    ]);
    for (const bad of [
      'x'.repeat(60),
      flipped(0),
      flipped(31),
      flipped(40),
      forged.toString('base64url'),
      `${token}AA`,
      token.slice(0, -1),
    ]) {
      const { status, body: said } = await show(bad);
      expect([status, said.code]).toEqual([403, 'dunning.problem.link']);
      expect(said.detail).toBe(
        'This payment link is not valid or has expired. Please use the link in our latest e-mail, or sign in to pay.',
      );
    }
    for (const answer of [await withCard('approved', flipped(0)), await tryKept(flipped(0))]) expect(answer.status).toBe(403);
    expect((await show('short')).status).toBe(404);
    // Another agency's host does not know the client. Whoever holds the link is as good as anybody there, whatever session they have.
    expect([await statusAt('a.localhost'), await statusAt('b.localhost')]).toEqual([200, 403]);
    expect((await app.call('GET', `/api/pay/invoice/${token}`, app.fixtures.b.owner)).body).toEqual((await show(token)).body);
    app.clockOffset += 15 * 86_400_000;
    expect((await show(token)).status).toBe(403);
    app.clockOffset = 0;
    expect(await fixtures.tries(client)).toBe(1);
  });

  test('tries the kept card again and says what the bank said', async () => {
    const answer = await tryKept();
    expect([answer.status, answer.body.detail]).toEqual([402, 'Your card was declined. Please try another one.']);
    expect(await fixtures.tries(client)).toBe(2);
    expect(await fixtures.stateOf(campaign)).toBe('paused payment_failed');
  });

  test('does not keep a card that is refused, and asks a declined one for money once', async () => {
    expect((await withCard('refused')).status).toBe(422);
    const before = await fixtures.tries(client);
    expect((await withCard('declined')).status).toBe(402);
    await app.settle();
    expect(await fixtures.tries(client)).toBe(before + 1);
  });

  describe('asks a new card that is declined once, in whatever order request and background work come:', () => {
    const stale = async () => (await fixtures.invoice(await invoiceId()))!;
    const invoiceId = async () => (await app.kernel.platform('billing_invoice').where({ company_id: client.tenant.id }).first('id')).id;
    const asClient = <R>(work: (ctx: Ctx) => Promise<R>, db?: 'intent') => app.inside(client.tenant, 'dunning', work, db);

    test('all background work comes between keeping the card and paying', async () => {
      const [before, seen] = [await fixtures.tries(client), await stale()];
      await fixtures.card(client.tenant, 'declined');
      await app.settle();
      expect(await fixtures.tries(client)).toBe(before + 1);
      await expect(asClient((ctx) => payNow(ctx, seen), 'intent')).rejects.toMatchObject({ status: 402 });
      await app.settle();
      expect(await fixtures.tries(client)).toBe(before + 1);
    });

    test('the background decides to try, and acts when the request has tried and failed', async () => {
      const [before, seen] = [await fixtures.tries(client), await stale()];
      expect((await withCard('declined')).status).toBe(402);
      const late = await asClient((ctx) => ctx.use(Billing).pay(seen.id, seen.operationId));
      expect(late.operation).toMatchObject({ state: 'failed' });
      await app.settle();
      expect(await fixtures.tries(client)).toBe(before + 1);
    });

    test('the card is replaced while the one before is being charged: each is asked once', async () => {
      const [before, seen] = [await fixtures.tries(client), await stale()];
      // Whoever writes that the first one failed, and whoever keeps the second card, wait for the same row.
      const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const hold = app.kernel.platform.transaction(async (trx) => {
        await trx('payments_payer').where({ company_id: client.tenant.id }).forUpdate().first('card');
        held.resolve();
        await release.promise;
      });
      await held.promise;
      const first = (await asClient((ctx) => ctx.use(Billing).pay(seen.id, seen.operationId))).operation!;
      const kept = fixtures.card(client.tenant, 'declined');
      await sleep(500);
      expect((await app.kernel.platform('payments_operation').where({ id: first.id }).first('state')).state).not.toBe('failed');
      release.resolve();
      await Promise.all([hold, kept]);
      await app.settle();
      await expect(asClient((ctx) => payNow(ctx, seen), 'intent')).rejects.toMatchObject({ status: 402 });
      await app.settle();
      expect(await fixtures.tries(client)).toBe(before + 2);
    });
  });

  test('pays with another card, once for any number of clicks', async () => {
    const before = await fixtures.tries(client);
    const answers = await Promise.all([withCard('approved'), withCard('approved')]);
    await app.settle();
    expect(answers.map((a) => a.status)).toEqual([200, 200]);
    expect(await fixtures.tries(client)).toBe(before + 1);
    expect((await show(token)).body).toMatchObject({ state: 'paid', may_pay: false, may_try: false });
    expect(await fixtures.stateOf(campaign)).toBe('active');
    expect((await tryKept()).body.message).toBe('Thank you. The payment succeeded.');
    expect(await fixtures.tries(client)).toBe(before + 1);
  });
});

describe('Card Setting', () => {
  test('lets a client mend what it owes, and only its own', async () => {
    await owe();
    const { user } = client;
    const other = app.fixtures.a.clients[1]!.user;
    expect((await app.call('GET', '/api/dunning/owed', user)).body).toMatchObject({ owes: 'client', amount: '$25.00', needs_card: false });
    expect((await app.call('GET', '/api/dunning/owed', other)).body).toMatchObject({ owes: 'nothing' });
    expect((await app.call('GET', '/api/dunning/owed', app.fixtures.a.owner)).body).toMatchObject({ owes: 'nothing' });
    const again = await app.call('POST', '/api/dunning/pay', user);
    expect([again.status, again.body.detail]).toEqual([402, 'Your card was declined. Please try another one.']);
    const done = await app.call('POST', '/api/dunning/card', user, { body: { tokenid: 'approved' } });
    expect(done.body).toEqual({ result: 'success', message: 'Thank you. The payment succeeded.', go: '/' });
    expect(await fixtures.stateOf(campaign)).toBe('active');
  });

  test('asks a client for a card only where its agency can charge it', async () => {
    const need = async (who = app.fixtures.a.clients[1]!.user) => (await app.call('GET', '/api/dunning/owed', who)).body.needs_card;
    const bannersOf = async (who = app.fixtures.a.clients[1]!.user) =>
      (await app.call('GET', '/api/ui/bootstrap', who)).body.banners.map((b: { id: string }) => b.id);
    expect([await need(), await need(app.fixtures.b.clients[0]!.user)]).toEqual([true, false]);
    expect(await bannersOf()).toContain('profile.card');
    expect(await bannersOf(app.fixtures.b.clients[0]!.user)).not.toContain('profile.card');
    await app.kernel
      .platform('wallet_state')
      .insert({ company_id: app.fixtures.a.tenant.id, manual_bill: true })
      .onConflict('company_id')
      .merge();
    expect(await need()).toBe(false);
    await app.kernel.platform('wallet_state').where({ company_id: app.fixtures.a.tenant.id }).update({ manual_bill: false });
    const added = await app.call('POST', '/api/dunning/card', app.fixtures.a.clients[1]!.user, { body: { tokenid: 'approved' } });
    expect(added.body).toMatchObject({ message: 'Your card has been saved. You owe nothing.' });
    expect(await need()).toBe(false);
  });

  test('an agency is told what its account at the provider lacks', async () => {
    const { owner, tenant } = app.fixtures.a;
    const banners = async () =>
      (await app.call('GET', '/api/ui/bootstrap', owner)).body.banners as { id: string; text: string; link: object }[];
    expect((await banners()).map((b) => b.id)).not.toContain('dunning.account-limited');
    const lacking = { charges_enabled: false, payouts_enabled: false, requirements: ['external_account'], status: 'inverification' };
    await app.kernel.platform('payments_account').where({ company_id: tenant.id }).update(lacking);
    expect((await banners()).map((b) => b.id)).toEqual(expect.arrayContaining(['profile.payment-account', 'dunning.account-limited']));
    expect((await banners()).find((b) => b.id === 'profile.payment-account')!.text).toBe(
      'Your account is still being verified by Stripe, please check your email or login to your Stripe account for additional steps required by Stripe.',
    );
  });
});
