import { defineRoute, ListQuery, pageOf, T } from '../../../core/contract.ts';
import { clientsNamed } from './named.store.ts';

const { Page, PerPage, search } = ListQuery([]);

export const clientChoices = defineRoute({
  id: 'clients.choices',
  method: 'GET',
  path: '/clients/choices',
  summary: 'Clients by name, for filters: searched, a page at a time, or the one with an id',
  ability: ['choose', 'Client'],
  query: T.Object({ Page, PerPage, search, value: T.Optional(T.Integer({ minimum: 1, maximum: 2_147_483_647 })) }),
  response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String() })) }),
  async handler(ctx, { query }) {
    const at = pageOf(query);
    const clients = await clientsNamed(ctx, { search: query.search, id: query.value, offset: at.offset, limit: at.perPage });
    return { options: clients.map(({ id, name }) => ({ value: String(id), label: name })) };
  },
});
