import { conflict, type Ctx, defineRoute, List, listOf, notFound, periodOf, T } from '../../../../core/contract.ts';
import { connectionFor } from '../connections.store.ts';
import { NewLead } from '../contract.ts';
import { ConnectionId } from '../integrations.routes.ts';
import { backfillJob } from './backfill.job.ts';
import { backfillsOf, cancelBackfill, countedFor, insertBackfill } from './backfill.store.ts';

/** Leads that are counted at most; a backfill may send more. */
const MOST_LEADS_COUNTED = 10_000;
const Period = T.Optional(T.String({ maxLength: 40 }));
const Count = T.Object({
  /** Leads of the period that fit the connection's rules; those that it has or holds already; and what is left. */
  leads: T.Integer(),
  arrived: T.Integer(),
  to_send: T.Integer(),
  /** There may be more. */
  is_least: T.Boolean(),
  first: T.String(),
  last: T.String(),
  period: T.String(),
});

async function counted(ctx: Ctx, id: number, text: string | undefined, action: 'read' | 'update') {
  const row = await connectionFor(ctx, id, action);
  const period = periodOf(text, ctx.timezone, ctx.now);
  const { toSend, isLeast, ...count } = await countedFor(ctx, row, period, MOST_LEADS_COUNTED);
  return { row, period, count: { ...count, to_send: toSend, is_least: isLeast, first: period.first, last: period.last } };
}

const count = defineRoute({
  id: 'integrations.backfill-count',
  method: 'GET',
  path: '/integrations/:id/backfill/count',
  summary: 'How many leads of a period a connection has not had yet',
  ability: ['read', 'Connection'],
  params: ConnectionId,
  query: T.Object({ period: Period }),
  response: Count,
  async handler(ctx, { params, query }) {
    const { count: found } = await counted(ctx, params.id, query.period, 'read');
    return { ...found, period: `${found.first}..${found.last}` };
  },
});

const begin = defineRoute({
  id: 'integrations.backfill-begin',
  method: 'POST',
  path: '/integrations/:id/backfill',
  summary: 'Send the leads of a period that a connection has not had yet, the newest first',
  ability: ['update', 'Connection'],
  stepUp: true,
  params: ConnectionId,
  body: T.Object({ period: T.String({ maxLength: 40 }) }),
  response: T.Object({ id: T.Integer(), message: T.String() }),
  async handler(ctx, { params, body }) {
    const { row, period, count: found } = await counted(ctx, params.id, body.period, 'update');
    if (!row.triggers.includes(NewLead.id)) throw conflict('integrations.backfill.not-leads');
    if (!row.open) throw conflict('integrations.backfill.closed');
    if (found.to_send === 0) throw conflict('integrations.backfill.none');
    const id = await insertBackfill(ctx, row, { ...period, total: found.to_send });
    if (id === null) throw conflict('integrations.backfill.running');
    await ctx.audit({
      action: 'integrations.backfill-begun',
      description: `Began to send earlier leads through ${row.name}: ${found.first} to ${found.last}`,
      target: String(row.id),
      params: { name: row.name, first: found.first, last: found.last, count: found.to_send },
    });
    await ctx.live('integrations', row.company_id);
    await ctx.wake(backfillJob);
    return { id, message: ctx.t('integrations.backfill.begun', { count: found.to_send }) };
  },
});

const list = defineRoute({
  id: 'integrations.backfills',
  method: 'GET',
  path: '/integrations/:id/backfill',
  summary: 'Periods whose leads were sent afterwards, the newest first',
  ability: ['read', 'Connection'],
  params: ConnectionId,
  query: T.Object({
    Page: T.Optional(T.Integer({ minimum: 1, maximum: 1 })),
    PerPage: T.Optional(T.Integer({ minimum: 1, maximum: 100 })),
  }),
  response: List(
    T.Object({
      id: T.Integer(),
      first: T.String(),
      last: T.String(),
      state: T.Enum(['running', 'done', 'cancelled']),
      total: T.Integer(),
      arrived: T.Integer(),
      waiting: T.Integer(),
      percentage: T.Integer(),
      created_at: T.String({ format: 'date-time' }),
    }),
  ),
  async handler(ctx, { params }) {
    await connectionFor(ctx, params.id, 'read');
    const rows = (await backfillsOf(ctx, params.id)).map(({ id, first, last, state, total, queued, arrived, waiting, created_at: at }) => ({
      id,
      first,
      last,
      // All queued is not all sent.
      state: state === 'done' && waiting > 0 ? ('running' as const) : state,
      total,
      arrived,
      waiting,
      percentage: state === 'done' && waiting === 0 ? 100 : Math.min(99, Math.floor((100 * (queued - waiting)) / Math.max(1, total))),
      created_at: at.toISOString(),
    }));
    return listOf(rows, rows.length, { page: 1, perPage: Math.max(1, rows.length) });
  },
});

const cancel = defineRoute({
  id: 'integrations.backfill-cancel',
  method: 'POST',
  path: '/integrations/:id/backfill/:backfill/cancel',
  summary: 'Stop sending the leads of a period; what has arrived stays there',
  ability: ['update', 'Connection'],
  withoutStepUp: 'stops what was begun with a fresh sign-in',
  params: T.Object({ ...ConnectionId.properties, backfill: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
  response: T.Object({ message: T.String() }),
  async handler(ctx, { params }) {
    const { name, company_id: company } = await connectionFor(ctx, params.id, 'update');
    const given = await cancelBackfill(ctx, params.id, params.backfill);
    if (given === null) throw notFound();
    await ctx.audit({
      action: 'integrations.backfill-cancelled',
      description: `Stopped sending earlier leads through ${name}`,
      target: String(params.id),
      params: { name, count: given },
    });
    await ctx.live('integrations', company);
    return { message: ctx.t('integrations.backfill.stopped') };
  },
});

export const backfillRoutes = [count, begin, list, cancel];
