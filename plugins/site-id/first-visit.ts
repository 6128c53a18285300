import { type Block, defineRoute, notFound, type PageExtension, type Source, T } from '../../core/contract.ts';
import { Campaigns } from '../campaigns/contract.ts';
import { Pixels } from '../capture/contract.ts';
import { FIGURES_TOPIC, Leads } from '../leads/contract.ts';

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
    const waits = async (): Promise<'visit' | 'lead' | 'nothing'> => {
      if (campaign.status !== 'active') return 'nothing';
      if (!(await ctx.use(Pixels).lastSeen([campaignId])).has(campaignId)) return 'visit';
      const { total } = await ctx.use(Leads).page({ campaignId, sort: 'created', order: 'desc', page: 1, perPage: 1 });
      return total === 0 ? 'lead' : 'nothing';
    };
    return { waits: await waits(), leadspeek_api_id: campaignId };
  },
});

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
