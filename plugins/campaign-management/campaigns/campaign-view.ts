import { type Ctx, dollarsOf, flagOf, type Static } from '../../../core/contract.ts';
import type { CampaignView } from './campaign.schema.ts';
import { campaignOf, type CampaignRow, companyNames, leadCounts } from './campaign.store.ts';
import { fieldsShown } from './fields.ts';
import { type Issue, issuesOf } from './issues.service.ts';
import { isFull } from './limits.service.ts';
import { isInstalled } from './products.ts';
import { shownPrices } from './lead-prices.ts';
import { listStateOf } from './states.ts';

/** Rows under the specification's names; the number of further queries does not depend on theirs. */
export async function viewsOf(ctx: Ctx, rows: readonly CampaignRow[]): Promise<Static<typeof CampaignView>[]> {
  const [companies, leads, issues, brought, prices] = await ctx.together([
    () => companyNames(ctx, rows),
    () => leadCounts(ctx, rows),
    () => issuesOf(ctx, rows),
    () => fieldsShown(ctx, rows.map(campaignOf)),
    () => shownPrices(ctx, rows),
  ]);
  return rows.map((row, at) => ({
    ...viewOf(ctx, row, companies.get(row.company_id) ?? '', leads.get(row.id) ?? 0, issues.get(row.id) ?? []),
    ...prices[at],
    ...brought.get(row.id),
  }));
}

const viewOf = (ctx: Ctx, row: CampaignRow, company: string, leads: number, issues: readonly Issue[]): Static<typeof CampaignView> => ({
  leadspeek_api_id: row.id,
  campaignName: row.name,
  leadspeekType: row.product,
  product_name: isInstalled(ctx, row.product) ? ctx.named(row.product).name : row.product,
  status: row.status,
  state: listStateOf(
    { status: row.status, reason: row.pause_reason },
    { lacking: issues.length > 0, full: isFull(row, ctx.now), gone: !isInstalled(ctx, row.product) },
  ),
  pausereason: row.pause_reason ?? '',
  pausetext: row.pause_reason ? ctx.t(`campaigns.reason.${row.pause_reason}`) : '',
  attention:
    issues.length > 0
      ? 'lacking'
      : listStateOf({ status: row.status, reason: row.pause_reason }, {}) === 'needs_attention'
        ? 'paused'
        : 'none',
  issues: issues.map(({ code }) => code),
  issuetext: issues.map(({ code }) => ctx.t(code)).join(' '),
  issuebrief: issues.map(({ brief }) => ctx.t(brief)).join(' · '),
  statetext: issues.map(({ code }) => ctx.t(code)).join(' ') || (row.pause_reason ? ctx.t(`campaigns.reason.${row.pause_reason}`) : ''),
  limitstate: isFull(row, ctx.now) ? 'reached' : 'open',
  companyID: row.company_id,
  company_name: company,
  leads,
  timezone: row.timezone,
  startdatecampaign: row.start_date ?? '',
  enddatecampaign: row.end_date ?? '',
  oristartdatecampaign: row.start_date ?? '',
  orienddatecampaign: row.end_date ?? '',
  CostSet: dollarsOf(Number(row.retail_cents)),
  price_cents: Number(row.retail_cents),
  CostMaxLead: dollarsOf(Number(row.cost_limit_cents)),
  LimitLead: row.lead_limit,
  LimitLeadFreq: row.limit_frequency,
  LimitLeadStart: row.limit_start ?? '',
  LimitLeadEnd: row.limit_end ?? '',
  reidentificationtype: row.reidentification,
  applyreidentificationall: flagOf(row.whole_client),
  requireemailaddress: flagOf(row.require_email),
  phoneenabled: flagOf(row.require_phone),
  homeaddressenabled: flagOf(row.require_address),
  nationaltargeting: flagOf(row.nationwide),
  locatorstate: row.states,
  locatorcity: row.cities,
  locatorzip: row.zips.join('\n'),
  reportSentTo: row.report_sent_to,
  reportType: row.report_type,
  leadsAmountNotification: row.notify_every,
  adminNotifyTo: row.admin_notify_to,
  enableMinimumLimitLeads: flagOf(row.has_minimum_leads),
  minimumLimitLeads: row.minimum_leads,
  clientCampaignID: row.client_campaign_id,
  clientHidePhone: flagOf(row.hide_phone),
  created_at: row.created_at.toISOString(),
});
