import { DateTime } from 'luxon';
import {
  BYTE_ORDER_MARK,
  csvLines,
  csvPieces,
  type Ctx,
  dollarsOf,
  type FileBody,
  type FileParts,
  flagOf,
  shownMoney,
} from '../../../core/contract.ts';
import { Payments } from '../../money/payments/contract.ts';
import { ceilingOf, takenThisMonth } from './auto-policy.ts';
import { readWallet } from './data-wallet.ts';
import { type Movement, movements, spentCents } from './history.service.ts';
import { monthOf, monthOrYear, type Months } from './month.ts';
import { lastTopUp, openCents, paidIn } from './top-up.store.ts';

/** A line as the specification names it. */
export interface HistoryRow {
  id: string;
  title: string;
  created_at: string;
  /** Dollars, without a sign: the type says the direction. */
  amount: string;
  transaction_type: 'topup' | 'charge';
  subtype: 'manual' | 'auto' | 'refund' | 'chargeback' | 'chargeback-won' | 'leads';
}

export const subtypeOf = (m: Movement): HistoryRow['subtype'] =>
  m.kind === 'lead'
    ? 'leads'
    : m.kind === 'topup'
      ? (m.source ?? 'manual')
      : m.kind === 'chargeback' && m.cents > 0
        ? 'chargeback-won'
        : m.kind;
export const typeOf = (m: Movement): 'topup' | 'charge' => (m.cents > 0 ? 'topup' : 'charge');
export const titleOf = (ctx: Ctx, m: Movement): string => ctx.t(`wallet.history.${subtypeOf(m)}`, { count: m.leads });

/** The wallet and one month of its history, in dollars. */
export async function prepaid(ctx: Ctx, asked: string | undefined) {
  const [wallet, { totalCents }, rows] = await ctx.together([
    () => readWallet(ctx, ctx.tenant.id),
    () => paidIn(ctx.db, ctx.tenant.id),
    () => history(ctx, asked),
  ]);
  return {
    balance_amount: dollarsOf(wallet.balanceCents),
    total_amount: dollarsOf(totalCents),
    last_balance_amount: dollarsOf(wallet.lastBalanceCents),
    amount: dollarsOf(wallet.amountCents),
    custom_amount: flagOf(wallet.customAmount),
    stop_continual: flagOf(wallet.stopContinual),
    transaction_history: rows,
  };
}

/** One month of the history, newest first. */
export async function history(ctx: Ctx, asked: string | undefined): Promise<HistoryRow[]> {
  const { rows } = await movements(ctx, monthOf(asked, ctx.timezone, ctx.now));
  return rows.map((m) => ({
    id: m.id,
    title: titleOf(ctx, m),
    created_at: m.at.toISOString(),
    amount: dollarsOf(Math.abs(m.cents)),
    transaction_type: typeOf(m),
    subtype: subtypeOf(m),
  }));
}

/**
 * One month of the history, or twelve, as a file, newest first: a month is a part. Amounts out of the wallet are negative, so that a column
 * can be summed.
 */
export function historyFile(ctx: Ctx, asked: string | undefined): FileBody {
  const { from, to, name } = monthOrYear(asked, ctx.timezone, ctx.now);
  const zone = ctx.timezone;
  const monthBefore = (end: Date): Months =>
    monthOf(DateTime.fromJSDate(end, { zone }).minus({ months: 1 }).toFormat('yyyy-MM'), zone, end);
  const parts: FileParts<Date> = {
    from: to,
    async write(inner, end) {
      const month = monthBefore(end);
      const { rows } = await movements(inner, month);
      const text = csvPieces(rows, (m) => [
        m.at.toISOString(),
        titleOf(inner, m),
        inner.t(`wallet.history.type.${typeOf(m)}`),
        dollarsOf(m.cents),
      ]);
      const columns = ['date', 'title', 'type', 'amount'].map((column) => inner.t(`wallet.history.column.${column}`));
      return {
        text: end.getTime() === to.getTime() ? [BYTE_ORDER_MARK + csvLines([columns]), ...text] : text,
        next: month.from > from ? month.from : null,
      };
    },
  };
  return { filename: `data-wallet-${name}.csv`, type: 'text/csv; charset=utf-8', body: parts };
}

/** The page's figures, in cents, and what its form starts with. */
export async function summary(ctx: Ctx) {
  const payments = ctx.use(Payments);
  const [wallet, { last }, card, cardText, spent, taken, needsHolder, open] = await ctx.together([
    () => readWallet(ctx, ctx.tenant.id),
    () => paidIn(ctx.db, ctx.tenant.id),
    () => payments.card(ctx.tenant.id),
    () => payments.cardText(ctx.tenant.id),
    () => spentCents(ctx, monthOf(undefined, ctx.timezone, ctx.now)),
    () => takenThisMonth(ctx),
    () => waitsForHolder(ctx),
    () => underWay(ctx),
  ]);
  const ceiling = await ceilingOf(ctx, wallet);
  const amount = String(Math.floor(wallet.amountCents / 100));
  return {
    balance_cents: wallet.balanceCents,
    last_top_up_cents: last?.cents ?? null,
    last_top_up_at: last?.at.toISOString() ?? null,
    spent_cents: spent,
    state:
      wallet.shortOfCents !== null
        ? ('empty' as const)
        : wallet.balanceCents * 10 < wallet.lastBalanceCents
          ? ('low' as const)
          : ('good' as const),
    continual: wallet.stopContinual ? ('stopped' as const) : ('active' as const),
    next_amount_cents: wallet.amountCents,
    most_per_month: ceiling,
    taken_this_month: taken,
    custom_amount: flagOf(wallet.customAmount),
    preset: wallet.customAmount ? '250' : amount,
    ...(wallet.customAmount ? { amount: dollarsOf(wallet.amountCents) } : {}),
    stop_continual: flagOf(wallet.stopContinual),
    card_text: cardText,
    next_amount: shownMoney(wallet.amountCents),
    month_limit: shownMoney(ceiling),
    card: card === null ? ('none' as const) : card.failed ? ('failed' as const) : ('good' as const),
    needs_confirmation: flagOf(needsHolder),
    ...open,
  };
}

/** A top-up whose outcome is not known yet; the amount is written for texts. */
async function underWay(ctx: Ctx): Promise<{ under_way: 'T' | 'F'; under_way_amount: string }> {
  const cents = await openCents(ctx.db, ctx.tenant.id);
  return { under_way: flagOf(cents !== null), under_way_amount: cents === null ? '' : shownMoney(cents) };
}

/** Whether the newest top-up waits for its card's holder. */
async function waitsForHolder(ctx: Ctx): Promise<boolean> {
  const last = await lastTopUp(ctx.db, ctx.tenant.id);
  return last?.state === 'failed' && last.reason === 'authentication_required';
}
