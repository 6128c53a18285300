import { type Ctx, defineRoute, List, listOf, pageOf, PageQuery, type RouteDef, type Static, T } from '../../../core/contract.ts';
import { Leads } from '../../lead-intake/leads/contract.ts';
import { connectionFor } from './connections.store.ts';
import { discardAll, sendAgain, sendAll } from './deliveries.service.ts';
import { DELIVERY_STATES, deliveryPage, type DeliveryRow, HELD_DAYS } from './deliveries.store.ts';
import { ConnectionId } from './integrations.routes.ts';
import { titlesOf } from './triggers/sample.ts';
import { idIn } from './triggers/subjects.ts';

const Delivery = T.Object({
  id: T.Integer(),
  event_id: T.String(),
  lead_id: T.Union([T.String(), T.Null()]),
  /** What happened, in the reader's language; empty for a test. */
  event: T.String(),
  /** Name of the lead, or the number of what else it happened to; empty for a test, and once the lead was erased. */
  lead: T.String(),
  kind: T.Enum(['lead', 'event', 'test', 'repeat']),
  state: T.Enum([...DELIVERY_STATES]),
  attempts: T.Integer(),
  response: T.String(),
  /** What the other system calls the record that it made of the lead. */
  ref: T.String(),
  created_at: T.String({ format: 'date-time' }),
  next_at: T.Union([T.String(), T.Null()]),
  /** Until when a held lead can be sent. */
  held_until: T.Union([T.String(), T.Null()]),
  can_send: T.Boolean(),
  finished_at: T.Union([T.String(), T.Null()]),
});
const AGAIN = 'sends again what was to be sent there anyway';
const Queued = T.Object({ count: T.Integer(), message: T.String() });

const list = defineRoute({
  id: 'integrations.deliveries',
  method: 'GET',
  path: '/integrations/:id/deliveries',
  summary: 'Delivery log of a connection',
  ability: ['read', 'Delivery'],
  params: ConnectionId,
  query: T.Object({
    ...PageQuery,
    State: T.Optional(T.Enum(['', ...DELIVERY_STATES])),
  }),
  response: List(Delivery),
  async handler(ctx, { params, query }) {
    await connectionFor(ctx, params.id, 'read');
    const at = pageOf(query);
    const { rows, total } = await deliveryPage(ctx, params.id, { ...at, ...(query.State ? { state: query.State } : {}) });
    const leads = await ctx.use(Leads).byId(rows.flatMap((row) => row.lead_id ?? []));
    const names = new Map(leads.map((lead) => [lead.id, [lead.firstName, lead.lastName].filter(Boolean).join(' ') || lead.email]));
    const titles = titlesOf(ctx);
    return listOf(
      rows.map((row) => shown(ctx, row, { event: titles.get(row.trigger) ?? row.trigger, lead: names.get(row.lead_id ?? '') ?? '' })),
      total,
      at,
    );
  },
});

/** How many leads a call was about, and what it says of them or of there being none. */
const told = (ctx: Ctx, count: number, done: string, none: string) => ({ count, message: ctx.t(count > 0 ? done : none, { count }) });

const replay = defineRoute({
  id: 'integrations.replay',
  method: 'POST',
  path: '/integrations/:id/deliveries/:delivery/replay',
  summary: 'Send one logged lead again',
  ability: ['update', 'Delivery'],
  withoutStepUp: AGAIN,
  params: T.Object({ ...ConnectionId.properties, delivery: T.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
  response: Queued,
  async handler(ctx, { params }) {
    return told(ctx, await sendAgain(ctx, params.id, params.delivery), 'integrations.replayed', 'integrations.waiting-already');
  },
});

/** Sends again everything of a connection that is in a state. */
const replayAll = (state: 'held' | 'rejected', route: Pick<RouteDef, 'id' | 'path' | 'summary'>) =>
  defineRoute({
    ...route,
    method: 'POST',
    ability: ['update', 'Delivery'],
    withoutStepUp: AGAIN,
    params: ConnectionId,
    response: Queued,
    async handler(ctx, { params }) {
      return told(ctx, await sendAll(ctx, params.id, state), 'integrations.replayed', 'integrations.nothing-held');
    },
  });
const replayHeld = replayAll('held', {
  id: 'integrations.replay-all',
  path: '/integrations/:id/replay',
  summary: 'Send everything that is held',
});
const replayRejected = replayAll('rejected', {
  id: 'integrations.replay-rejected',
  path: '/integrations/:id/replay-rejected',
  summary: 'Send again every lead that the other system refused',
});

const discard = defineRoute({
  id: 'integrations.discard-held',
  method: 'POST',
  path: '/integrations/:id/discard',
  summary: 'Discard everything that is held; the leads themselves stay',
  ability: ['update', 'Delivery'],
  stepUp: true,
  params: ConnectionId,
  response: Queued,
  async handler(ctx, { params }) {
    return told(ctx, await discardAll(ctx, params.id), 'integrations.discarded', 'integrations.nothing-held');
  },
});

function shown(ctx: Ctx, row: DeliveryRow, { event, lead }: { event: string; lead: string }): Static<typeof Delivery> {
  const isTest = row.subject === null;
  return {
    id: Number(row.id),
    event_id: row.event_id,
    lead_id: row.lead_id,
    event: isTest ? '' : event,
    lead: row.thing ? `#${idIn(row.thing)}` : lead,
    kind: row.is_test ? 'test' : row.replay_no > 0 ? 'repeat' : row.thing ? 'event' : 'lead',
    state: row.state,
    attempts: row.attempts,
    response: ctx.t(row.response),
    ref: row.ref,
    created_at: row.created_at.toISOString(),
    next_at: row.state === 'failed' ? row.next_at.toISOString() : null,
    held_until: row.held_at ? new Date(row.held_at.getTime() + HELD_DAYS * 86_400_000).toISOString() : null,
    can_send: !isTest && row.state !== 'pending',
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

export const deliveryRoutes = [list, replay, replayHeld, replayRejected, discard];
