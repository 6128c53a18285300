import { defineRoute, notFound, Problem, T } from '../../core/contract.ts';
import { Campaigns } from '../campaigns/contract.ts';
import { Leads } from '../capture/contract.ts';

const CampaignId = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const WAIT_SECONDS = 60;

export const testLeadRoutes = [
  defineRoute({
    id: 'site-id.test-lead', method: 'POST', path: '/leadspeek/testlead', summary: 'Send a clearly fake lead to every destination', ability: ['create', 'Campaign'],
    body: T.Object({ leadspeek_api_id: CampaignId, companyID: T.Optional(T.Integer()) }),
    response: T.Object({ result: T.String(), message: T.String() }),
    async handler(ctx, { body }) {
      const campaign = await ctx.use(Campaigns).find(body.leadspeek_api_id);
      if (!campaign) throw notFound();
      // One lock a campaign: two clicks at once look at the log one after the other.
      await ctx.db.raw('select pg_advisory_xact_lock(hashtext(?), ?)', ['site-id.test-lead', campaign.id]);
      const recent = (await ctx.db('core_audit').where({ company_id: campaign.companyId, action: 'site-id.test-lead-sent', target: String(campaign.id) })
        .whereRaw(`at > now() - make_interval(secs => ${WAIT_SECONDS})`).first('at')) as { at: Date } | undefined;
      if (recent) {
        const left = Math.max(1, WAIT_SECONDS - Math.floor((ctx.now.getTime() - recent.at.getTime()) / 1000));
        throw new Problem(429, 'site-id.test-lead.wait', { headers: { 'retry-after': String(left) } });
      }
      await ctx.use(Leads).test(campaign.id);
      await ctx.audit({ action: 'site-id.test-lead-sent', description: 'Test lead sent', companyId: campaign.companyId, target: String(campaign.id), campaignId: String(campaign.id) });
      return { result: 'success', message: ctx.t('site-id.test-lead.sent') };
    },
  }),
];

export const testLeadRates = [{ id: 'site-id.checks' as const, points: 20, seconds: 60, by: 'company' as const }];
