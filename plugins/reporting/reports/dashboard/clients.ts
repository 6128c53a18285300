import { type Ctx, daysOf, type Period, T } from '../../../../core/contract.ts';
import type { Product } from '../../../foundation/companies/contract.ts';
import { Leads } from '../../../lead-intake/leads/contract.ts';

export interface RankedClient {
  id: number;
  name: string;
  leads: number;
  /** Cents: what the client pays for these leads, and what the agency keeps of it. */
  revenue: number;
  margin: number;
  /** Leads of each day of the period. */
  line: number[];
  trend: Trend;
}
const TRENDS = ['steady', 'declining', 'rising'] as const;
type Trend = (typeof TRENDS)[number];
/** The answer of a ranking of companies; money in cents. */
export const Ranking = T.Object({
  data: T.Array(
    T.Object({
      id: T.Integer(),
      name: T.String(),
      leads: T.Integer(),
      revenue: T.Integer(),
      margin: T.Integer(),
      line: T.Array(T.Integer()),
      trend: T.Enum([...TRENDS]),
    }),
  ),
});

/** So many clients a ranking shows. */
const MOST = 8;
/** The last days that are compared with those before. */
const RECENT_DAYS = 7;
const [BREAKS_BELOW, BREAKS_ABOVE] = [0.5, 1.6];

/** The agency's clients by what it keeps of their leads: the first ones, from the top or from the bottom. */
export async function rankedClients(
  ctx: Ctx,
  { from, to, zone, first, last }: Period,
  of: { product?: Product },
  order: 'most' | 'least',
): Promise<RankedClient[]> {
  const days = { ...of, from, to, timezone: zone };
  const counted = (await ctx.use(Leads).clients(days))
    .map(({ companyId, leads, retailCents, wholesaleCents }) => ({
      id: companyId,
      leads,
      revenue: retailCents,
      margin: retailCents - wholesaleCents,
    }))
    .filter(({ leads, id }) => leads > 0 && id !== ctx.tenant.id)
    .sort((a, b) => (order === 'most' ? b.margin - a.margin : a.margin - b.margin) || a.id - b.id)
    .slice(0, MOST);
  const ids = counted.map(({ id }) => id);
  const [leadsOfDays, named] = await ctx.together([
    () => ctx.use(Leads).clientDays(ids, days),
    () => ctx.db('core_public_company').whereIn('id', ids).select('id', 'name') as Promise<{ id: number; name: string }[]>,
  ]);
  const lines = Map.groupBy(leadsOfDays, ({ companyId }) => companyId);
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const all = daysOf({ first, last });
  return counted.map((client) => {
    const byDay = new Map(lines.get(client.id)?.map(({ day, leads }) => [day, leads]));
    const line = all.map((day) => byDay.get(day) ?? 0);
    return { ...client, name: names.get(client.id) ?? '', line, trend: trendOf(line) };
  });
}

/** Whether the leads of the last week are far fewer or more than in a usual week before. */
export function trendOf(line: readonly number[]): Trend {
  const before = line.slice(0, -RECENT_DAYS);
  if (before.length < RECENT_DAYS) return 'steady';
  const usual = mean(before);
  const recent = mean(line.slice(-RECENT_DAYS));
  // A client with a lead every other day has weeks without any.
  if (usual < 0.5 && recent < 0.5) return 'steady';
  return recent < usual * BREAKS_BELOW ? 'declining' : recent > usual * BREAKS_ABOVE ? 'rising' : 'steady';
}
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
