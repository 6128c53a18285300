import type { RecordSearch } from '../../../core/contract.ts';
import { campaignsNamed } from './named.store.ts';

/** Campaigns are found by name, each with a page of its own. */
export const campaignSearch: RecordSearch = {
  id: 'campaigns.search',
  title: 'campaigns.records',
  icon: 'speakerphone',
  order: 20,
  ability: ['read', 'Campaign'],
  find: async (ctx, search, limit) =>
    (await campaignsNamed(ctx, { search, limit })).map(({ id, name, product, client }) => ({
      id: String(id),
      title: name,
      ...(ctx.tenant.kind === 'client' ? {} : { note: client }),
      page: { role: 'campaigns.campaign', values: { product } },
      params: { id },
    })),
};
