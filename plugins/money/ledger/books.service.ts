import type { Ctx } from '../../../core/contract.ts';
import { centsBefore, centsIn, drawnByDay, drawnOn } from './accounts.store.ts';
import { amountsOf, linesOf, monthsOf, movedIn, talliesOf } from './books.store.ts';
import type { BooksApi } from './contract.ts';
import { statementOf } from './statement.ts';

/** The port that reads, in the caller's transaction and under its row-level security. */
export const booksOf = (ctx: Ctx): BooksApi => ({
  cents: (of, at) => (at ? centsBefore(ctx.db, of, at) : centsIn(ctx.db, of)),
  moved: (of) => movedIn(ctx.db, of),
  drawn: (of, day) => drawnOn(ctx.db, of, day),
  drawnByDay: (of, first, last) => drawnByDay(ctx.db, of, first, last),
  tallies: (of) => talliesOf(ctx.db, of),
  amounts: (agencyId, keys, accounts) => amountsOf(ctx.db, agencyId, keys, accounts),
  lines: (of, wish) => linesOf(ctx.db, of, wish),
  months: (of, stretch) => monthsOf(ctx.db, of, stretch),
  statement: (of, wish) => statementOf(ctx, of, wish),
});
