import type { Ctx } from '../../../core/contract.ts';
import { Books } from '../../money/ledger/contract.ts';
import { CODES, WALLET } from './books.ts';
import type { Months } from './month.ts';
import { sourcesOf } from './top-up.store.ts';

/** One line of a wallet's statement: a top-up or its reversal, or what the leads of one day cost together. */
export interface Movement {
  id: string;
  kind: 'lead' | 'topup' | 'refund' | 'chargeback';
  source: 'manual' | 'auto' | null;
  at: Date;
  leads: number;
  /** Into the wallet positive, out of it negative. */
  cents: number;
}

const KINDS = new Map<string, Movement['kind']>([
  [CODES.lead, 'lead'],
  [CODES.topUp, 'topup'],
  [CODES.refund, 'refund'],
  [CODES.chargeback, 'chargeback'],
]);

/** Months of the caller's wallet, newest first, all lines or a part of them, and how many there are in all. */
export async function movements(
  ctx: Ctx,
  { from, to }: Months,
  part: { limit?: number; offset?: number } = {},
): Promise<{ rows: Movement[]; total: number }> {
  const wish = { from, to, zone: ctx.timezone, byDay: [CODES.lead], newestFirst: true, ...part };
  const { rows, total } = await ctx.use(Books).lines({ companyId: ctx.tenant.id, account: WALLET }, wish);
  const sources = await sourcesOf(
    ctx.db,
    rows.flatMap(({ reference }) => reference ?? []),
  );
  return {
    rows: rows.map(({ id, code, reference, at, together, cents }) => ({
      id,
      kind: KINDS.get(code)!,
      source: (reference !== null && sources.get(reference)) || null,
      at,
      leads: together,
      cents,
    })),
    total,
  };
}

/** What leads took from the caller's wallet in a month, in cents, positive. */
export async function spentCents(ctx: Ctx, { from, to }: Months): Promise<number> {
  const of = { companyId: ctx.tenant.id, account: WALLET, from, to, codes: [CODES.lead] };
  return -(await ctx.use(Books).moved(of)) || 0;
}
