import { type Ctx, defineRoute, notFound, type Period, periodOf, T } from '../../../../core/contract.ts';
import { CompanyId } from '../../../foundation/companies/shared.ts';
import { mayAnalyse } from '../analytics.service.ts';
import { creditsIn } from '../credits.ts';
import { countsByDay, sum } from '../figures.service.ts';
import { Figure } from '../trends.ts';

/** What the page of one agency shows of its leads, to operators who may see the report over all agencies. */
export const agencyTrends = defineRoute({
  id: 'reports.agency-trends',
  method: 'GET',
  path: '/reports/agencies/:companyId/trends',
  summary:
    'Leads of an agency in a period, what its clients pay for them and what it pays itself, beside the period before. Cents; null for who lacks the permission for the report over all agencies.',
  ability: ['read', 'Analytics'],
  params: CompanyId,
  query: T.Object({ period: T.Optional(T.String({ maxLength: 30 })) }),
  response: T.Object({ leads: Figure, volume: Figure, paid: Figure, margin: Figure }),
  async handler(ctx, { params: { companyId }, query }) {
    if ((await ctx.company(companyId))?.kind !== 'agency') throw notFound();
    if (!(await mayAnalyse(ctx))) return { leads: null, volume: null, paid: null, margin: null };
    const period = periodOf(query.period, ctx.timezone, ctx.now);
    const [now, before] = [await figuresOf(ctx, companyId, period), await figuresOf(ctx, companyId, period.before)];
    const figure = (of: 'leads' | 'volume' | 'paid' | 'margin', line?: number[]) => ({
      value: now[of],
      before: before[of],
      ...(line && { line }),
    });
    return {
      leads: figure(
        'leads',
        now.days.map(({ leads }) => leads),
      ),
      volume: figure(
        'volume',
        now.days.map(({ retailCents }) => retailCents),
      ),
      paid: figure(
        'paid',
        now.days.map(({ wholesaleCents }) => wholesaleCents),
      ),
      margin: figure('margin'),
    };
  },
});

async function figuresOf(ctx: Ctx, agencyId: number, period: Period) {
  const days = await countsByDay(ctx, period, { agencyId });
  const credits = await creditsIn(ctx, period, { agencyId }, []);
  const volume = sum(days, 'retailCents') - sum(credits, 'retailCents');
  const paid = sum(days, 'wholesaleCents') - sum(credits, 'wholesaleCents');
  return { days, leads: sum(days, 'leads'), volume, paid, margin: volume - paid };
}
