import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import type { LeadRow, PageRow } from '../rows.gen.ts';
import { PAGES_OF_LEAD } from '../limits.ts';
import type { Touch } from '../touch.ts';

export type JourneyLead = Pick<LeadRow, 'lead_id' | 'conversions' | 'amount' | 'currency'> & {
  first_touch: Touch;
  last_touch: Touch;
};

/** What is known of how leads came, by lead id; those that no website brought are left out. */
export async function journeysOf(ctx: Ctx, leadIds: readonly string[]): Promise<Map<string, JourneyLead>> {
  const rows = (await ctx
    .query('JourneyLead')
    .whereRaw('lead_id = any(?::uuid[])', [leadIds as unknown as Knex.RawBinding])
    .select('lead_id', 'first_touch', 'last_touch', 'conversions', 'amount', 'currency')) as JourneyLead[];
  return new Map(rows.map((row) => [row.lead_id, row]));
}

export type JourneyPage = Omit<PageRow, 'params'> & { params: Touch['params'] };

/** The pages of a lead in their order. */
export const pagesOf = (ctx: Ctx, leadId: string): Promise<JourneyPage[]> =>
  ctx.query('JourneyPage').where({ lead_id: leadId }).orderBy(['at', 'id']).limit(PAGES_OF_LEAD);

export interface Converted {
  /** Null: they reached the thank-you page. */
  currency: string | null;
  leads: number;
  conversions: number;
  amount: string;
}

/**
 * Conversions of the leads whose pages are given, by currency and by each of the columns `by`; each lead counts among those of one currency. A lead that told of none counts
 * once for its thank-you page.
 */
export async function conversionsOf<By extends 'agency_id' = never>(
  ctx: Ctx,
  pages: Knex.QueryBuilder,
  by: readonly By[] = [],
): Promise<(Converted & Record<By, number>)[]> {
  const perLead = pages
    .whereNotNull('lead_id')
    // Part of the text, as it is of the indexes.
    .whereRaw('(thank_you or amount is not null)')
    .groupBy('lead_id', 'currency', ...by)
    .select('lead_id', 'currency', ...by, ctx.db.raw('count(amount) as told, coalesce(sum(amount), 0) as amount'))
    .select(
      ctx.db.raw(
        'sum(count(amount)) over (partition by lead_id) as told_in_all, row_number() over (partition by lead_id order by currency) = 1 as is_first',
      ),
    );
  return (await ctx.db
    .from(perLead.as('l'))
    .where((which) => which.where('told', '>', 0).orWhere('told_in_all', 0))
    .groupBy('currency', ...by)
    .orderBy('currency')
    .select(
      'currency',
      ...by,
      ctx.db.raw('count(*) filter (where is_first)::int as leads, sum(greatest(told, 1))::int as conversions, sum(amount)::text as amount'),
    )) as (Converted & Record<By, number>)[];
}

export interface CampaignConversions extends Pick<LeadRow, 'campaign_id' | 'currency'> {
  conversions: number;
  amount: string;
}

/** What the leads of campaigns that the actor may read did in all, by campaign and currency; those without conversions are left out. */
export const conversionsOfCampaigns = (ctx: Ctx, campaignIds: readonly number[]): Promise<CampaignConversions[]> =>
  ctx
    .query('JourneyLead')
    .whereRaw('campaign_id = any(?::int[]) and conversions > 0', [campaignIds as unknown as Knex.RawBinding])
    .groupBy('campaign_id', 'currency')
    .select('campaign_id', 'currency', ctx.db.raw('sum(conversions)::int as conversions, coalesce(sum(amount), 0)::text as amount'));
