import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { definePlugin, provide } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { AgencyFixtures } from '../../../core/testing/fixtures.ts';
import { type DunningApi, Dunning } from '../dunning/contract.ts';
import { AgencyBilling } from './contract.ts';

/** A neighbour that only writes down what it is told. */
const told: string[] = [];
const dunning = definePlugin({
  manifest: { id: 'dunning', version: '1.0.0', core: '^1', level: 'platform' },
  provides: [
    provide(Dunning, (): DunningApi => ({
      agencyFailed: async (_agencyId, { amountCents }) => void told.push(`failed ${amountCents}`),
      agencyPaid: async () => void told.push('paid'),
    })),
  ],
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [dunning], config: { services: { stripe: null } } });
});
afterAll(() => app.close());
beforeEach(() => {
  told.length = 0;
  app.clockOffset = 0;
});

const saveCard = async (who: AgencyFixtures, tokenid: string) => {
  await app.call('PUT', '/api/payment/card', who.owner, { body: { tokenid } });
  await app.settle();
};
const charge = async (who: AgencyFixtures, key: string, cents: number, kind: 'wholesale' | 'minimum_spend' = 'minimum_spend') => {
  const made = await app.inside(who.tenant, 'agency-billing', (ctx) =>
    ctx.use(AgencyBilling).charge(who.tenant, { key, kind, cents, description: key }),
  );
  await app.settle();
  return made.id;
};
const clock = async (days: number) => {
  app.clockOffset = days * 86_400_000;
  await app.tick('agency-billing.clock');
  await app.settle();
};

test('a failed charge is told once however often it is tried, and the end of all arrears once', async () => {
  const { a } = app.fixtures;
  const profile = { account_id: a.owner.id, company_id: a.tenant.id, language: 'ar' };
  await app.kernel.platform('accounts_profile').insert(profile).onConflict('account_id').merge(['language']);
  await saveCard(a, 'declined');
  await charge(a, 'first', 500, 'wholesale');
  await charge(a, 'second', 700);
  expect(told).toEqual(['failed 500', 'failed 700']);
  for (const day of [1.5, 3.5, 5.5, 7.5, 9.5]) await clock(day);
  expect(told).toEqual(['failed 500', 'failed 700']);
  const mails = (await app.kernel.platform('core_mail').where({ recipient: a.owner.email, locale: 'ar' })) as { body: string }[];
  expect(mails.map(({ body }) => body)).toContainEqual(
    expect.stringContaining('تعذر خصم \u2066$5.00\u2069 من بطاقتك: تكلفة الجملة للعملاء المحتملين'),
  );
  app.clockOffset = 0;
  await saveCard(a, 'approved');
  expect(told).toEqual(['failed 500', 'failed 700', 'paid']);
});

test('a charge without a card has failed at once', async () => {
  const { b } = app.fixtures;
  await charge(b, 'no card', 900);
  expect(told).toEqual(['failed 900']);
  await app.call('PUT', '/api/general/manual-bill-settlement', app.fixtures.operator, {
    body: { userID: b.owner.id, reason: 'by cheque' },
  });
  expect(told).toEqual(['failed 900', 'paid']);
});

test('a charge of the same key is one charge, and less than half a dollar is none', async () => {
  const { a, b } = app.fixtures;
  const ids = await Promise.all(Array.from({ length: 10 }, () => charge(a, 'once', 1_000)));
  expect(new Set(ids).size).toBe(1);
  await charge(a, 'little', 49);
  const rows = await app.kernel
    .platform('agency_billing_charge')
    .where({ company_id: a.tenant.id })
    .whereIn('key', ['once', 'little'])
    .orderBy('key');
  expect(rows).toMatchObject([
    { key: 'little', cents: '0', state: 'paid' },
    { key: 'once', cents: '1000', state: 'paid' },
  ]);
  await expect(
    app.inside(b.tenant, 'agency-billing', (ctx) =>
      ctx.use(AgencyBilling).charge(a.tenant, { key: 'foreign', kind: 'wholesale', cents: 100, description: 'x' }),
    ),
  ).rejects.toThrow();
});
