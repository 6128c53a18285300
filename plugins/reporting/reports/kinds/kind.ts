import { type Ctx, dayText, momentText, type Period, T, type TSchema } from '../../../../core/contract.ts';
import { zoneText } from '../days.ts';
import type { Fact, Report } from '../files/report.ts';

/** What a report is asked for: its filters, and days as `periodOf` reads them. */
export type AskedReport = Readonly<Record<string, string | number | undefined>> & { period?: string };

/** A report that is shown, downloaded and mailed, worked out in one place. */
export interface ReportKind {
  /** Within the address of its files. */
  name: string;
  /** Message key. */
  title: string;
  ability: readonly [action: string, subject: string];
  /** It lists people by name and address, so its files are for those alone who may carry them away. */
  listsPeople?: true;
  /** It is of what stands when it is made, not of days. */
  withoutDays?: true;
  /** What it may be narrowed by beside its days: query parameters, and as a person reads what was chosen. */
  filters: Readonly<Record<string, TSchema>>;
  /** The page that shows it, whose list takes the filters from its address. */
  address: string;
  /** How it is narrowed, as people read it, where its filters are not those that the reports share. */
  narrowed?: (ctx: Ctx, asked: AskedReport) => Promise<Fact[]>;
  /** Throws 422 for more rows than `most`, with `tooLong`. */
  of(ctx: Ctx, asked: AskedReport, most: number, tooLong: () => Error): Promise<Report>;
}

export const PeriodField = T.Optional(T.String({ maxLength: 30 }));
export const Id = T.Optional(T.Integer({ minimum: 1, maximum: 2_147_483_647 }));

/** What every report says of itself: its days and whose days they are, how it is narrowed, and when it was made. */
export async function factsOf(ctx: Ctx, period: Period | null, narrowed: readonly Fact[], campaignId?: number): Promise<Fact[]> {
  const fact = (name: string, value: string): Fact => ({ label: ctx.t(`reports.fact.${name}`), value });
  const [first, last] = period ? [dayText(period.first, ctx.locale), dayText(period.last, ctx.locale)] : ['', ''];
  const days = !period ? ctx.t('reports.fact.any-days') : first === last ? first : ctx.t('reports.fact.from-to', { first, last });
  return [
    fact('period', days),
    fact('zone', await zoneText(ctx, campaignId)),
    ...narrowed,
    fact('made', momentText(ctx.now, ctx.timezone, ctx.locale)),
  ];
}
