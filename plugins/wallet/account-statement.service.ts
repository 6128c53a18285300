import { DateTime } from 'luxon';
import { BYTE_ORDER_MARK, csvLines, type Ctx, dollarsOf, type FileBody, harmless } from '../../core/contract.ts';
import { Campaigns } from '../campaigns/contract.ts';
import { accountLines, accountMonths, centsAt, type StatedAccount } from './account-lines.store.ts';
import { monthOf, monthOrYear } from './month.ts';
import { chained, endLine } from './statement-chain.ts';
import { billsOutside, readWallet } from './wallet.store.ts';

/** An agency's statement is of its wallet, a client's of what it was billed and paid. */
export const accountOf = (ctx: Ctx): StatedAccount => (ctx.tenant.kind === 'agency' ? 'wallet' : 'receivable');

/** Whether the caller's company has an account to be stated: an agency with a wallet in use, a client that is billed through the system. */
export async function hasStatements(ctx: Ctx): Promise<boolean> {
  if (ctx.tenant.kind === 'agency') return (await readWallet(ctx.db, ctx.tenant.id)).manualBill;
  return ctx.tenant.kind === 'client' && !(await billsOutside(ctx.db, ctx.tenant.agencyId));
}

/** The last twelve months, newest first, in cents: what stood, what was charged, what was paid, what stands. */
export async function months(ctx: Ctx) {
  const account = accountOf(ctx);
  const year = monthOrYear(undefined, ctx.timezone, ctx.now);
  const moved = new Map(
    (await accountMonths(ctx.db, ctx.tenant.id, account, year, ctx.timezone)).map((month) => [month.month, month] as const),
  );
  let balance = await centsAt(ctx.db, ctx.tenant.id, account, year.from);
  const rows = Array.from({ length: 12 }, (_, n) => {
    const month = monthOf(String(11 - n), ctx.timezone, ctx.now).name;
    const { debitCents, creditCents } = moved.get(month) ?? { debitCents: 0, creditCents: 0 };
    const opening = balance;
    balance += debitCents - creditCents;
    const [charged, paid] = account === 'wallet' ? [creditCents, debitCents] : [debitCents, creditCents];
    return { month, opening_cents: opening, charged_cents: charged, paid_cents: paid, closing_cents: balance };
  });
  return rows.toReversed();
}

/** A month of the company's account as a CSV file whose lines are chained; answers the head too, which the log keeps. */
export async function statementFile(ctx: Ctx, asked: string): Promise<{ file: FileBody; head: string }> {
  const account = accountOf(ctx);
  const period = monthOf(asked, ctx.timezone, ctx.now);
  const lines = await accountLines(ctx.db, ctx.tenant.id, account, period, ctx.timezone);
  const names = new Map(ctx.has(Campaigns) ? (await ctx.use(Campaigns).options()).map((c) => [c.value, c.label]) : []);
  const last = DateTime.fromJSDate(period.to, { zone: ctx.timezone }).minus({ days: 1 }).toISODate()!;
  const t = (key: string, params?: Record<string, number>) => ctx.t(`wallet.statement.${key}`, params);

  let balance = await centsAt(ctx.db, ctx.tenant.id, account, period.from);
  const body = [
    [t(`account.${account}`), ctx.tenant.name, `${period.name}-01`, last, ctx.timezone, 'USD', ''],
    ['number', 'date', 'text', 'campaign', 'leads', 'amount', 'balance'].map((column) => t(`column.${column}`)),
    ['0', `${period.name}-01`, t('opening'), '', '', '', dollarsOf(balance)],
    ...lines.map((line, n) => {
      balance += line.cents;
      const campaign = line.campaignId === null ? '' : (names.get(line.campaignId) ?? String(line.campaignId));
      const leads = line.kind === 'lead' ? String(line.leads) : '';
      return [String(n + 1), line.day, t(`line.${line.kind}`), campaign, leads, dollarsOf(line.cents), dollarsOf(balance)];
    }),
  ];
  body.push(endLine(body.length, t('closing'), '', '', '', dollarsOf(balance)));
  const rows = chained(body.map((cells) => cells.map(harmless)));
  const file = {
    filename: `statement-${period.name}.csv`,
    type: 'text/csv; charset=utf-8',
    body: BYTE_ORDER_MARK + csvLines(rows),
  };
  return { file, head: rows.at(-1)!.at(-1)! };
}
