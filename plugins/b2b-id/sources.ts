import { type Ctx, defineRoute, invalid, T } from '../../core/contract.ts';
import type { Campaign } from '../campaigns/contract.ts';
import { areOthersOfClient, campaignsCalled } from '../campaigns/shared.ts';
import { Websites } from '../capture/contract.ts';
import { b2bOf } from './campaign.store.ts';

/** Visits come from websites of the same client's other campaigns. */
export async function checkSources(ctx: Ctx, campaign: Campaign, sent: Readonly<Record<string, unknown>>): Promise<void> {
  if (sent['sourcecampaigns'] === undefined) return;
  const ids = (await b2bOf(ctx, campaign.id))?.sources.map(Number) ?? [];
  if (!(await areOthersOfClient(ctx, campaign, ids))) throw invalid('sourcecampaigns', 'b2b-id.problem.sources');
}

/** Of some campaigns those with a website. */
async function withWebsite<C extends { id: number }>(ctx: Ctx, campaigns: readonly C[]): Promise<C[]> {
  const has = new Set<number>();
  for (const websites of ctx.contributions(Websites)) {
    const found = await websites.of(
      ctx,
      campaigns.map(({ id }) => id),
    );
    for (const id of found.keys()) has.add(id);
  }
  return campaigns.filter(({ id }) => has.has(id));
}

export const sourceOptions = defineRoute({
  id: 'b2b-id.source-options',
  method: 'GET',
  path: '/leadspeek/b2b/source-campaigns',
  summary: 'Campaigns from whose websites a campaign may take visits',
  ability: ['read', 'Campaign'],
  query: T.Object({ search: T.Optional(T.String({ maxLength: 100 })) }),
  response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String(), note: T.Optional(T.String()) })) }),
  async handler(ctx, { query }) {
    const campaigns = await campaignsCalled(ctx, query.search?.trim() ?? '', { without: 'b2b' });
    return {
      options: (await withWebsite(ctx, campaigns)).map(({ id, name, client }) => ({
        value: String(id),
        label: name,
        ...(ctx.tenant.kind !== 'client' && { note: client }),
      })),
    };
  },
});
