import { type Ctx, invalid } from '../../../core/contract.ts';
import type { Campaign } from '../../campaign-management/campaigns/contract.ts';
import { areOthersOfClient, campaignChoices } from '../../campaign-management/campaigns/shared.ts';
import { Websites } from '../../lead-intake/capture/contract.ts';
import { b2bOf } from './campaign.store.ts';

/** Visits come from websites of the same client's other campaigns. */
export async function checkSources(ctx: Ctx, campaign: Campaign, sent: Readonly<Record<string, unknown>>): Promise<void> {
  if (sent['sourcecampaigns'] === undefined) return;
  const ids = (await b2bOf(ctx, campaign.id))?.sources.map(Number) ?? [];
  if (!(await areOthersOfClient(ctx, campaign, ids))) throw invalid('sourcecampaigns', 'b2b-id.problem.sources');
}

/** Campaigns with a website, for the field that names them. */
export const sourceOptions = campaignChoices(
  {
    id: 'b2b-id.source-choices',
    path: '/leadspeek/b2b/source-campaigns',
    summary: 'Campaigns from whose websites a campaign may take visits',
    ability: ['read', 'Campaign'],
  },
  (ctx) => ({ products: ctx.contributions(Websites).map(({ product }) => product) }),
);
