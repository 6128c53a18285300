import { type Ctx, defineJob, T } from '../../../core/contract.ts';
import { mailOwner } from '../../foundation/accounts/shared.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';

interface HotView {
  campaign_id: number;
  company_id: number;
  url: string;
}

/** Leads of whom nobody was told yet, but for campaigns whose client was told within the hour: those wait for the next mail. */
const DUE = `from journey_hot h where h.told_at is null and not exists (
  select 1 from journey_hot t where t.campaign_id = h.campaign_id and t.told_at > now() - interval '1 hour')`;
const AT_ONCE = 500;

/** Tells clients that leads looked at pages which their campaigns call hot: one mail an hour for each campaign. Such views wake it. */
export const hotPagesJob = defineJob({
  id: 'journey.hot-pages',
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '1 minute',
  queue: {
    async agencies(platform) {
      const { rows } = (await platform.raw(`select distinct agency_id ${DUE}`)) as { rows: { agency_id: number }[] };
      return rows.map((row) => row.agency_id);
    },
  },
  async run(ctx) {
    const { rows } = (await ctx.db.raw(
      `with due as materialized (select h.lead_id, h.day ${DUE} and h.agency_id = ? order by h.at limit ${AT_ONCE} for update of h skip locked)
       update journey_hot h set told_at = now() from due where (h.lead_id, h.day) = (due.lead_id, due.day)
       returning h.campaign_id, h.company_id, h.url`,
      [ctx.tenant.id],
    )) as { rows: HotView[] };
    for (const [campaignId, views] of Map.groupBy(rows, (row) => row.campaign_id)) await tell(ctx, campaignId, views);
  },
});

async function tell(ctx: Ctx, campaignId: number, views: readonly HotView[]): Promise<void> {
  const campaign = await ctx.use(Campaigns).find(campaignId);
  const client = campaign && (await ctx.company(campaign.companyId));
  if (!client) return;
  await mailOwner(ctx, client, {
    subject: 'journey.mail.hot.subject',
    text: 'journey.mail.hot.text',
    params: {
      campaign: campaign.name,
      total: views.length,
      // An address would not come through whole: what a stranger's site may choose is never made a link.
      page: URL.parse(views[0]!.url)?.pathname ?? '',
      link: `${await ctx.origin(client)}/leads?campaign=${campaignId}`,
    },
    about: 'notice',
  });
}
