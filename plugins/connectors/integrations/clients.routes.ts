import { Connectors, defineRoute, List, listOf, pageOf, PageQuery, T } from '../../../core/contract.ts';
import { brokenOfClients } from './clients.store.ts';
import { BROKEN } from './connections.store.ts';

const ClientConnection = T.Object({
  id: T.Integer(),
  company: T.String(),
  name: T.String(),
  title: T.String(),
  state: T.Enum([...BROKEN]),
  held: T.Integer(),
  last_at: T.Union([T.String(), T.Null()]),
});

const clients = defineRoute({
  id: 'integrations.clients',
  method: 'GET',
  path: '/integrations/clients',
  summary: "Clients' connections that do not work",
  ability: ['read', 'ClientConnection'],
  query: T.Object(PageQuery),
  response: List(ClientConnection),
  async handler(ctx, { query }) {
    const at = pageOf(query);
    const { rows, total } = await brokenOfClients(ctx, at);
    const titleOf = (id: string): string => ctx.t(ctx.use(Connectors).find(id)?.title ?? id);
    return listOf(
      rows.map(({ id, company, name, connector, state, held, last_at }) => ({
        id,
        company,
        name,
        title: titleOf(connector),
        state: state as (typeof BROKEN)[number],
        held,
        last_at: last_at?.toISOString() ?? null,
      })),
      total,
      at,
    );
  },
});

export const clientRoutes = [clients];
