import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import { ALARM_LEVELS, alarmReached } from './alarms.ts';
import type { CampaignRow } from './campaign.store.ts';
import { allRunning } from './running-campaigns.ts';
import type { Product } from '../../foundation/companies/contract.ts';

/** A running campaign that has used much of a limit. */
export interface CappedRow extends Pick<
  CampaignRow,
  'id' | 'company_id' | 'product' | 'name' | 'lead_limit' | 'cost_limit_cents' | 'retail_cents'
> {
  leads: string;
  spent: string;
}

const LOWEST = Math.min(...ALARM_LEVELS.map(({ percent }) => percent));

/** The beginning of the window of now that a frequency has in the campaign's zone (`windowStart`), as a column. */
export const windowStartColumn = (ctx: Ctx, frequency: string): Knex.Raw =>
  ctx.db.raw(
    `case when ${frequency} = 'total' then date '1970-01-01' else date_trunc(${frequency}, ?::timestamptz at time zone timezone)::date end`,
    [ctx.now],
  );

/** Those of the running campaigns that have reached an alarm in the window of now, by its percent and by name. */
export async function capUse(ctx: Ctx, products: readonly Product[]): Promise<Map<number, CappedRow[]>> {
  const used = (kind: string): Knex.Raw =>
    ctx.db.raw(
      `coalesce((select w.used from campaigns_window w where w.campaign_id = campaigns_campaign.id and w.kind = ${kind} and w.starts_on = ?), 0)`,
      [windowStartColumn(ctx, kind === "'cents'" ? "'month'" : kind)],
    );
  const capped = allRunning(ctx)
    .rows()
    .whereIn('product', products)
    // In the words of the index of those that have a limit.
    .whereRaw('(lead_limit > 0 or cost_limit_cents > 0)')
    .select('id', 'company_id', 'product', 'name', 'name_key', 'lead_limit', 'cost_limit_cents', 'retail_cents')
    .select(ctx.db.raw('? as leads, ? as spent', [used('limit_frequency'), used("'cents'")]));
  const rows = (await ctx.db
    .with('capped', capped)
    .from('capped')
    .whereRaw(`lead_limit > 0 and leads * 100 >= lead_limit::bigint * ${LOWEST}`)
    .orWhereRaw(`cost_limit_cents > 0 and (spent * 100 >= cost_limit_cents * ${LOWEST} or spent + retail_cents > cost_limit_cents)`)
    .orderBy(['name_key', 'id'])
    .select('id', 'company_id', 'product', 'name', 'lead_limit', 'cost_limit_cents', 'retail_cents', 'leads', 'spent')) as CappedRow[];
  return Map.groupBy(rows, (row) => {
    const [limit, price, spent] = [Number(row.cost_limit_cents), Number(row.retail_cents), Number(row.spent)];
    // A ceiling that has no room for another lead is used up.
    const money = limit > 0 && spent + price > limit ? limit : spent;
    return Math.max(alarmReached(row.lead_limit, Number(row.leads)), alarmReached(limit, money));
  });
}
