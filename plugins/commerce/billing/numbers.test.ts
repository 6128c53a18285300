import { DateTime } from 'luxon';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { Billing } from './contract.ts';
import { nextNumber } from './invoices.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const agencies = () => [app.fixtures.a, app.fixtures.b];
const pack = (companyId: number, cents = 600) => ({
  companyId,
  term: 'OneTime' as const,
  feeCents: 0,
  lines: [
    { campaignId: null, kind: 'pack' as const, text: 'Pack', quantity: 1, unitCents: cents, amountCents: cents, priceVersionId: null },
  ],
});
/** The numbers of each series of an agency, counted from the year's first. */
const given = async (agencyId: number) => {
  const numbers = async (table: string) =>
    ((await app.kernel.platform(table).where({ agency_id: agencyId }).pluck('number')) as string[])
      .map((number) => Number(number.split('-').at(-1)))
      .toSorted((a, b) => a - b);
  return { invoices: await numbers('billing_invoice'), notes: await numbers('billing_credit') };
};
const upTo = (n: number): number[] => Array.from({ length: n }, (_, at) => at + 1);

test('parallel workers of two agencies leave no gap in either series, also where some fail', async () => {
  const work: Promise<unknown>[] = [];
  for (const { tenant, clients } of agencies())
    for (let n = 0; n < 24; n += 1) {
      const companyId = clients[n % 2]!.tenant.id;
      // By the agency and by the client itself, which takes the number from a counter that it does not see.
      const as = n % 3 === 0 ? clients[n % 2]!.tenant : tenant;
      work.push(
        app.inside(as, 'billing', async (ctx) => {
          const invoice = await ctx.use(Billing).issue(pack(companyId));
          if (n % 4 === 1) throw new Error('the process dies');
          if (as === tenant)
            await ctx.use(Billing).credit({
              key: `c${n}`,
              companyId,
              campaignId: null,
              cents: 100,
              feeCents: 0,
              reason: 'Kind',
              of: { invoiceId: invoice.id },
            });
        }),
      );
    }
  await Promise.allSettled(work);
  for (const { tenant } of agencies()) {
    const { invoices, notes } = await given(tenant.id);
    expect(invoices).toEqual(upTo(18));
    expect(notes.length).toBeGreaterThan(5);
    expect(notes).toEqual(upTo(notes.length));
  }
});

test('a process that is killed between the number and the document leaves no gap', async () => {
  const { tenant, clients } = app.fixtures.a;
  const before = (await given(tenant.id)).invoices.length;
  // Another process takes the next number, and its line is gone before it wrote or rolled back anything.
  const killed = new pg.Client({ connectionString: app.databaseUrl });
  killed.on('error', () => undefined);
  await killed.connect();
  await killed.query('begin');
  const { rows } = await killed.query('select billing_next_number($1, $2, $3) as n', [
    tenant.id,
    'invoice',
    DateTime.now().setZone('America/Chicago').year,
  ]);
  expect(rows).toEqual([{ n: before + 1 }]);
  // Whoever wants a number meanwhile waits for it, and gets the same one.
  const next = app.inside(tenant, 'billing', (ctx) => ctx.use(Billing).issue(pack(clients[0]!.tenant.id)));
  (killed as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  expect((await next).number.endsWith(String(before + 1).padStart(6, '0'))).toBe(true);
  expect((await given(tenant.id)).invoices).toEqual(upTo(before + 1));
});

test('each year and series counts by itself', async () => {
  const { tenant } = app.fixtures.b;
  const numbers = await app.inside(tenant, 'billing', async ({ db }) => [
    await nextNumber(db, tenant.id, 'invoice', 2031),
    await nextNumber(db, tenant.id, 'credit', 2031),
    await nextNumber(db, tenant.id, 'invoice', 2032),
  ]);
  expect(numbers).toEqual(['2031-000001', 'CN-2031-000001', '2032-000001']);
});
