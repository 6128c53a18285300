import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import plugin from './index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin] });
});
afterAll(() => app.close());

/** So many bills of a client that nobody has paid, due one day after the other; the last was due yesterday or before, whatever zone days are counted in. */
const overdue = (companyId: number, bills: number) =>
  app.kernel.platform.raw(
    `insert into billing_invoice (company_id, number, term, period_first, period_last, total_cents, credit_cents, fee_cents, state, issued_at, due_on)
     select ?, '2027-' || lpad(n::text, 6, '0'), 'Weekly', '2027-01-01', '2027-01-07', 500, 0, 0, 'external', now() - interval '90 days', now()::date - 1 - n
     from generate_series(1, ?) n`,
    [companyId, bills],
  );

test('of many overdue bills the first are named, and all are counted', async () => {
  const { a } = app.fixtures;
  await overdue(a.clients[0]!.tenant.id, 250);
  for (const who of [a.owner, a.clients[0]!.user]) {
    const { data } = (await app.call('GET', '/api/attention', who)).body;
    const [cause] = data.filter(({ id }: { id: string }) => id === 'billing.overdue');
    expect(cause).toMatchObject({ count: 250, remedy: { address: '/billing/invoices' } });
    expect(cause.title).toContain('250');
    expect(cause.parts).toHaveLength(20);
    expect(cause.parts[0].title).toBe('2027-000250');
    expect(Date.parse(cause.since)).toBeLessThan(Date.now() - 249 * 86_400_000);
  }
});

test('bills that were issued at one moment are listed by their numbers', async () => {
  const { a, operator } = app.fixtures;
  const last = Array.from({ length: 10 }, (_, n) => `2027-${String(250 - n).padStart(6, '0')}`);
  for (const who of [operator, a.owner, a.clients[0]!.user]) {
    const { data } = (await app.call('GET', '/api/billing/invoices?PerPage=10', who)).body;
    expect(data.map(({ number }: { number: string }) => number)).toEqual(last);
  }
});
