import { type Block, type Ctx, defineRoute, notFound, type PageExtension, type Source, T } from '../../../core/contract.ts';
import { type Campaign, Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { FIGURES_TOPIC, Leads } from '../../lead-intake/leads/contract.ts';

/** For so long a campaign without a lead is said to have had its first visit. */
const LOOKED_BACK_MS = 90 * 86_400_000;

/** What an active campaign waits for: its first visit, then its first lead. */
export const firstVisit = defineRoute({
  id: 'site-id.first-visit',
  method: 'GET',
  path: '/site-id/first-visit/:campaignId',
  summary: 'Whether an active campaign still waits for its first visit, or for its first lead; `nothing` for any other',
  ability: ['read', 'Campaign'],
  params: T.Object({ campaignId: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
  response: T.Object({ waits: T.Enum(['visit', 'lead', 'nothing']), leadspeek_api_id: T.Integer() }),
  async handler(ctx, { params: { campaignId } }) {
    const campaign = await ctx.use(Campaigns).find(campaignId);
    if (campaign?.product !== 'local') throw notFound();
    const waits = campaign.status === 'active' ? await waitedFor(ctx, campaign) : 'nothing';
    return { waits, leadspeek_api_id: campaignId };
  },
});

/** By what is counted, which is news as soon as it is; when the pixel was last seen is written a little later. */
async function waitedFor(ctx: Ctx, { id: campaignId, timezone }: Campaign): Promise<'visit' | 'lead' | 'nothing'> {
  const leads = ctx.use(Leads);
  const { total } = await leads.page({ campaignId, sort: 'created', order: 'desc', page: 1, perPage: 1 });
  if (total > 0) return 'nothing';
  const from = new Date(ctx.now.getTime() - LOOKED_BACK_MS);
  const days = await leads.days({ campaignId, from, to: new Date(ctx.now.getTime() + 1), timezone });
  return days.some(({ observations }) => observations > 0) ? 'lead' : 'visit';
}

const source: Source = {
  route: 'site-id.first-visit',
  params: { campaignId: { from: 'row', field: 'leadspeek_api_id' } },
  live: FIGURES_TOPIC,
};
const waiting = (waits: 'visit' | 'lead'): Block => ({
  as: 'notice',
  severity: waits === 'visit' ? 'info' : 'good',
  text: `site-id.waits.${waits}`,
  source,
  when: { field: 'waits', is: waits },
  stays: true,
  ...(waits === 'visit' && {
    action: {
      id: 'site-id.show-pixel',
      title: 'site-id.waits.visit.button',
      ability: ['read', 'Campaign'],
      do: {
        page: 'site-id.campaign',
        params: { id: { from: 'row', field: 'leadspeek_api_id' }, tab: { value: 'source' } },
      },
    },
  }),
});

/** Says at the top of a campaign's page what it waits for, and turns as that comes. */
export const firstVisitNotices: PageExtension = {
  role: 'campaigns.campaign',
  where: { product: 'local' },
  order: -10,
  blocks: [waiting('visit'), waiting('lead')],
};
