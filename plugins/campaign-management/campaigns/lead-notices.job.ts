import { type Ctx, defineJob, T } from '../../../core/contract.ts';
import { type Colleague, People } from '../../tenancy/people/contract.ts';
import type { CampaignRow } from './campaign.store.ts';

/** Campaigns of which enough leads have come since their last notice; what was taken stands in the window `total`. */
const DUE = `
  select c.*, w.used from campaigns_campaign c join campaigns_window w on w.campaign_id = c.id and w.kind = 'total'
  where c.notify_every > 0 and c.status <> 'removed' and w.used - c.noticed_leads >= c.notify_every`;
const AT_ONCE = 50;

/**
 * Tells of new leads, each `leadsAmountNotification` of them. What was told is noted together with the mails, so that no number of
 * leads is told of twice or forgotten, whoever dies meanwhile. Leads wake it.
 */
export const leadNotices = defineJob({
  id: 'campaigns.lead-notices',
  payload: T.Object({}),
  timeoutMs: 60_000,
  queue: {
    async agencies(platform) {
      const { rows } = (await platform.raw(`select distinct agency_id from (${DUE}) due`)) as { rows: { agency_id: number }[] };
      return rows.map((row) => row.agency_id);
    },
  },
  async run(ctx) {
    const { rows } = (await ctx.db.raw(`${DUE} and c.agency_id = ? order by c.id limit ${AT_ONCE} for update of c skip locked`, [
      ctx.tenant.id,
    ])) as {
      rows: (CampaignRow & { used: string })[];
    };
    if (rows.length === 0) return;
    const told = await toldPeople(ctx, ctx.tenant.id);
    for (const row of rows) await tell(ctx, row, Number(row.used), told);
  },
});

/** People of an agency who are told of what happens; a campaign names some of them. */
export const toldPeople = async (ctx: Ctx, agencyId: number): Promise<Colleague[]> =>
  ctx.has(People) ? ctx.use(People).notified(agencyId) : [];

async function tell(ctx: Ctx, row: CampaignRow, used: number, told: readonly Colleague[]): Promise<void> {
  const news = used - Number(row.noticed_leads);
  // Whole steps only, so that a batch that goes beyond one does not shift those to come.
  const steps = Math.floor(news / row.notify_every) * row.notify_every;
  await ctx
    .db('campaigns_campaign')
    .where({ id: row.id })
    .update({ noticed_leads: Number(row.noticed_leads) + steps });
  const mail = (to: string) => async (own: Ctx) =>
    own.mail({
      to,
      subject: 'campaigns.mail.leads.subject',
      text: 'campaigns.mail.leads.text',
      params: { campaign: row.name, count: steps, total: used, link: `${await own.origin()}/${own.named(row.product).url}/dashboard` },
      about: 'notice',
    });
  for (const { id, email } of told) if (row.admin_notify_to.includes(id)) await mail(email)(ctx);
  const client = row.report_sent_to.length > 0 ? await ctx.company(row.company_id) : null;
  if (client) for (const to of row.report_sent_to) await ctx.as(client, mail(to));
}
