import { type Contributions, type Ctx, defineRoute, type PageExtension, T } from '../../core/contract.ts';
import type { Product } from '../companies/contract.ts';
import { productName } from '../companies/shared.ts';
import { alarmReached, ALARM_LEVELS, namesText } from './alarms.ts';
import type { CampaignRow } from './campaign.store.ts';
import { windowStart } from './windows.ts';

/** Running campaigns in the caller's sight by the alarm that they have reached in the window of now, by name. */
async function reached(ctx: Ctx, product?: Product): Promise<Map<number, string[]>> {
  const capped = (await ctx
    .query('Campaign')
    .where({ status: 'active', ...(product && { product }) })
    .where((q) => void q.where('lead_limit', '>', 0).orWhere('cost_limit_cents', '>', 0))
    .orderBy('name')) as CampaignRow[];
  const windows = (await ctx
    .db('campaigns_window')
    .whereIn(
      'campaign_id',
      capped.map(({ id }) => id),
    )
    .select('campaign_id', 'kind', 'used', ctx.db.raw(`to_char(starts_on, 'YYYY-MM-DD') as first`))) as {
    campaign_id: number;
    kind: string;
    first: string;
    used: string;
  }[];
  const used = new Map(windows.map((w) => [`${w.campaign_id} ${w.kind} ${w.first}`, Number(w.used)]));
  const found = new Map<number, string[]>();
  for (const row of capped) {
    const month = windowStart(ctx.now, 'month', row.timezone);
    const leads = used.get(`${row.id} ${row.limit_frequency} ${windowStart(ctx.now, row.limit_frequency, row.timezone)}`) ?? 0;
    const [limit, spent, price] = [Number(row.cost_limit_cents), used.get(`${row.id} cents ${month}`) ?? 0, Number(row.retail_cents)];
    // A ceiling that has no room for another lead is used up.
    const money = limit > 0 && spent + price > limit ? limit : spent;
    const level = Math.max(alarmReached(row.lead_limit, leads), alarmReached(limit, money));
    if (level > 0) found.set(level, [...(found.get(level) ?? []), row.name]);
  }
  return found;
}

export const capUse = (from: Contributions) =>
  defineRoute({
    id: 'campaigns.cap-use',
    method: 'GET',
    path: '/campaigns/cap-use',
    summary: 'Campaigns that have used 50, 80 or 100 percent of a limit, by name',
    ability: ['read', 'Campaign'],
    query: T.Object({ product: T.Optional(productName(from)) }),
    response: T.Object({ half: T.String(), most: T.String(), all: T.String() }),
    async handler(ctx, { query }) {
      const found = await reached(ctx, query.product);
      const names = (level: number): string => namesText(ctx, found.get(level) ?? []);
      return { half: names(50), most: names(80), all: names(100) };
    },
  });

/** What the alarms that were mailed say, for as long as it is so. */
export const capNotices: PageExtension[] = (['campaigns.dashboard', 'campaigns.list'] as const).map((role) => ({
  role,
  order: -15,
  blocks: ALARM_LEVELS.map(({ field, severity }) => ({
    as: 'notice',
    severity,
    text: `campaigns.cap-use.${field}`,
    source: { route: 'campaigns.cap-use', live: 'campaigns', query: { product: { from: 'page', field: 'product' } } },
    when: { field, is: '', not: true },
    stays: true,
    ...(role === 'campaigns.dashboard' && {
      action: {
        id: `campaigns.raise-${field}`,
        title: 'campaigns.cap-use.button',
        ability: ['update', 'Campaign'],
        do: { role: 'campaigns.list' },
      },
    }),
  })),
}));
