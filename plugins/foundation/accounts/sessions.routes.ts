import { defineRoute, List, listOf, notFound, pageOf, PageQuery, SessionsPort, T } from '../../../core/contract.ts';
import { deviceOf } from './device.ts';

const Row = T.Object({
  id: T.String(),
  device: T.String(),
  ip: T.String(),
  place: T.String(),
  created_at: T.String(),
  last_seen: T.String(),
  /** The one that asks. */
  current: T.Boolean(),
  state: T.Enum(['this', 'other']),
});

/** Where somebody is signed in, and how to end that. */
export const sessionRoutes = [
  defineRoute({
    id: 'accounts.sessions',
    method: 'GET',
    path: '/user/sessions',
    summary: "One's own sessions",
    ability: 'signed-in',
    viewMode: 'deny',
    query: T.Object(PageQuery),
    response: List(Row),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const sessions = await ctx.use(SessionsPort).list(ctx.actor.id);
      return listOf(
        sessions.slice(at.offset, at.offset + at.perPage).map(({ id, ip, agent, createdAt, seenAt }) => ({
          id,
          device: deviceOf(agent) || ctx.t('accounts.sessions.unknown-device'),
          ip,
          place: ctx.t('accounts.sessions.unknown-place'),
          created_at: createdAt.toISOString(),
          last_seen: seenAt.toISOString(),
          current: id === ctx.sessionId,
          state: id === ctx.sessionId ? ('this' as const) : ('other' as const),
        })),
        sessions.length,
        at,
      );
    },
  }),
  defineRoute({
    id: 'accounts.end-other-sessions',
    method: 'POST',
    path: '/user/sessions/end-others',
    summary: "End all of one's own sessions but this one",
    ability: 'signed-in',
    sensitive: 'credentials',
    withoutStepUp: 'only ends sessions, which must not wait',
    audit: 'accounts.sessions-ended',
    response: T.Object({ message: T.String() }),
    async handler(ctx) {
      await ctx.use(SessionsPort).endAll(ctx.actor.id, ctx.sessionId ?? undefined);
      return { message: ctx.t('accounts.sessions.others-ended') };
    },
  }),
  defineRoute({
    id: 'accounts.end-session',
    method: 'DELETE',
    path: '/user/sessions/:sessionId',
    summary: "End one of one's own sessions",
    ability: 'signed-in',
    sensitive: 'credentials',
    withoutStepUp: 'only ends a session, which must not wait',
    audit: 'accounts.session-ended',
    params: T.Object({ sessionId: T.String({ pattern: '^[0-9a-f-]{36}$', maxLength: 36 }) }),
    response: T.Object({ message: T.String() }),
    async handler(ctx, { params }) {
      const sessions = ctx.use(SessionsPort);
      if (!(await sessions.list(ctx.actor.id)).some(({ id }) => id === params.sessionId)) throw notFound();
      await sessions.end(params.sessionId);
      return { message: ctx.t('accounts.sessions.ended') };
    },
  }),
];
