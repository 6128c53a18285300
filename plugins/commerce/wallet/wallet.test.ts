import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { conformance } from '../../../core/testing/conformance.ts';
import { PREPAID, told, WalletFixtures } from '../../../tests/money/wallet-fixtures.ts';
import plugin from './index.ts';

conformance(plugin);

describe('the data wallet', () => {
  let fixtures: WalletFixtures;
  beforeAll(async () => {
    fixtures = await WalletFixtures.start();
  });
  afterAll(() => fixtures.app.close());
  beforeEach(() => void (told.length = 0));

  const get = (path: string, as = fixtures.a.owner) => fixtures.app.call('GET', path, as);

  test('starts empty, and tells so in dollars', async () => {
    const answer = await get(`${PREPAID}/prepaid-direct-payment/${fixtures.a.tenant.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      balance_amount: '0.00',
      total_amount: '0.00',
      last_balance_amount: '0.00',
      amount: '250.00',
      custom_amount: 'F',
      stop_continual: 'T',
      transaction_history: [],
    });
  });

  test('is topped up with exactly the fields of the specification', async () => {
    const answer = await fixtures.topUp({ amount: '500', stop_continual: 'F' });
    expect(answer.body).toEqual({ result: 'success', message: 'Your wallet has been topped up by $500.00.' });
    const { body } = await get(`${PREPAID}/prepaid-direct-payment/-/`);
    expect(body).toMatchObject({
      balance_amount: '500.00',
      total_amount: '500.00',
      last_balance_amount: '500.00',
      amount: '500.00',
      stop_continual: 'F',
    });
    expect(body.transaction_history).toMatchObject([{ title: 'Top-up', amount: '500.00', transaction_type: 'topup', subtype: 'manual' }]);
  });

  test('takes numbers as well as texts', async () => {
    expect((await fixtures.topUp({ amount: 2500.5, custom_amount: 'T' })).status).toBe(200);
    expect(await fixtures.balance()).toBe(300_050);
  });

  test.each([
    [{ amount: '249.99' }, 'The minimum amount is $250.00'],
    [{ amount: '2499.99', custom_amount: 'T' }, 'The minimum amount is $2,500.00'],
    [{ amount: '300' }, 'Please choose $250, $500 or $1,000, or enter another amount.'],
    [{ amount: '250.001' }, 'Please enter an amount in dollars, such as 2500 or 2500.50.'],
    [{ amount: '1e5' }, 'Please enter an amount in dollars, such as 2500 or 2500.50.'],
  ])('refuses %j', async (body, message) => {
    const before = await fixtures.balance();
    const answer = await fixtures.topUp(body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([{ field: 'amount', message }]);
    expect(await fixtures.balance()).toBe(before);
  });

  test.each([
    { amount: null },
    { amount: [250] },
    { amount: -1 },
    { custom_amount: 'X' },
    { payment_type: 'gold' },
    { amount_cents: 1 },
    { company_id: 'x' },
    { test_card: 'approved' },
  ])('refuses %j', async (body) => {
    expect((await fixtures.topUp(body)).status).toBe(422);
  });

  test.each([
    ['declined', 'Your card was declined. Please try again later or use another card.'],
    ['declined_for_good', 'Your card can no longer be used. Please use another card.'],
    ['authentication_required', 'Your bank asks you to confirm this payment. Please confirm it with your bank, or use another card.'],
  ])('says why a payment failed: %s', async (card, message) => {
    const before = await fixtures.balance();
    await fixtures.useCard(card);
    const answer = await fixtures.topUp();
    expect(answer.status).toBe(402);
    expect(answer.body).toMatchObject({ result: 'failed', message, detail: message, title: 'Payment failed' });
    expect(await fixtures.balance()).toBe(before);
    const asks = card === 'authentication_required';
    expect('confirm' in answer.body).toBe(asks);
    if (asks)
      expect((await fixtures.app.call('POST', '/api/wallet/confirm-top-up', fixtures.a.owner)).body.confirm).toEqual(answer.body.confirm);
    expect((await get('/api/wallet/summary')).body).toMatchObject({ needs_confirmation: asks ? 'T' : 'F' });
    await fixtures.useCard('approved');
  });

  test('asks for a card before it takes money', async () => {
    await fixtures.manualBill(fixtures.b, 'T');
    expect((await get('/api/wallet/summary', fixtures.b.owner)).body).toMatchObject({ card: 'none' });
    const answer = await fixtures.topUp({}, null, fixtures.b.owner);
    expect([answer.status, answer.body.code]).toEqual([409, 'payments.problem.no-card']);
    expect(await fixtures.topUps(fixtures.b)).toEqual([]);
    await fixtures.manualBill(fixtures.b, 'F');
  });

  test('is only for those who may, and only the own one', async () => {
    const own = fixtures.a.tenant.id;
    expect((await get(`${PREPAID}/prepaid-direct-payment/${own}`, fixtures.a.clients[0]!.user)).status).toBe(403);
    expect((await get(`${PREPAID}/prepaid-direct-payment/${own}`, fixtures.app.fixtures.sales)).status).toBe(403);
    expect((await get(`${PREPAID}/prepaid-direct-payment/${own}`, fixtures.b.owner)).status).toBe(404);
    expect((await get(`${PREPAID}/prepaid-direct-payment/${fixtures.a.clients[0]!.tenant.id}`)).status).toBe(404);
    expect((await fixtures.topUp({ company_id: own }, null, fixtures.b.owner)).status).toBe(404);
    expect((await get(`${PREPAID}/download-transaction-history-direct-payment/${own}/2026-11`, fixtures.b.owner)).status).toBe(404);
    expect((await get(`${PREPAID}/prepaid-direct-payment/${own}`, fixtures.a.admin)).status).toBe(403);
  });

  test('refuses money of an agency that is not billed through it', async () => {
    expect((await fixtures.topUp({}, null, fixtures.b.owner)).body.code).toBe('wallet.problem.not-in-use');
    expect(await fixtures.balance(fixtures.b)).toBe(0);
  });

  test('saves amount and switch', async () => {
    const save = (body: object) => fixtures.app.call('POST', `${PREPAID}/save-prepaid-direct-payment`, fixtures.a.owner, { body });
    const stop = (flag: string) =>
      fixtures.app.call('POST', `${PREPAID}/stop-continual-topup-direct-payment`, fixtures.a.owner, {
        body: { company_id: fixtures.a.tenant.id, stop_continual: flag },
      });
    expect((await save({ company_id: fixtures.a.tenant.id, amount: '1000', custom_amount: 'F' })).body.result).toBe('success');
    expect((await save({ company_id: fixtures.a.tenant.id, amount: '100', custom_amount: 'F' })).status).toBe(422);
    expect((await stop('T')).body).toEqual({ result: 'success', message: 'Auto top-up is stopped.' });
    expect((await get(`${PREPAID}/prepaid-direct-payment/-/`)).body).toMatchObject({ amount: '1000.00', stop_continual: 'T' });
    expect((await stop('maybe')).status).toBe(422);
  });

  test('shows what leads took by day, and the same in the file', async () => {
    await fixtures.charge([{ wholesaleCents: 50 }, { wholesaleCents: 80 }, { wholesaleCents: 120, client: 1 }]);
    const month = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago', year: 'numeric', month: '2-digit' })
      .format(new Date())
      .slice(0, 7);
    const { body } = await get(`${PREPAID}/transaction-history-direct-payment/${fixtures.a.tenant.id}/${month}`);
    expect(body.transaction_history[0]).toMatchObject({
      title: 'Leads of the day: 3',
      amount: '2.50',
      transaction_type: 'charge',
      subtype: 'leads',
    });
    const file = await get(`${PREPAID}/download-transaction-history-direct-payment/${fixtures.a.tenant.id}/${month}`);
    expect(file.headers.get('content-disposition')).toContain(`data-wallet-${month}.csv`);
    expect(file.text).toContain('"Leads of the day: 3","Charge","-2.50"');
    const sum = [...file.text.matchAll(/"(-?\d+\.\d\d)"\r/g)].reduce((cents, [, amount]) => cents + Math.round(Number(amount) * 100), 0);
    expect(sum).toBe(await fixtures.balance());
    expect((await get(`${PREPAID}/transaction-history-direct-payment/-/2026-13`)).status).toBe(404);
    expect((await get(`${PREPAID}/transaction-history-direct-payment/-/2020-01`)).body).toEqual({ transaction_history: [] });
    const list = await get('/api/wallet/movements?PerPage=1');
    expect(list.body).toMatchObject({ per_page: 1, data: [{ cents: -250, type: 'charge' }] });
    expect((await get('/api/wallet/summary')).body).toMatchObject({
      spent_cents: 250,
      state: 'good',
      balance_cents: await fixtures.balance(),
    });
  });

  test('has a page for agencies billed directly, and for nobody else', async () => {
    const page = (as = fixtures.a.owner) => get('/api/ui/pages/wallet.page', as);
    const body = (await page()).body;
    expect(body.blocks.map((b: { as: string }) => b.as)).toEqual([
      ...Array.from({ length: 9 }, () => 'notice'),
      'stats',
      'form',
      'detail',
      'table',
      'table',
    ]);
    expect((await page(fixtures.b.owner)).status).toBe(404);
    expect((await page(fixtures.a.clients[0]!.user)).status).toBe(404);
    expect((await page(fixtures.a.admin)).status).toBe(404);
    const entries = (await get('/api/ui/bootstrap', fixtures.a.admin)).body.profileMenu as { id: string }[];
    expect(entries.map((entry) => entry.id)).not.toContain('wallet.profile-entry');
    const menu = (await get('/api/ui/bootstrap')).body;
    expect(menu.profileMenu).toContainEqual(
      expect.objectContaining({ id: 'wallet.profile-entry', title: 'Data Wallet (beta)', path: '/configuration/data-wallet' }),
    );
    expect((await get('/api/ui/forms/wallet.top-up')).body.ui.preset.labels).toMatchObject({ 1000: '$1,000' });
  });

  test('is told apart by feature', async () => {
    await fixtures.app.kernel.platform('core_switch').insert({ company_id: fixtures.a.tenant.id, key: 'wallet.data_wallet', is_on: false });
    await fixtures.app.kernel.features.refresh();
    expect((await get(`${PREPAID}/prepaid-direct-payment/-/`)).body.code).toBe('core.problem.module-off');
    const before = await fixtures.balance();
    await fixtures.charge([{ wholesaleCents: 70 }]);
    expect(await fixtures.balance()).toBe(before);
    expect(await fixtures.book('payable')).toBe(-70);
    await fixtures.app.kernel.platform('core_switch').where({ company_id: fixtures.a.tenant.id, key: 'wallet.data_wallet' }).delete();
    await fixtures.app.kernel.features.refresh();
  });

  test('is priced and switched by the root alone', async () => {
    const { operator } = fixtures.app.fixtures;
    const set = (body: object, as = operator) => fixtures.app.call('POST', '/api/configuration/agencies/manual-bill', as, { body });
    expect((await set({ companyID: fixtures.b.tenant.id, manualBill: 'F', local: 65 })).status).toBe(200);
    expect((await get(`/api/wallet/billing/${fixtures.b.tenant.id}`, operator)).body).toMatchObject({
      manualBill: 'F',
      local: 65,
      locator: 80,
    });
    const { schema } = (await get('/api/ui/forms/wallet.billing-form', operator)).body;
    expect([schema.properties.local.title, schema.properties.b2b.title]).toEqual(['Site ID', 'B2B ID']);
    expect((await get('/api/ui/pages/agencies.list', operator)).text).toContain('"wallet.edit-billing"');
    expect((await set({ companyID: fixtures.b.tenant.id, manualBill: 'T' }, fixtures.b.owner)).status).toBe(403);
    expect((await set({ companyID: fixtures.b.clients[0]!.tenant.id, manualBill: 'T' })).status).toBe(404);
    const price = (as: typeof operator) =>
      fixtures.app.call('PUT', '/api/settings/wallet.wholesale', as, { body: { value: { local: 1, locator: 1, enhance: 1, b2b: 1 } } });
    expect((await price(fixtures.b.owner)).status).toBe(403);
    expect((await price(fixtures.b.clients[0]!.user)).status).toBe(404);
    expect((await price(operator)).status).toBe(200);
    const unknown = await fixtures.app.call('PUT', '/api/settings/wallet.wholesale', operator, { body: { value: { local: 1, shoes: 1 } } });
    expect([unknown.status, unknown.body.errors[0].field]).toEqual([422, 'shoes']);
  });

  test('leaves a sound ledger behind', async () => expect(await fixtures.breaches()).toEqual([]));
});
