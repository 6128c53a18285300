import { DateTime } from 'luxon';
import { BYTE_ORDER_MARK, csvLines, type Ctx, type FileBody, monthText } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { type AccountOf, Books } from '../../money/ledger/contract.ts';
import { CODES, WALLET } from './books.ts';
import { monthOf, monthOrYear } from './month.ts';
import { billsOutside, readState } from './wallet.store.ts';

/** An agency's statement is of its wallet, a client's of what it was billed and paid. */
export const accountOf = (ctx: Ctx): 'wallet' | 'receivable' => (ctx.tenant.kind === 'agency' ? WALLET : 'receivable');

/** Whether the caller's company has an account to be stated: an agency with a wallet in use, a client that is billed through the system. */
export async function hasStatements(ctx: Ctx): Promise<boolean> {
  if (ctx.tenant.kind === 'agency') return (await readState(ctx.db, ctx.tenant.id))?.manualBill === true;
  return ctx.tenant.kind === 'client' && !(await billsOutside(ctx.db, ctx.tenant.agencyId));
}

/**
 * The last twelve months, newest first, in cents: what stood, what was charged, what was paid, what stands. Of a younger account its months
 * since something moved first, and the running one in any case.
 */
export async function months(ctx: Ctx) {
  const of: AccountOf = { companyId: ctx.tenant.id, account: accountOf(ctx) };
  const { from, to } = monthOrYear(undefined, ctx.timezone, ctx.now);
  const books = ctx.use(Books);
  const moved = new Map((await books.months(of, { from, to, zone: ctx.timezone })).map((month) => [month.month, month] as const));
  let balance = await books.cents(of, from);
  const rows = Array.from({ length: 12 }, (_, n) => {
    const month = monthOf(String(11 - n), ctx.timezone, ctx.now).name;
    const { debitCents, creditCents } = moved.get(month) ?? { debitCents: 0, creditCents: 0 };
    const opening = balance;
    balance += debitCents - creditCents;
    const [charged, paid] = of.account === WALLET ? [creditCents, debitCents] : [debitCents, creditCents];
    return {
      month,
      title: monthText(month, ctx.locale),
      opening_cents: opening,
      charged_cents: charged,
      paid_cents: paid,
      closing_cents: balance,
    };
  });
  const first = rows.findIndex((row) => row.opening_cents !== 0 || row.charged_cents !== 0 || row.paid_cents !== 0);
  return rows.slice(first).toReversed();
}

/** A month of the company's account as a CSV file whose lines are chained; answers the head too, which the log keeps. */
export async function statementFile(ctx: Ctx, asked: string): Promise<{ file: FileBody; head: string }> {
  const account = accountOf(ctx);
  const { from, to, name } = monthOf(asked, ctx.timezone, ctx.now);
  const names = new Map(ctx.has(Campaigns) ? (await ctx.use(Campaigns).options()).map((c) => [c.value, c.label]) : []);
  const last = DateTime.fromJSDate(to, { zone: ctx.timezone }).minus({ days: 1 }).toISODate()!;
  const t = (key: string) => ctx.t(`wallet.statement.${key}`);
  const { rows, head } = await ctx.use(Books).statement(
    { companyId: ctx.tenant.id, account },
    {
      from,
      to,
      zone: ctx.timezone,
      byDay: [CODES.lead],
      heading: [
        [t(`account.${account}`), ctx.tenant.name, `${name}-01`, last, ctx.timezone, 'USD', ''],
        ['number', 'date', 'text', 'campaign', 'leads', 'amount', 'balance'].map((column) => t(`column.${column}`)),
      ],
      opening: t('opening'),
      closing: t('closing'),
      cells: ({ code, costCenter, together }) => [
        costCenter === null ? '' : (names.get(costCenter) ?? String(costCenter)),
        code === CODES.lead ? String(together) : '',
      ],
    },
  );
  return { file: { filename: `statement-${name}.csv`, type: 'text/csv; charset=utf-8', body: BYTE_ORDER_MARK + csvLines(rows) }, head };
}
