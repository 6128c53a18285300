import { conflict, Connectors, type Ctx, defineRoute, Flag, flagOf, List, listOf, notFound, T } from '../../../../core/contract.ts';
import { connectionFor, type ConnectionRow } from '../connections.store.ts';
import { ConnectionId } from '../integrations.routes.ts';
import { offeredTo } from './sample.ts';
import { saveTriggers } from './triggers.store.ts';

/** What a connection may send; nothing where its connector is not there any more. */
function offered(ctx: Ctx, row: ConnectionRow) {
  const connector = ctx.use(Connectors).find(row.connector);
  return connector ? offeredTo(ctx, connector).map(({ trigger }) => trigger) : [];
}

const list = defineRoute({
  id: 'integrations.triggers',
  method: 'GET',
  path: '/integrations/:id/triggers',
  summary: 'On what a connection sends, and on what it could',
  ability: ['read', 'Connection'],
  params: ConnectionId,
  query: T.Object({
    Page: T.Optional(T.Integer({ minimum: 1, maximum: 1 })),
    PerPage: T.Optional(T.Integer({ minimum: 1, maximum: 100 })),
  }),
  response: List(T.Object({ trigger: T.String(), title: T.String(), sent: Flag })),
  async handler(ctx, { params }) {
    const row = await connectionFor(ctx, params.id, 'read');
    const rows = offered(ctx, row).map(({ id, title }) => ({ trigger: id, title: ctx.t(title), sent: flagOf(row.triggers.includes(id)) }));
    return listOf(rows, rows.length, { page: 1, perPage: Math.max(1, rows.length) });
  },
});

const send = defineRoute({
  id: 'integrations.trigger-send',
  method: 'PUT',
  path: '/integrations/:id/triggers/:trigger',
  summary: 'Send this whenever it happens from now on, or no more; what waits already is still sent',
  ability: ['update', 'Connection'],
  stepUp: true,
  params: T.Object({ ...ConnectionId.properties, trigger: T.String({ minLength: 1, maxLength: 100 }) }),
  body: T.Object({ sent: Flag }),
  response: T.Object({ message: T.String() }),
  async handler(ctx, { params, body }) {
    const row = await connectionFor(ctx, params.id, 'update');
    const trigger = offered(ctx, row).find(({ id }) => id === params.trigger);
    if (!trigger) throw notFound();
    const others = row.triggers.filter((id) => id !== trigger.id);
    if (body.sent === 'F' && others.length === 0) throw conflict('integrations.triggers.last');
    if ((body.sent === 'T') !== row.triggers.includes(trigger.id))
      await saveTriggers(ctx, row, body.sent === 'T' ? [...others, trigger.id] : others);
    return { message: ctx.t(body.sent === 'T' ? 'integrations.triggers.on' : 'integrations.triggers.off', { what: ctx.t(trigger.title) }) };
  },
});

export const triggerRoutes = [list, send];
