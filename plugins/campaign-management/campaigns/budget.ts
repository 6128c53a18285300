import { DateTime } from 'luxon';
import type { Ctx } from '../../../core/contract.ts';
import type { CampaignRow } from './campaign.store.ts';
import { type Priced, priceAt } from './price.ts';
import { windowStart } from './windows.ts';

/** What a campaign may spend in a calendar month, and has spent in this one. Cents. */
export interface CampaignBudget {
  id: number;
  name: string;
  product: string;
  budgetCents: number;
  spentCents: number;
}

type Limited = Priced & Pick<CampaignRow, 'cost_limit_cents' | 'lead_limit' | 'limit_frequency' | 'timezone'>;

/**
 * A campaign's budget for the calendar month of its own zone, in cents: its monthly ceiling, and without one what its limit of leads comes to in
 * the month at the price of now. Null without either, and for a limit over the whole life of the campaign, which says nothing of a month.
 */
export function monthlyBudget(row: Limited, now: Date): number | null {
  const ceiling = Number(row.cost_limit_cents);
  if (ceiling > 0) return ceiling;
  const days = DateTime.fromJSDate(now, { zone: row.timezone }).daysInMonth ?? 30;
  const times = { day: days, week: days / 7, month: 1, total: 0 }[row.limit_frequency];
  const cents = Math.round(row.lead_limit * times * priceAt(row, now));
  return cents > 0 ? cents : null;
}

/** Budgets of the running campaigns in the caller's sight, the most used first; those without one are left out. */
export async function budgetsOf(ctx: Ctx): Promise<CampaignBudget[]> {
  const rows = (await ctx
    .query('Campaign')
    .where({ status: 'active' })
    .whereRaw('(cost_limit_cents > 0 or lead_limit > 0)')
    .orderBy('name')) as CampaignRow[];
  const limited = rows.flatMap((row) => {
    const budgetCents = monthlyBudget(row, ctx.now);
    return budgetCents === null ? [] : [{ row, budgetCents }];
  });
  if (limited.length === 0) return [];
  const windows = (await ctx
    .db('campaigns_window')
    .whereIn(
      'campaign_id',
      limited.map(({ row }) => row.id),
    )
    .where({ kind: 'cents' })
    .select('campaign_id', 'used', ctx.db.raw(`to_char(starts_on, 'YYYY-MM-DD') as first`))) as {
    campaign_id: number;
    used: string;
    first: string;
  }[];
  const used = new Map(windows.map((window) => [`${window.campaign_id} ${window.first}`, Number(window.used)]));
  const usedPart = ({ spentCents, budgetCents }: CampaignBudget): number => spentCents / budgetCents;
  return limited
    .map(({ row: { id, name, product, timezone }, budgetCents }) => ({
      id,
      name,
      product,
      budgetCents,
      spentCents: used.get(`${id} ${windowStart(ctx.now, 'month', timezone)}`) ?? 0,
    }))
    .sort((a, b) => usedPart(b) - usedPart(a) || a.name.localeCompare(b.name));
}
