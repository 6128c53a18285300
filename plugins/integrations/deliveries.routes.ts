import { type Ctx, defineRoute, List, listOf, pageOf, type Static, T } from '../../core/contract.ts';
import { connectionFor } from './connections.store.ts';
import { replayAll, replayOne } from './deliveries.service.ts';
import { DELIVERY_STATES, deliveryPage, type DeliveryRow } from './deliveries.store.ts';
import { ConnectionId } from './integrations.routes.ts';

const Delivery = T.Object({
  id: T.Integer(),
  event_id: T.String(),
  lead_id: T.String(),
  kind: T.Enum(['lead', 'test', 'repeat']),
  state: T.Enum([...DELIVERY_STATES]),
  attempts: T.Integer(),
  response: T.String(),
  created_at: T.String({ format: 'date-time' }),
  next_at: T.Union([T.String(), T.Null()]),
  finished_at: T.Union([T.String(), T.Null()]),
});
const Queued = T.Object({ count: T.Integer(), message: T.String() });

const list = defineRoute({
  id: 'integrations.deliveries',
  method: 'GET',
  path: '/integrations/:id/deliveries',
  summary: 'Delivery log of a connection',
  ability: ['read', 'Delivery'],
  params: ConnectionId,
  query: T.Object({
    Page: T.Optional(T.Integer({ minimum: 1, maximum: 100_000 })),
    PerPage: T.Optional(T.Integer({ minimum: 1, maximum: 100 })),
    State: T.Optional(T.Enum(['', ...DELIVERY_STATES])),
  }),
  response: List(Delivery),
  async handler(ctx, { params, query }) {
    await connectionFor(ctx, params.id, 'read');
    const at = pageOf(query);
    const { rows, total } = await deliveryPage(ctx, params.id, { ...at, ...(query.State ? { state: query.State } : {}) });
    return listOf(
      rows.map((row) => shown(ctx, row)),
      total,
      at,
    );
  },
});

const replay = defineRoute({
  id: 'integrations.replay',
  method: 'POST',
  path: '/integrations/:id/deliveries/:delivery/replay',
  summary: 'Send one logged lead again',
  ability: ['update', 'Delivery'],
  params: T.Object({ ...ConnectionId.properties, delivery: T.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
  response: Queued,
  async handler(ctx, { params }) {
    const count = await replayOne(ctx, params.id, params.delivery);
    return { count, message: ctx.t(count > 0 ? 'integrations.replayed' : 'integrations.waiting-already', { count }) };
  },
});

const replayHeld = defineRoute({
  id: 'integrations.replay-all',
  method: 'POST',
  path: '/integrations/:id/replay',
  summary: 'Send again everything that is held',
  ability: ['update', 'Delivery'],
  params: ConnectionId,
  response: Queued,
  async handler(ctx, { params }) {
    const count = await replayAll(ctx, params.id);
    return { count, message: ctx.t(count > 0 ? 'integrations.replayed' : 'integrations.nothing-held', { count }) };
  },
});

function shown(ctx: Ctx, row: DeliveryRow): Static<typeof Delivery> {
  return {
    id: Number(row.id),
    event_id: row.event_id,
    lead_id: row.lead_id,
    kind: row.is_test ? 'test' : row.replay_no > 0 ? 'repeat' : 'lead',
    state: row.state,
    attempts: row.attempts,
    response: ctx.t(row.response),
    created_at: row.created_at.toISOString(),
    next_at: row.state === 'failed' ? row.next_at.toISOString() : null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

export const deliveryRoutes = [list, replay, replayHeld];
