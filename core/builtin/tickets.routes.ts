import { defineRoute, invalid, notFound, type RouteDef, T } from '../contract.ts';
import { checkCall } from '../http/call-route.ts';
import { FileRoutes } from '../http/route-table.ts';
import { issueTicket } from '../http/tickets.ts';
import type { Kernel } from '../kernel.ts';

/**
 * A download that the browser makes by itself cannot show a bearer token, and a token must never stand in an address. So the
 * browser asks for a ticket first: good once, for a minute, for this session and this very address.
 */
export const ticketRoutes = (kernel: () => Kernel): RouteDef[] => {
  let files: FileRoutes | undefined;
  return [
    defineRoute({
      id: 'core.ticket',
      method: 'POST',
      path: '/tickets',
      summary: 'Leave to download one file once',
      ability: 'signed-in',
      viewMode: 'allow',
      unlogged: 'the download itself is what counts',
      db: 'intent',
      body: T.Object({ path: T.String({ minLength: 6, maxLength: 2000, pattern: '^/api/[^#\\s]+$' }) }),
      response: T.Object({ url: T.String() }),
      async handler(ctx, { body }) {
        const asked = new URL(body.path, 'http://host');
        if (asked.pathname + asked.search !== body.path || asked.searchParams.has('ticket'))
          throw invalid('path', 'core.validation.format');
        files ??= new FileRoutes(kernel().registry);
        const found = files.find(asked.pathname);
        const session = ctx.sessionId ? await kernel().sessions.byId(ctx.sessionId) : null;
        if (!found || !session) throw notFound();
        const { host, locale, timezone, ip, requestId } = ctx;
        await checkCall(
          kernel(),
          { ...session, session: session.state, host, locale, timezone, ip, requestId, trail: { rows: 0 } },
          found.owned,
          {
            params: found.params,
            query: Object.fromEntries(asked.searchParams),
            read: async () => ({ body: undefined }),
            form: '',
            idempotencyKey: '',
          },
        );
        return {
          url: await issueTicket(kernel().platform, {
            sessionId: session.state.id,
            path: body.path,
            locale,
            timezone,
          }),
        };
      },
    }),
  ];
};
