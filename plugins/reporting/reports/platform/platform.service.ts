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
  return (await ctx.together(ctx.contributions(SupplierUses).map((usesOf) => () => usesOf(ctx, span)))).flat();
}

interface Sums {
  agencies: number;
  leads: number;
  retail: number;
  revenue: number;
  suppliers: number;
}

async function sumsIn(ctx: Ctx, period: Period): Promise<Sums> {
  const [all, credits, uses] = await ctx.together([
    () => ctx.use(Leads).agencies(days(period)),
    () => creditsIn(ctx, period, {}, []),
    () => usesIn(ctx, period),
  ]);
  const counted = all.filter(({ leads }) => leads > 0);
  return {
    agencies: counted.length,
    leads: sum(counted, 'leads'),
    retail: sum(counted, 'retailCents') - sum(credits, 'retailCents'),
    revenue: sum(counted, 'wholesaleCents') - sum(credits, 'wholesaleCents'),
    suppliers: sum(uses, 'costCents'),
  };
}

/** The platform's figures of a period beside those of the period before. Money in cents; `revenue` is what agencies pay for leads. */
export async function platformTrends(ctx: Ctx, period: ComparedPeriod) {
  const [now, before, counted] = await ctx.together([
    () => sumsIn(ctx, period),
    () => sumsIn(ctx, period.before),
    () => ctx.use(Leads).days(days(period)),
  ]);
  const byDay = new Map(counted.map((count) => [count.day, count]));
  const all = daysOf(period);
  const line = (field: 'leads' | 'retailCents' | 'wholesaleCents'): number[] => all.map((day) => byDay.get(day)?.[field] ?? 0);
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
  const [counted, credits, uses] = await ctx.together([
    () => ctx.use(Leads).agencies(days(period)),
    () => creditsIn(ctx, period, {}, ['agencyId']),
    () => usesIn(ctx, period),
  ]);
  const back = new Map(credits.map((credit) => [credit.agencyId, credit.wholesaleCents]));
  const asked = Map.groupBy(uses, ({ agencyId }) => agencyId);
  const figures = ({ agencyId: id, leads, wholesaleCents }: AgencyCount) => {
    const revenue = wholesaleCents - (back.get(id) ?? 0);
    return { id, leads, revenue, margin: revenue - sum(asked.get(id) ?? [], 'costCents') };
  };
  const ranked = counted
    .filter(({ leads }) => leads > 0)
    .map(figures)
    .sort((a, b) => b[by] - a[by] || a.id - b.id);
  const first = await firstNamed(ctx, ranked);
  const ids = first.map(({ id }) => id);
  const lines = Map.groupBy(await ctx.use(Leads).agencyDays(ids, days(period)), ({ agencyId }) => agencyId);
  const all = daysOf(period);
  return first.map((agency) => {
    const byDay = new Map(lines.get(agency.id)?.map(({ day, leads }) => [day, leads]));
    const line = all.map((day) => byDay.get(day) ?? 0);
    return { ...agency, line, trend: trendOf(line) };
  });
}

/** So many agencies are asked for their names at once: few of them were removed. */
const ASKED_FOR_NAMES = 2 * MOST;

/** The first of these agencies, without those that were removed, and what they are called. */
async function firstNamed<A extends { id: number }>(ctx: Ctx, ranked: readonly A[]): Promise<(A & { name: string })[]> {
  const found: (A & { name: string })[] = [];
  for (let at = 0; at < ranked.length && found.length < MOST; at += ASKED_FOR_NAMES) {
    const some = ranked.slice(at, at + ASKED_FOR_NAMES);
    const names = await agencyNames(
      ctx,
      some.map(({ id }) => id),
    );
    found.push(...some.flatMap((agency) => (names.has(agency.id) ? [{ ...agency, name: names.get(agency.id)! }] : [])));
  }
  return found.slice(0, MOST);
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
