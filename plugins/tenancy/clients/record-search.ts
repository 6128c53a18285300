import type { RecordSearch } from '../../../core/contract.ts';
import { clientsNamed } from './named.store.ts';

/** An agency finds its clients by name. */
export const clientSearch: RecordSearch = {
  id: 'clients.search',
  title: 'clients.list.title',
  icon: 'building',
  order: 10,
  ability: ['list', 'Client'],
  find: async (ctx, search, limit) =>
    (await clientsNamed(ctx, { search, limit })).map(({ id, name }) => ({
      id: String(id),
      title: name,
      page: 'clients.page',
      params: { id: String(id) },
    })),
};
