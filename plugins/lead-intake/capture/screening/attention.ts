import { type AttentionSource, LISTED } from '../../../foundation/attention/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { REVIEW_PATH } from './alarm.job.ts';
import { heldEpisodes } from './episodes.store.ts';

/** Campaigns with visits that wait until somebody decides about them; nothing is charged for them before. */
export const heldAttention: AttentionSource = {
  live: ['review'],
  async find(ctx, of) {
    // Those decide whose money it is; the root sees how many there are.
    if (!ctx.can(ctx.tenant.kind === 'root' ? 'read' : 'update', 'HeldVisit')) return [];
    const episodes = await heldEpisodes(ctx, { ...of, most: LISTED });
    if (episodes.length === 0) return [];
    const campaigns = await ctx.use(Campaigns).byId(episodes.map(({ campaignId }) => campaignId));
    const concerns = episodes.flatMap(({ campaignId, company, since }) => {
      const campaign = campaigns.get(campaignId);
      return campaign ? [{ name: campaign.name, ...(ctx.tenant.kind !== 'client' && { note: company }), since }] : [];
    });
    return [
      {
        id: 'capture.held',
        urgency: 'warn' as const,
        title: ctx.t('capture.attention.held'),
        text: ctx.t('capture.attention.held.text'),
        count: episodes[0]!.total,
        concerns,
        remedy: { title: ctx.t('capture.attention.held.go'), address: REVIEW_PATH },
      },
    ];
  },
};
