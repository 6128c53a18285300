import type { CampaignIssue } from '../../campaign-management/campaigns/contract.ts';
import { ConnectedSystems } from './contract.ts';

/** Leads stay in the list, because neither the client nor its agency has a connection that takes leads. */
export const destinationIssue: CampaignIssue = {
  code: 'integrations.issue.destination',
  brief: 'integrations.issue.destination.brief',
  remedy: { title: 'integrations.attention.destination.button', address: '/integrations' },
  async among(ctx, campaigns) {
    // A client does not see its agency's connections; the function tells no more than that there is one.
    const clients = [...new Set(campaigns.map((c) => c.companyId))];
    const connected = async (): Promise<readonly number[]> => {
      const { rows } = await ctx.db.raw<{ rows: { client: number }[] }>(
        'select client from integrations_with_destination(?::int[]) as client',
        [clients],
      );
      return rows.map(({ client }) => client);
    };
    const systems = ctx.contributions(ConnectedSystems).map((system) => () => system.serves(ctx, clients));
    const served = new Set((await ctx.together([connected, ...systems])).flatMap((found) => [...found]));
    return campaigns.filter((c) => !served.has(c.companyId)).map(({ id }) => id);
  },
};
