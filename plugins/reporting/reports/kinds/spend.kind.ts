import { type Contributions, type Ctx, shownCount, shownMoney } from '../../../../core/contract.ts';
import type { Product } from '../../../foundation/companies/contract.ts';
import { productName } from '../../../foundation/companies/shared.ts';
import type { CampaignFilter } from '../../../campaign-management/campaigns/contract.ts';
import { periodIn } from '../days.ts';
import { totalsOf, type ReportColumn } from '../files/report.ts';
import { type InvoiceLine, invoiceLines, type InvoiceTotals, sum } from '../figures.service.ts';
import { T } from '../../../../core/contract.ts';
import { type AskedReport, factsOf, Id, type ReportKind } from './kind.ts';
import { narrowedTexts } from './narrowed.ts';

/** Three years of days, the leap day included. */
export const THREE_YEARS = 1_096;

export const scopeFields = (from: Contributions) => ({ companyId: Id, campaignId: Id, product: T.Optional(productName(from)) });
export const scopeOf = ({ companyId, campaignId, product }: AskedReport): CampaignFilter => ({
  ...(companyId !== undefined && { companyId: Number(companyId) }),
  ...(campaignId !== undefined && { campaignId: Number(campaignId) }),
  ...(product !== undefined && { product: product as Product }),
});

/** What lines come to. */
export const sumsOf = (lines: readonly InvoiceLine[]): InvoiceTotals => ({
  leads: sum(lines, 'leads'),
  credits:
    0 -
    sum(
      lines.filter(({ amount, leads }) => leads === 0 && amount < 0),
      'amount',
    ),
  total: sum(lines, 'amount'),
  cost: sum(lines, 'cost'),
});

/** Whether the reader is shown what the agency itself pays: agencies alone, never their clients. */
export const seesCost = (ctx: Ctx): boolean => ctx.tenant.kind === 'agency';

/** The invoice report: what was sold and given back, by day and campaign. */
export const spendKind = (from: Contributions): ReportKind => ({
  name: 'spend',
  title: 'reports.spend.title',
  ability: ['see-prices', 'Report'],
  filters: scopeFields(from),
  address: '/reports/spend',
  async of(ctx, asked, most, tooLong) {
    const period = await periodIn(ctx, asked.period, THREE_YEARS);
    const lines = await invoiceLines(ctx, period, scopeOf(asked));
    if (lines.length > most) throw tooLong();
    const costs = seesCost(ctx);
    const column = (field: string, as: ReportColumn['as'], onPaper: true | undefined = true): ReportColumn => ({
      title: ctx.t(`reports.column.${field}`),
      as,
      ...(onPaper && { onPaper }),
    });
    const columns = [
      column('day', 'day'),
      ...(costs ? [column('client', 'text')] : []),
      column('campaign', 'text'),
      column('product', 'text'),
      column('leads', 'number'),
      column('price', 'money'),
      column('amount', 'money'),
      ...(costs ? [column('cost', 'money'), column('margin', 'money')] : []),
    ];
    const rows = lines.map((line) => [
      line.day,
      ...(costs ? [line.client] : []),
      line.campaign,
      line.product && ctx.named(line.product).name,
      line.leads,
      line.price,
      line.amount,
      ...(costs ? [line.cost, line.amount - line.cost] : []),
    ]);
    const { leads, credits, total, cost } = sumsOf(lines);
    const figure = (name: string, value: string) => ({ label: ctx.t(`reports.column.${name}`), value });
    const money = costs
      ? [figure('revenue', shownMoney(total)), figure('cost', shownMoney(cost)), figure('margin', shownMoney(total - cost))]
      : [figure('spend', shownMoney(total))];
    const totals = totalsOf(ctx, columns, rows);
    // Prices do not add up.
    totals[costs ? 5 : 4] = null;
    return {
      title: ctx.t('reports.spend.title'),
      facts: await factsOf(ctx, period, await narrowedTexts(ctx, asked), scopeOf(asked).campaignId),
      figures: [figure('leads', shownCount(leads)), figure('credits', shownMoney(credits)), ...money],
      columns,
      rows,
      totals,
      timezone: ctx.timezone,
    };
  },
});
