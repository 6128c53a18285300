import { type Ctx, ownedBy } from '../../../core/contract.ts';
import type { CampaignFilter } from '../../campaign-management/campaigns/contract.ts';
import type { Credited, CreditKeys } from '../../reporting/reports/contract.ts';

const COLUMNS = { agencyId: 'agency_id', companyId: 'company_id', campaignId: 'campaign_id', day: 'credited_on' } as const;
const SHOWN = { ...COLUMNS, day: `to_char(credited_on, 'YYYY-MM-DD')` };

/** What was given back for leads on some days, in cents, summed for each of what `by` tells apart: reports take it off what they call spend. */
export async function creditSums<By extends keyof CreditKeys>(
  ctx: Ctx,
  { first, last }: { first: string; last: string },
  { campaignId, companyId, agencyId, product }: CampaignFilter,
  by: readonly By[],
): Promise<(Credited & Pick<CreditKeys, By>)[]> {
  const of = { campaign_id: campaignId, company_id: companyId, agency_id: agencyId, product };
  const given = Object.entries(of).filter(([, value]) => value !== undefined);
  const found = ctx
    .db('warranty_case')
    .where({ ...ownedBy(ctx.tenant), ...Object.fromEntries(given) })
    .whereBetween('credited_on', [first, last])
    .select(by.map((key) => ctx.db.raw(`${SHOWN[key]} as "${key}"`)))
    .select(ctx.db.raw('coalesce(sum(retail_cents), 0)::text as retail, coalesce(sum(fee_cents), 0)::text as fee'));
  if (by.length > 0) void found.groupBy(by.map((key) => COLUMNS[key]));
  const rows = (await found) as (Pick<CreditKeys, By> & { retail: string; fee: string })[];
  return rows.map(({ retail, fee, ...keys }) => ({
    ...(keys as unknown as Pick<CreditKeys, By>),
    retailCents: Number(retail),
    wholesaleCents: Number(fee),
  }));
}
