import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import type { CampaignIssue } from '../../campaign-management/campaigns/contract.ts';
import { ConnectedSystems } from './contract.ts';

/** Queries of those of the clients, an array in SQL, whose leads a system takes: connected by the client, or by its agency for it. */
export function servedClients(ctx: Ctx, clients: () => Knex.Raw): Knex.Raw[] {
  // A client does not see its agency's connections; the function tells no more than that there is one.
  const connected = ctx.db.raw('select client from integrations_with_destination(?) as client', [clients()]);
  return [connected, ...ctx.contributions(ConnectedSystems).map((system) => system.served(ctx, clients()))];
}

/** Leads stay in the list, because neither the client nor its agency has a connection that takes leads. */
export const destinationIssue: CampaignIssue = {
  code: 'integrations.issue.destination',
  brief: 'integrations.issue.destination.brief',
  remedy: { title: 'integrations.attention.destination.button', address: '/integrations' },
  async lacking(ctx, { column, clients }) {
    const served = servedClients(ctx, clients);
    const when = ctx.db.raw(
      served.map(() => '?? not in (?)').join(' and '),
      served.flatMap((query) => [column.companyId, query]),
    );
    return { when };
  },
};
