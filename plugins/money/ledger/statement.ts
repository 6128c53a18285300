import { DateTime } from 'luxon';
import { type Ctx, dollarsOf, harmless } from '../../../core/contract.ts';
import { centsBefore } from './accounts.store.ts';
import { linesOf } from './books.store.ts';
import { type AccountOf, PostingCodes, type StatementWish } from './contract.ts';
import { chained, endLine } from './statement-chain.ts';

/** Number, date, text, amount and balance; what the caller puts in between is its own. */
const OWN_COLUMNS = 5;

/** An account from balance to balance, its lines chained. */
export async function statementOf(ctx: Ctx, of: AccountOf, wish: StatementWish): Promise<{ rows: string[][]; head: string }> {
  const { rows: lines } = await linesOf(ctx.db, of, { ...wish, perCostCenter: true });
  const titles = new Map(
    ctx
      .contributions(PostingCodes)
      .flat()
      .map(({ code, title }) => [code, title]),
  );
  const first = DateTime.fromJSDate(wish.from, { zone: wish.zone }).toISODate()!;
  const blank = Array<string>((wish.heading.at(-1)?.length ?? OWN_COLUMNS) - OWN_COLUMNS + 1).fill('');

  let balance = await centsBefore(ctx.db, of, wish.from);
  const body = [...wish.heading, ['0', first, wish.opening, ...blank, dollarsOf(balance)]];
  for (const [n, line] of lines.entries()) {
    balance += line.cents;
    const text = ctx.t(titles.get(line.code) ?? 'ledger.line.other');
    body.push([String(n + 1), line.day, text, ...(await wish.cells(line)), dollarsOf(line.cents), dollarsOf(balance)]);
  }
  body.push(endLine(body.length, wish.closing, ...blank, dollarsOf(balance)));
  const rows = chained(body.map((cells) => cells.map(harmless)));
  return { rows, head: rows.at(-1)!.at(-1)! };
}
