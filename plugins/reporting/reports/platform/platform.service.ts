import { type ComparedPeriod, type Ctx, dayOf, daysOf, type Period } from '../../../../core/contract.ts';
import { type SupplierUse, SupplierUses } from '../../../lead-intake/capture/contract.ts';
import { type AgencyCount, Leads } from '../../../lead-intake/leads/contract.ts';
import { agencyNames } from '../analytics.store.ts';
import { creditsIn } from '../credits.ts';
import { trendOf } from '../dashboard/clients.ts';
import { sum } from '../figures.service.ts';

/** So many agencies a ranking shows. */
const MOST = 8;

const days = ({ from, to, zone }: Period) => ({ from, to, timezone: zone });

/** What suppliers were asked in the days of a period, by UTC day as they count. */
async function usesIn(ctx: Ctx, { from, to }: Period): Promise<SupplierUse[]> {
  const span = { first: dayOf(from, 'UTC'), last: dayOf(new Date(to.getTime() - 1), 'UTC') };
  const uses: SupplierUse[] = [];
  for (const usesOf of ctx.contributions(SupplierUses)) uses.push(...(await usesOf(ctx, span)));
  return uses;
}

interface Sums {
  agencies: number;
  leads: number;
  retail: number;
  revenue: number;
  suppliers: number;
}

async function sumsIn(ctx: Ctx, period: Period): Promise<Sums> {
  const counted = (await ctx.use(Leads).agencies(days(period))).filter(({ leads }) => leads > 0);
  const credits = await creditsIn(ctx, period);
  return {
    agencies: counted.length,
    leads: sum(counted, 'leads'),
    retail: sum(counted, 'retailCents') - sum(credits, 'retailCents'),
    revenue: sum(counted, 'wholesaleCents') - sum(credits, 'wholesaleCents'),
    suppliers: sum(await usesIn(ctx, period), 'costCents'),
  };
}

/** The platform's figures of a period beside those of the period before. Money in cents; `revenue` is what agencies pay for leads. */
export async function platformTrends(ctx: Ctx, period: ComparedPeriod) {
  const [now, before] = [await sumsIn(ctx, period), await sumsIn(ctx, period.before)];
  const counted = await ctx.use(Leads).days(days(period));
  const byDay = new Map(counted.map((count) => [count.day, count]));
  const line = (field: 'leads' | 'retailCents' | 'wholesaleCents'): number[] => daysOf(period).map((day) => byDay.get(day)?.[field] ?? 0);
  const figure = (of: (sums: Sums) => number) => ({ value: of(now), before: of(before) });
  return {
    agencies: figure((s) => s.agencies),
    leads: { ...figure((s) => s.leads), line: line('leads') },
    retail: { ...figure((s) => s.retail), line: line('retailCents') },
    revenue: { ...figure((s) => s.revenue), line: line('wholesaleCents') },
    suppliers: figure((s) => s.suppliers),
    margin: figure((s) => s.revenue - s.suppliers),
  };
}

/** Agencies by how many leads they had, or by what the platform keeps of them: what they pay for leads without what was looked up for them alone. */
export async function rankedAgencies(ctx: Ctx, period: Period, by: 'leads' | 'margin') {
  const back = Map.groupBy(await creditsIn(ctx, period), ({ agencyId }) => agencyId);
  const asked = Map.groupBy(await usesIn(ctx, period), ({ agencyId }) => agencyId);
  const figures = ({ agencyId: id, leads, wholesaleCents }: AgencyCount) => {
    const revenue = wholesaleCents - sum(back.get(id) ?? [], 'wholesaleCents');
    return { id, leads, revenue, margin: revenue - sum(asked.get(id) ?? [], 'costCents') };
  };
  const names = await agencyNames(ctx);
  const ranked = (await ctx.use(Leads).agencies(days(period)))
    .filter(({ leads, agencyId }) => leads > 0 && names.has(agencyId))
    .map(figures)
    .sort((a, b) => b[by] - a[by] || a.id - b.id)
    .slice(0, MOST);
  const counted = await ctx.use(Leads).agencyDays(
    ranked.map(({ id }) => id),
    days(period),
  );
  const lines = Map.groupBy(counted, ({ agencyId }) => agencyId);
  return ranked.map((agency) => {
    const byDay = new Map(lines.get(agency.id)?.map(({ day, leads }) => [day, leads]));
    const line = daysOf(period).map((day) => byDay.get(day) ?? 0);
    return { ...agency, name: names.get(agency.id)!, line, trend: trendOf(line) };
  });
}

/** What each supplier was asked in a period, with what an answer cost; those who were not asked are left out. */
export async function supplierCosts(ctx: Ctx, period: Period) {
  const bySupplier = Map.groupBy(await usesIn(ctx, period), ({ supplier }) => supplier);
  return [...bySupplier.entries()]
    .map(([id, uses]) => {
      const [asked, found, failed, cost] = (['asked', 'found', 'failed', 'costCents'] as const).map((field) => sum(uses, field)) as [
        number,
        number,
        number,
        number,
      ];
      return {
        id,
        name: uses[0]!.name,
        asked,
        rate: asked === 0 ? 0 : Math.round((1000 * found) / asked) / 10,
        cost,
        each: found === 0 ? 0 : Math.round(cost / found),
        note: failed > 0 ? ctx.t('reports.platform.failed', { number: failed }) : '',
      };
    })
    .filter(({ asked }) => asked > 0);
}
