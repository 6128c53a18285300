import { parse } from 'csv-parse/sync';
import { DateTime } from 'luxon';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { monthText } from '../../../core/contract.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { WalletFixtures } from '../../../tests/money/wallet-fixtures.ts';
import { Ledger } from '../../money/ledger/contract.ts';
import { checkChain } from '../../../tests/support/statements.ts';

describe('statements', () => {
  let fixtures: WalletFixtures;
  let month: string;
  beforeAll(async () => {
    fixtures = await WalletFixtures.start();
    month = DateTime.now().setZone('America/Chicago').toFormat('yyyy-MM');
    await fixtures.topUp({ amount: '500' });
    await fixtures.charge([
      { retailCents: 200, wholesaleCents: 50 },
      { retailCents: 200, wholesaleCents: 50 },
      { wholesaleCents: 70, client: 1 },
    ]);
    await fixtures.charge([{ retailCents: 300 }, { retailCents: 300 }], fixtures.b);
    await fixtures.charge([{ retailCents: 900, client: 1 }], fixtures.b);
  });
  afterAll(() => fixtures.app.close());

  const get = (path: string, as: Person) => fixtures.app.call('GET', `/api/wallet/${path}`, as);
  const rowsOf = (text: string): string[][] => parse(text, { bom: true, relax_column_count: true });
  const bare = (rows: string[][]) => rows.map((row) => row.slice(0, -1));

  test('of a wallet name what was paid in and what leads took, line by line, to the balance', async () => {
    const { text, headers, status } = await get(`statements/${month}`, fixtures.a.owner);
    expect([status, headers.get('content-disposition')]).toEqual([200, expect.stringContaining(`statement-${month}.csv`)]);
    const rows = rowsOf(text);
    const today = DateTime.now().setZone('America/Chicago').toISODate()!;
    const first = `${month}-01`;
    const last = DateTime.fromISO(first).endOf('month').toISODate()!;
    expect(bare(rows)).toEqual([
      ['Data Wallet', 'Agency A', first, last, 'America/Chicago', 'USD', ''],
      ['Number', 'Date', 'Transaction', 'Campaign', 'Leads', 'Amount', 'Balance'],
      ['0', first, 'Opening balance', '', '', '', '0.00'],
      ['1', today, 'Top-up', '', '', '500.00', '500.00'],
      ['2', today, 'Leads of the day', '1', '3', '-1.70', '498.30'],
      ['end', '5', 'Closing balance', '', '', '', '498.30'],
    ]);
    const checked = checkChain(rows);
    expect(checked).toEqual({ head: rows.at(-1)!.at(-1) });
    const audit = await fixtures.app.kernel.platform('core_audit').where({ action: 'wallet.statement-downloaded' }).first('detail');
    expect(audit.detail).toEqual(checked);
    expect((await get(`statements/${month}`, fixtures.a.owner)).text).toBe(text);
  });

  test('of a client name what it was billed and what it paid, and nothing of another or of the wholesale side', async () => {
    const [client, other] = fixtures.b.clients;
    await fixtures.app.inside(fixtures.b.tenant, 'till', async (ctx) => {
      await ctx.use(Ledger).post(fixtures.b.tenant.id, {
        key: 'till:paid',
        code: 'billing.payment',
        companyId: client!.tenant.id,
        entries: [
          { companyId: fixtures.b.tenant.id, account: 'cash', cents: 450 },
          { companyId: client!.tenant.id, account: 'receivable', cents: -450 },
        ],
      });
    });
    const rows = bare(rowsOf((await get(`statements/${month}`, client!.user)).text));
    expect(rows[0]!.slice(0, 2)).toEqual(['Charged and paid', client!.tenant.name]);
    expect(rows.slice(2).map((row) => row.slice(2))).toEqual([
      ['Opening balance', '', '', '', '0.00'],
      ['Leads of the day', '1', '2', '6.00', '6.00'],
      ['Payment', '', '', '-4.50', '1.50'],
      ['Closing balance', '', '', '', '1.50'],
    ]);
    const months = (await get('statements', client!.user)).body;
    // Months before anything moved are none of the account's.
    expect(months.total).toBe(1);
    expect(months.data).toHaveLength(1);
    expect(months.data[0]).toEqual({
      month,
      title: monthText(month, 'en'),
      opening_cents: 0,
      charged_cents: 600,
      paid_cents: 450,
      closing_cents: 150,
    });
    expect((await get('statements', other!.user)).body.data[0]).toMatchObject({ charged_cents: 900, closing_cents: 900 });
    expect((await get('statement-account', client!.user)).body).toEqual({ account: 'receivable' });
  });

  test('are there for agencies with a wallet and clients that are billed through the system, and for nobody else', async () => {
    const page = async (as: Person) => (await fixtures.app.call('GET', '/api/ui/pages/wallet.statement', as)).status;
    const seen = async (as: Person) => [await page(as), (await get(`statements/${month}`, as)).status];
    expect(await seen(fixtures.a.owner)).toEqual([200, 200]);
    expect(await seen(fixtures.b.owner)).toEqual([404, 404]);
    expect(await seen(fixtures.a.clients[0]!.user)).toEqual([404, 404]);
    expect(await seen(fixtures.b.clients[0]!.user)).toEqual([200, 200]);
    expect(await seen(fixtures.app.fixtures.operator)).toEqual([404, 403]);
    expect((await get('statements/2026-13', fixtures.a.owner)).status).toBe(404);
    expect((await get('statements/2020-01', fixtures.a.owner)).status).toBe(200);
  });
});
