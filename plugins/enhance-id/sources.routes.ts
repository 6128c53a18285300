import { defineRoute, T } from '../../core/contract.ts';
import { campaignsCalled } from '../campaigns/shared.ts';

/** Campaigns whose leads may be enhanced, for the field that names them. */
export const sourceOptions = defineRoute({
  id: 'enhance-id.source-options',
  method: 'GET',
  path: '/leadspeek/enhance/source-campaigns',
  summary: 'Campaigns whose leads a campaign may take',
  ability: ['read', 'Campaign'],
  query: T.Object({ search: T.Optional(T.String({ maxLength: 100 })) }),
  response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String(), note: T.Optional(T.String()) })) }),
  handler: async (ctx, { query }) => ({
    options: (await campaignsCalled(ctx, query.search?.trim() ?? '', { without: 'enhance' })).map(({ id, name, client }) => ({
      value: String(id),
      label: name,
      ...(ctx.tenant.kind !== 'client' && { note: client }),
    })),
  }),
});
