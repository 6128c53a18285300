import { type Contributions, type Ctx, shownCount, shownMoney } from '../../../../core/contract.ts';
import { type Lead, type LeadPlace, Leads } from '../../../lead-intake/leads/contract.ts';
import { ANY_LENGTH, namedPeriod, periodIn } from '../days.ts';
import { filterFields, narrowingOf } from '../lead-filter.ts';
import { carriedAway, headingsOf, leadColumns, type LeadCells, leadCells } from '../leads-file.ts';
import { exportLimits } from '../export-limits.ts';
import { type AskedReport, factsOf, type ReportKind } from './kind.ts';
import { narrowedTexts } from './narrowed.ts';

const PART = 1_000;

/** The lead report: a row each, as its reader may carry them away. */
export function leadsKind(from: Contributions): ReportKind {
  const { period: _period, ...filters } = filterFields(from);
  return {
    name: 'leads',
    title: 'reports.leads.title',
    ability: ['export', 'Report'],
    listsPeople: true,
    filters,
    address: '/leads',
    async of(ctx, asked, most, tooLong) {
      const leads = await leadsOf(ctx, asked, most, tooLong);
      const columns = leadColumns(ctx);
      const headings = headingsOf(ctx, columns);
      const cells: LeadCells = await leadCells(ctx, leads, new Map());
      const spend = leads.reduce((sum, { retailCents }) => sum + retailCents, 0);
      const period = asked.period ? await periodIn(ctx, namedPeriod(asked.period), ANY_LENGTH) : null;
      const notes = (await exportLimits(ctx)).map(({ note }) => ({ label: ctx.t('reports.fact.left-out'), value: note }));
      const campaignId = asked['campaignId'] === undefined ? undefined : Number(asked['campaignId']);
      return {
        title: ctx.t('reports.leads.title'),
        facts: [...(await factsOf(ctx, period, await narrowedTexts(ctx, asked), campaignId)), ...notes],
        figures: [
          { label: ctx.t('reports.column.leads'), value: shownCount(leads.length) },
          ...(ctx.can('see-prices', 'Report') ? [{ label: ctx.t('reports.column.price-of-leads'), value: shownMoney(spend) }] : []),
        ],
        columns: columns.map(({ as = 'text', onPaper }, index) => ({
          title: headings[index]!,
          as,
          ...(onPaper && { onPaper }),
        })),
        rows: leads.map((lead) => columns.map(({ of }) => of(lead, cells(lead)))),
        timezone: ctx.timezone,
      };
    },
  };
}

async function leadsOf(ctx: Ctx, asked: AskedReport, most: number, tooLong: () => Error): Promise<Lead[]> {
  const narrowing = await narrowingOf(ctx, asked);
  const which = { ...narrowing, to: narrowing.to ?? ctx.now };
  const leads: Lead[] = [];
  let place: LeadPlace | null = null;
  do {
    const { rows, next }: { rows: Lead[]; next: LeadPlace | null } = await ctx.use(Leads).walk(which, place, PART);
    leads.push(...(await carriedAway(ctx, rows)));
    if (leads.length > most) throw tooLong();
    place = next;
  } while (place !== null);
  return leads;
}
