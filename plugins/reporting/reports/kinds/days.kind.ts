import { type Contributions, shownCount } from '../../../../core/contract.ts';
import { periodIn } from '../days.ts';
import { totalsOf, type ReportColumn } from '../files/report.ts';
import { countsByDay, sum } from '../figures.service.ts';
import { factsOf, type ReportKind } from './kind.ts';
import { narrowedTexts } from './narrowed.ts';
import { scopeFields, scopeOf, THREE_YEARS } from './spend.kind.ts';

/** The chart report: visits and leads of every day. */
export const daysKind = (from: Contributions): ReportKind => ({
  name: 'days',
  title: 'reports.days.title',
  ability: ['read', 'Report'],
  filters: scopeFields(from),
  address: '/reports/days',
  async of(ctx, asked, most, tooLong) {
    const period = await periodIn(ctx, asked.period, THREE_YEARS);
    const days = await countsByDay(ctx, period, scopeOf(asked));
    if (days.length > most) throw tooLong();
    const columns = (['day', 'visits', 'leads'] as const).map((field): ReportColumn => ({
      title: ctx.t(`reports.column.${field}`),
      as: field === 'day' ? 'day' : 'number',
      onPaper: true,
    }));
    const rows = days.map(({ day, visits, leads }) => [day, visits, leads]);
    return {
      title: ctx.t('reports.days.title'),
      facts: await factsOf(ctx, period, await narrowedTexts(ctx, asked), scopeOf(asked).campaignId),
      figures: (['visits', 'leads'] as const).map((name) => ({
        label: ctx.t(`reports.column.${name}`),
        value: shownCount(sum(days, name)),
      })),
      columns,
      rows,
      totals: totalsOf(ctx, columns, rows),
      timezone: ctx.timezone,
    };
  },
});
