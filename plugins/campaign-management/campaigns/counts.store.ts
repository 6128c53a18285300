import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import { keptBack } from './issues.service.ts';
import { installedNames } from './products.ts';
import { allRunning } from './running-campaigns.ts';
import { CHOSEN } from './states.ts';

const COUNTED = ['active', 'scheduled', 'paused', 'draft'] as const;
export type CampaignCounts = Record<(typeof COUNTED)[number] | 'limit_reached' | 'needs_attention', number>;

/**
 * How many campaigns in the caller's sight are in which state, as lists of one state find them: one that runs and has used up its limit counts
 * among both. Each part is counted out of an index of its own. How many there are decides which one, so no plan is kept.
 */
export async function countsByState(ctx: Ctx): Promise<CampaignCounts> {
  const lacking = await keptBack(ctx);
  const products = installedNames(ctx);
  const campaigns = (where: string): Knex.QueryBuilder => ctx.query('Campaign').whereIn('product', products).whereRaw(where);
  const counted = async (found: Knex.QueryBuilder): Promise<number> => Number(((await found.count({ n: '*' }).first()) as { n: string }).n);
  const [states, full, stopped, kept] = await ctx.together([
    async () =>
      (await campaigns(`status <> 'removed'`)
        .whereIn('status', COUNTED)
        .groupBy('status')
        .select('status')
        .count({ n: '*' })
        .options({ prepare: false })) as unknown as {
        status: (typeof COUNTED)[number];
        n: string;
      }[],
    () => counted(campaigns(`status = 'active'`).where('full_until', '>', ctx.now)),
    () => counted(campaigns(`status = 'paused'`).whereNotIn('pause_reason', CHOSEN)),
    async () => {
      if (!lacking) return 0;
      const found = allRunning(ctx).rows().whereIn('product', products).whereRaw('(?)', [lacking.when]);
      return counted(found.options({ prepare: false }));
    },
  ]);
  const numbers = new Map(states.map(({ status, n }) => [status, Number(n)]));
  const [active, scheduled, paused, draft] = COUNTED.map((state) => numbers.get(state) ?? 0) as [number, number, number, number];
  return { active, scheduled, limit_reached: full, paused, needs_attention: stopped + kept, draft };
}
