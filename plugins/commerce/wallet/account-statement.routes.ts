import { defineRoute, FileResponse, List, listOf, notFound, pageOf, PageQuery, T } from '../../../core/contract.ts';
import { accountOf, hasStatements, months, statementFile } from './account-statement.service.ts';
import { MonthParam } from './month.ts';

const Cents = T.Integer();

export const statementAccount = defineRoute({
  id: 'wallet.statement-account',
  method: 'GET',
  path: '/wallet/statement-account',
  summary: "Which of the company's accounts its statements are of",
  ability: ['read', 'AccountStatement'],
  response: T.Object({ account: T.Enum(['wallet', 'receivable']) }),
  handler: async (ctx) => ({ account: accountOf(ctx) }),
});

export const statementMonths = defineRoute({
  id: 'wallet.statement-months',
  method: 'GET',
  path: '/wallet/statements',
  summary: "The last twelve months of the company's account",
  ability: ['read', 'AccountStatement'],
  query: T.Object(PageQuery),
  response: List(
    T.Object({ month: T.String(), title: T.String(), opening_cents: Cents, charged_cents: Cents, paid_cents: Cents, closing_cents: Cents }),
  ),
  async handler(ctx, { query }) {
    const at = pageOf(query);
    const all = (await hasStatements(ctx)) ? await months(ctx) : [];
    return listOf(all.slice(at.offset, at.offset + at.perPage), all.length, at);
  },
});

export const statementCsv = defineRoute({
  id: 'wallet.statement-csv',
  method: 'GET',
  path: '/wallet/statements/:date',
  summary: "A month of the company's account as a CSV file whose lines are chained by their hashes",
  ability: ['read', 'AccountStatement'],
  stepUp: true,
  params: T.Object({ date: MonthParam }),
  response: FileResponse,
  async handler(ctx, { params }) {
    if (!(await hasStatements(ctx))) throw notFound();
    const { file, head } = await statementFile(ctx, params.date);
    // With the head in the log, nobody can pass off another file as this one by computing its hashes anew.
    await ctx.audit({ action: 'wallet.statement-downloaded', description: `Statement ${file.filename}`, detail: { head } });
    return file;
  },
});
