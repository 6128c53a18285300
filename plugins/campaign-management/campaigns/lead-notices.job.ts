import { type Ctx, defineJob, T } from '../../../core/contract.ts';
import { type Colleague, People } from '../../tenancy/people/contract.ts';
import { type CampaignRow, leadCounts, updateCampaign } from './campaign.store.ts';

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
      return (await platform('campaigns_campaign').whereRaw('notice_due').distinct('agency_id').pluck('agency_id')) as number[];
    },
  },
  async run(ctx) {
    const rows = (await ctx
      .db('campaigns_campaign')
      .where({ agency_id: ctx.tenant.id })
      .whereRaw('notice_due')
      .orderBy('id')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()) as CampaignRow[];
    if (rows.length === 0) return;
    const [told, counts] = [await toldPeople(ctx, ctx.tenant.id), await leadCounts(ctx, rows)];
    for (const row of rows) await tell(ctx, row, counts.get(row.id) ?? 0, told);
  },
});

/** People of an agency who are told of what happens; a campaign names some of them. */
export const toldPeople = async (ctx: Ctx, agencyId: number): Promise<Colleague[]> =>
  ctx.has(People) ? ctx.use(People).notified(agencyId) : [];

async function tell(ctx: Ctx, row: CampaignRow, used: number, told: readonly Colleague[]): Promise<void> {
  const noticed = Number(row.noticed_leads);
  // Whole steps only, so that a batch that goes beyond one does not shift those to come.
  const steps = row.notify_every > 0 ? Math.floor((used - noticed) / row.notify_every) * row.notify_every : 0;
  await updateCampaign(ctx.db, row.id, { noticed_leads: noticed + steps, notice_due: false });
  // Somebody has chosen other steps since it was due, or removed the campaign.
  if (steps === 0 || row.status === 'removed') return;
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
