import { type Ctx, defineRoute, invalid, notFound, Problem, T } from '../../../../core/contract.ts';
import { EVENT_TYPES, EventShape } from '../shapes.ts';
import { eventAt, eventIdOf, eventOut, eventsAfter, KEPT_DAYS, openedFeed } from './feed.store.ts';

const EventId = T.String({ pattern: '^evt_[0-9]{1,10}_[0-9]{1,15}$', examples: ['evt_12_1041'] });

/** The place of an event of the caller's agency; null for somebody else's. */
function positionIn(ctx: Ctx, id: string): number | null {
  const [, agency, position] = id.split('_');
  return Number(agency) === ctx.tenant.id ? Number(position) : null;
}

interface Asked {
  after?: string | undefined;
  types?: readonly string[] | undefined;
  limit?: number | undefined;
}

async function read(ctx: Ctx, { after, types, limit = 100 }: Asked, sandbox: boolean) {
  const from = after === undefined ? 0 : positionIn(ctx, after);
  if (from === null) throw invalid('after', 'open-api.problem.foreign-event');
  const { removed } = await openedFeed(ctx);
  if (after !== undefined && from < removed) throw new Problem(410, 'open-api.problem.events-gone', { params: { count: KEPT_DAYS } });
  const rows = await eventsAfter(ctx, { agencyId: ctx.tenant.id, after: from, sandbox, types, most: limit + 1 });
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return {
    data: data.map(eventOut),
    has_more: rows.length > limit,
    next_after: last ? eventIdOf(ctx.tenant.id, last.position) : (after ?? null),
  };
}

async function one(ctx: Ctx, id: string, sandbox: boolean) {
  const position = positionIn(ctx, id);
  const row = position === null ? undefined : await eventAt(ctx, ctx.tenant.id, position, sandbox);
  if (!row) throw notFound();
  return eventOut(row);
}

const list = defineRoute({
  id: 'open-api.events',
  method: 'GET',
  path: '/v1/events',
  summary: 'List events',
  ability: ['read', 'ApiEvent'],
  programs: {
    scope: 'events:read',
    group: 'Events',
    description: `What happened, the oldest first, for ${KEPT_DAYS} days. Go on with \`after\`: the id of the last event you are done with. An earlier id repeats what came behind it. Answers 410 where events behind \`after\` were removed meanwhile. A page without events gives \`next_after\` as you sent it: ask again later.`,
    sandbox: (ctx, { query }) => read(ctx, query, true),
  },
  query: T.Object({
    after: T.Optional(EventId),
    types: T.Optional(T.Array(T.Enum(EVENT_TYPES as unknown as string[]), { maxItems: 20, description: 'Only events of these types' })),
    limit: T.Optional(T.Integer({ minimum: 1, maximum: 500, default: 100 })),
  }),
  response: T.Object({
    data: T.Array(EventShape),
    has_more: T.Boolean({ examples: [false] }),
    next_after: T.Union([T.String(), T.Null()], { examples: ['evt_12_1042'] }),
  }),
  handler: (ctx, { query }) => read(ctx, query, false),
});

const single = defineRoute({
  id: 'open-api.event',
  method: 'GET',
  path: '/v1/events/:id',
  summary: 'Get an event',
  ability: ['read', 'ApiEvent'],
  programs: { scope: 'events:read', group: 'Events', sandbox: (ctx, { params }) => one(ctx, params.id, true) },
  params: T.Object({ id: EventId }),
  response: EventShape,
  handler: (ctx, { params }) => one(ctx, params.id, false),
});

export const eventRoutes = [list, single];
