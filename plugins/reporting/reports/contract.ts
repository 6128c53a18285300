import { type Ctx, defineExtensionPoint, definePort } from '../../../core/contract.ts';
import type { CampaignFilter } from '../../campaign-management/campaigns/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import type { Lead } from '../../lead-intake/leads/contract.ts';
import type { ReportKind } from './kinds/kind.ts';

export type { Report, ReportColumn } from './files/report.ts';
export type { AskedReport, ReportKind } from './kinds/kind.ts';

/** How a lead stands with the warranty: given back and waiting for an answer, declined, or credited. */
export const LEAD_STATUSES = ['open', 'declined', 'credited'] as const;
export interface LeadStatus {
  leadStatus: (typeof LEAD_STATUSES)[number] | '';
  /** Whether the caller may give it back now. */
  mayReturn: boolean;
}
/** Answers for the leads of a list, by lead id; leads it knows nothing of are left out. One plugin contributes it. */
export type LeadStatusesOf = (ctx: Ctx, leads: readonly Lead[]) => Promise<Map<string, LeadStatus>>;
export const LeadStatuses = defineExtensionPoint<LeadStatusesOf>('reports.lead-statuses');

/** What the caller's files of leads may hold, where that is not all. */
export interface ExportLimit {
  /** Says to the caller, in their language, what is left out and why. */
  note: string;
  /** Those of the leads that may be carried away, in the order given. */
  keep(leads: readonly Lead[]): Promise<Lead[]>;
}
/** Null: nothing is held back from the caller. */
export type ExportLimitOf = (ctx: Ctx) => Promise<ExportLimit | null>;
export const ExportLimits = defineExtensionPoint<ExportLimitOf>('reports.export-limit');

/** What was given back for leads, in cents: to clients, and by the root to agencies. */
export interface Credited {
  retailCents: number;
  wholesaleCents: number;
}
/** Of what, and when: the day that it was in the time zone of the campaign, as `2026-10-31`. */
export interface CreditKeys {
  agencyId: number;
  companyId: number;
  campaignId: number;
  day: string;
}
/** Sums of some days, the last one included, over leads of the campaigns that are meant: one for each of what `by` tells apart; of companies in the caller's sight. */
export type LeadCreditsOf = <By extends keyof CreditKeys>(
  ctx: Ctx,
  days: { first: string; last: string },
  of: CampaignFilter,
  by: readonly By[],
) => Promise<(Credited & Pick<CreditKeys, By>)[]>;
/** One plugin contributes it; it only reads (`ctx.together`). */
export const LeadCredits = defineExtensionPoint<LeadCreditsOf>('reports.lead-credits');

/** What leads did on the websites that they came from. */
export interface ConversionFigures {
  conversions: number;
  /** What they were worth, by currency, in its smallest unit. */
  amounts: ReadonlyMap<string, number>;
}
/** One plugin contributes it; it only reads (`ctx.together`). Leads that no website brought are left out, and agencies without conversions. */
export interface LeadConversions {
  /** Those of leads, as far as the caller may know of them, by lead id. */
  ofLeads(ctx: Ctx, leadIds: readonly string[]): Promise<ReadonlyMap<string, ConversionFigures>>;
  /** Ids of the lead sources whose leads have them. */
  sources: readonly string[];
  /** Those of leads in the caller's sight, between two instants. */
  between(ctx: Ctx, period: { from: Date; to: Date }, of: { product?: Product }): Promise<ConversionFigures>;
  /** Those between two instants, by agency in the caller's sight. */
  ofAgencies(ctx: Ctx, period: { from: Date; to: Date }, of: { product?: Product }): Promise<ReadonlyMap<number, ConversionFigures>>;
}
export const Conversions = defineExtensionPoint<LeadConversions>('reports.lead-conversions');

/** Whether a spreadsheet that is shared with recipients of reports holds a campaign's leads. Leads wanted there are in one of those that plugins know. */
export type LeadSheetOf = (ctx: Ctx, campaignId: number) => Promise<boolean>;
export const LeadSheets = defineExtensionPoint<LeadSheetOf>('reports.lead-sheet');

/** Reports of other plugins: with files in every format, and mailed on a schedule. */
export const ReportKinds = defineExtensionPoint<ReportKind>('reports.kind');

/** Days as campaigns count them, both included, as `2026-09-14`. */
export interface DaySpan {
  first: string;
  last: string;
}
/** Of which leads; all that is given holds. */
export interface FigureScope {
  clientId?: number;
  campaignId?: number;
  product?: Product;
}
/** What the leads of a campaign and day came to; `priceCents` is 0 and `amountCents` negative for what was given back. */
export interface ChargeLine {
  day: string;
  /** Null for campaigns that are no longer listed. */
  campaignId: number | null;
  campaign: string;
  client: string;
  product: string;
  leads: number;
  /** What one lead cost the client; the average where the price changed within the day. */
  priceCents: number;
  amountCents: number;
}
export interface ReportFiguresApi {
  /** Visits and leads by day, days without any included. Throws 403, 404 for a client out of sight, and 422 for more days than `most`. */
  days(span: DaySpan, scope: FigureScope, most: number): Promise<{ day: string; visits: number; leads: number }[]>;
  /** What leads came to, by day and campaign. Throws the same; 403 for whoever may not see prices. */
  charges(span: DaySpan, scope: FigureScope, most: number): Promise<ChargeLine[]>;
}
/** The figures of the screens, with the rights of the caller. */
export const ReportFigures = definePort<ReportFiguresApi>('reports.figures.v1');
