import { type Ctx, ListQuery, momentText, shownCount } from '../../../core/contract.ts';
import type { AskedReport, Report, ReportColumn, ReportKind } from '../../reporting/reports/contract.ts';
import { AgencyFilters, askedAgencies } from './list-filters.ts';
import { type AgencyLine, agencyLines } from './report.service.ts';

type Facts = Report['facts'][number][];
type Cell = Report['rows'][number][number];

const COLUMNS: [name: string, as: ReportColumn['as'], of: (line: AgencyLine, ctx: Ctx) => Cell, onPaper?: true][] = [
  ['company', 'text', (line) => line.company_name, true],
  ['name', 'text', (line) => line.name, true],
  ['email', 'text', (line) => line.email, true],
  ['sales', 'text', (line) => line.sales.join(', ')],
  ['plan', 'text', (line) => line.package_label.replaceAll(/[()]/g, ''), true],
  ['payment', 'text', (line, ctx) => ctx.t(`agencies.report.payment.${line.payment_status === 'failed' ? 'failed' : 'active'}`), true],
  ['created', 'time', (line) => new Date(line.created_at)],
  ['clients', 'number', (line) => line.clients, true],
  ['campaigns', 'number', (line) => line.open_campaigns, true],
];

const textOf = (asked: AskedReport, name: string): string => String(asked[name] ?? '');

/** How the list is narrowed, in the words of its filters. */
async function narrowed(ctx: Ctx, asked: AskedReport): Promise<Facts> {
  const facts: Facts = [];
  const say = (label: string, value: string): void => void facts.push({ label: ctx.t(label), value });
  const chosen = (name: string, filter: string): void => {
    if (textOf(asked, name)) say(`agencies.filter.${filter}`, ctx.t(`agencies.filter.${filter}.${textOf(asked, name)}`));
  };
  chosen('CardStatus', 'card');
  chosen('CampaignStatus', 'campaigns');
  if (asked['apiKey']) say('agencies.filter.api-key', ctx.t('agencies.filter.yes'));
  if (asked['developerMode']) say('agencies.filter.developer-mode', ctx.t('agencies.filter.yes'));
  if (textOf(asked, 'search')) say('reports.fact.search', textOf(asked, 'search'));
  return facts;
}

const { apiKey, developerMode, CardStatus, CampaignStatus } = AgencyFilters;

/** The list of agencies with what stands below each, as it is when it is made. */
export const agenciesKind: ReportKind = {
  name: 'agencies',
  title: 'agencies.report.title',
  ability: ['oversee', 'Agency'],
  withoutDays: true,
  filters: { CardStatus, CampaignStatus, apiKey, developerMode, search: ListQuery([]).search },
  address: '/configuration/agency-list',
  narrowed,
  async of(ctx, asked, most, tooLong) {
    const at = askedAgencies({ ...(asked as object), sortby: 'company_name', order: 'asc' });
    const { lines, total } = await agencyLines(ctx, { ...at, offset: 0, perPage: most });
    if (total > most) throw tooLong();
    const sum = (field: 'clients' | 'open_campaigns'): number => lines.reduce((all, line) => all + line[field], 0);
    const figure = (name: string, value: number) => ({ label: ctx.t(`agencies.report.column.${name}`), value: shownCount(value) });
    const totals: Record<string, Cell> = {
      company: ctx.t('reports.file.total'),
      clients: sum('clients'),
      campaigns: sum('open_campaigns'),
    };
    return {
      title: ctx.t('agencies.report.title'),
      facts: [...(await narrowed(ctx, asked)), { label: ctx.t('reports.fact.made'), value: momentText(ctx.now, ctx.timezone, ctx.locale) }],
      figures: [
        { label: ctx.t('agencies.report.agencies'), value: shownCount(total) },
        figure('clients', sum('clients')),
        figure('campaigns', sum('open_campaigns')),
      ],
      columns: COLUMNS.map(([name, as, , onPaper]): ReportColumn => ({
        title: ctx.t(`agencies.report.column.${name}`),
        as,
        ...(onPaper && { onPaper }),
      })),
      rows: lines.map((line) => COLUMNS.map(([, , of]) => of(line, ctx))),
      totals: COLUMNS.map(([name]) => totals[name] ?? null),
      timezone: ctx.timezone,
    };
  },
};
