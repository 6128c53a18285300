import { type Ctx, defineRoute, FileResponse, Flag, List, listOf, notFound, pageOf, PageQuery, T } from '../../../core/contract.ts';
import { movements } from './history.service.ts';
import { MonthParam, monthOrYear } from './month.ts';
import { history, historyFile, prepaid, subtypeOf, summary, titleOf, typeOf } from './statement.service.ts';
import { DATA_WALLET } from './wallet.settings.ts';

export const CompanyId = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Dollars = T.String();
const HistoryRow = T.Object({
  id: T.String(),
  title: T.String(),
  created_at: T.String(),
  amount: Dollars,
  transaction_type: T.Enum(['topup', 'charge']),
  subtype: T.Enum(['manual', 'auto', 'refund', 'chargeback', 'chargeback-won', 'leads']),
});

/** The company comes from the session; one named besides must be the same, and any other is not there. */
export function ownCompany(ctx: Ctx, companyId: number | undefined): void {
  if (companyId !== undefined && companyId !== ctx.tenant.id) throw notFound();
}

export const prepaidWallet = defineRoute({
  id: 'wallet.prepaid',
  method: 'GET',
  path: '/configuration/agencies/prepaid/prepaid-direct-payment/:company_id{/:date}',
  summary: 'The data wallet and a month of its history',
  ability: ['read', 'Wallet'],
  feature: DATA_WALLET,
  params: T.Object({ company_id: T.Optional(CompanyId), date: T.Optional(MonthParam) }),
  response: T.Object({
    balance_amount: Dollars,
    total_amount: Dollars,
    last_balance_amount: Dollars,
    amount: Dollars,
    custom_amount: Flag,
    stop_continual: Flag,
    transaction_history: T.Array(HistoryRow),
  }),
  async handler(ctx, { params }) {
    ownCompany(ctx, params.company_id);
    return prepaid(ctx, params.date);
  },
});

export const prepaidHistory = defineRoute({
  id: 'wallet.history',
  method: 'GET',
  path: '/configuration/agencies/prepaid/transaction-history-direct-payment/:company_id/:date',
  summary: "A month of the data wallet's history",
  ability: ['read', 'Wallet'],
  feature: DATA_WALLET,
  params: T.Object({ company_id: T.Optional(CompanyId), date: T.Optional(MonthParam) }),
  response: T.Object({ transaction_history: T.Array(HistoryRow) }),
  async handler(ctx, { params }) {
    ownCompany(ctx, params.company_id);
    return { transaction_history: await history(ctx, params.date) };
  },
});

export const historyCsv = defineRoute({
  id: 'wallet.history-csv',
  method: 'GET',
  path: '/configuration/agencies/prepaid/download-transaction-history-direct-payment/:companyId/:date',
  summary: "A month of the data wallet's history as a CSV file",
  ability: ['read', 'Wallet'],
  stepUp: true,
  feature: DATA_WALLET,
  audit: 'wallet.history-downloaded',
  inParts: true,
  params: T.Object({ companyId: T.Optional(CompanyId), date: T.Optional(MonthParam) }),
  response: FileResponse,
  async handler(ctx, { params }) {
    ownCompany(ctx, params.companyId);
    return historyFile(ctx, params.date);
  },
});

const MaybeCents = T.Union([T.Integer(), T.Null()]);

export const walletSummary = defineRoute({
  id: 'wallet.summary',
  method: 'GET',
  path: '/wallet/summary',
  summary: "The data wallet's figures in cents",
  ability: ['read', 'Wallet'],
  feature: DATA_WALLET,
  response: T.Object({
    balance_cents: T.Integer(),
    last_top_up_cents: MaybeCents,
    last_top_up_at: T.Union([T.String(), T.Null()]),
    spent_cents: T.Integer(),
    state: T.Enum(['good', 'low', 'empty']),
    continual: T.Enum(['active', 'stopped']),
    next_amount_cents: T.Integer(),
    /** Cents. */
    most_per_month: T.Integer(),
    /** Cents that automatic top-ups took this month. */
    taken_this_month: T.Integer(),
    custom_amount: Flag,
    preset: T.String(),
    amount: T.Optional(Dollars),
    stop_continual: Flag,
    /** For texts: the card, the amount of the next automatic top-up, and the month's limit. */
    card_text: T.String(),
    next_amount: T.String(),
    month_limit: T.String(),
    card: T.Enum(['none', 'good', 'failed']),
    needs_confirmation: Flag,
    under_way: Flag,
    under_way_amount: T.String(),
  }),
  handler: (ctx) => summary(ctx),
});

export const walletMovements = defineRoute({
  id: 'wallet.movements',
  method: 'GET',
  path: '/wallet/movements',
  summary: "A month of the data wallet's history, or twelve, by page, in cents",
  ability: ['read', 'Wallet'],
  feature: DATA_WALLET,
  query: T.Object({ ...PageQuery, date: T.Optional(MonthParam) }),
  response: List(
    T.Object({
      id: T.String(),
      title: T.String(),
      created_at: T.String(),
      cents: T.Integer(),
      type: T.Enum(['topup', 'charge']),
      subtype: T.String(),
    }),
  ),
  async handler(ctx, { query }) {
    const at = pageOf(query);
    const { rows, total } = await movements(ctx, monthOrYear(query.date, ctx.timezone, ctx.now), {
      limit: at.perPage,
      offset: at.offset,
    });
    return listOf(
      rows.map((m) => ({
        id: m.id,
        title: titleOf(ctx, m),
        created_at: m.at.toISOString(),
        cents: m.cents,
        type: typeOf(m),
        subtype: subtypeOf(m),
      })),
      total,
      at,
    );
  },
});
