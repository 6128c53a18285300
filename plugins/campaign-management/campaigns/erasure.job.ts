import { type Ctx, defineJob, T } from '../../../core/contract.ts';
import { CampaignErasures } from './contract.ts';

/** Days for which a removed campaign's data is kept, for somebody who asks for it back. */
const KEEP_DAYS = 30;
/** The rest waits for the next day: a run is one transaction. */
const AT_ONCE = 200;

/** Erases what removed campaigns hold of people, in every plugin; prices, moves and windows stay with the ledger. */
export const eraseCampaigns = defineJob({
  id: 'campaigns.erase',
  payload: T.Object({}),
  every: '15 4 * * *',
  timeoutMs: 600_000,
  async run(ctx) {
    const due = (await ctx
      .db('campaigns_campaign')
      .where({ status: 'removed' })
      .whereNull('erased_at')
      .whereRaw(`removed_at < ?::timestamptz - make_interval(days => ${KEEP_DAYS})`, [ctx.now])
      .orderBy('removed_at')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .select('id')) as { id: number }[];
    for (const { id } of due) {
      for (const erase of ctx.contributions(CampaignErasures)) await erase(ctx, id);
      await blank(ctx, { id });
    }
  },
});

/** Erases the campaigns of a company that is gone. */
export const eraseCompanyCampaigns = (ctx: Ctx, companyId: number): Promise<void> => blank(ctx, { company_id: companyId });

/** Takes out what people typed; the row stays, for the ledger names it. */
async function blank(ctx: Ctx, which: { id: number } | { company_id: number }): Promise<void> {
  await ctx
    .db('campaigns_campaign')
    .where(which)
    .update({
      name: ctx.db.raw(`'#' || id`),
      report_sent_to: [],
      admin_notify_to: [],
      client_campaign_id: '',
      extra: '{}',
      erased_at: ctx.now,
    });
}
