import { createHash } from 'node:crypto';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Owned } from '../boot/registry.ts';
import { Problem, type RouteDef } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import { bodyReader } from './body.ts';
import { callRoute, type Sent } from './call-route.ts';
import { deviceOf, giveDevice } from './device-cookie.ts';
import type { AnsweredFile } from './file-parts.ts';
import { attachment, isFileRoute } from './files.ts';
import { setBody } from './packed-answer.ts';
import { readQuery } from './query.ts';
import type { RequestState } from './request-state.ts';

const PREFIX = '/api';

/**
 * One Koa route for each declared route; there is no other way onto these routers. There is one for each word that paths begin with: a router looks
 * at its routes one after the other, which among all routes of the product takes longer than many a request.
 */
export function mountRoutes(kernel: Kernel): Middleware<RequestState> {
  const routes = [...kernel.registry.routes.values()];
  const byWord = Map.groupBy(routes, ({ def }) => firstWord(def.path));
  // Paths that begin with a parameter are among those of every word, in their place.
  const anyWord = byWord.get(null) ?? [];
  const routers = new Map(
    [...byWord.keys()].map((word) => [
      word,
      routerOf(kernel, anyWord.length > 0 ? routes.filter(({ def }) => [word, null].includes(firstWord(def.path))) : byWord.get(word)!),
    ]),
  );
  return (ctx, next) => (routers.get(wordOf(ctx.path)) ?? routers.get(null))?.(ctx, next) ?? next();
}

function routerOf(kernel: Kernel, routes: readonly Owned<RouteDef>[]): Middleware<RequestState> {
  const router = new Router<RequestState>();
  for (const owned of routes) {
    const verb = owned.def.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    const read = bodyReader(owned.def);
    router[verb](`${PREFIX}${owned.def.path}`, (ctx) =>
      answer(kernel, owned, read, ctx as unknown as Context & { state: RequestState; params: Record<string, string> }),
    );
  }
  return router.routes() as unknown as Middleware<RequestState>;
}

/** What the path of a route begins with, null for a parameter. Routers do not tell capital letters from small ones. */
function firstWord(path: string): string | null {
  const word = path.split(/[/{]/, 2)[1] ?? '';
  return /[:*]/.test(word) ? null : word.toLowerCase();
}

const wordOf = (path: string): string =>
  path
    .slice(PREFIX.length + 1)
    .split('/', 1)[0]!
    .toLowerCase();

async function answer(
  kernel: Kernel,
  owned: Owned<RouteDef>,
  read: (ctx: Context) => Promise<Sent>,
  ctx: Context & { state: RequestState; params: Record<string, string> },
): Promise<void> {
  const { principal, byTicket } = ctx.state;
  if (byTicket && !isFileRoute(owned.def)) throw new Problem(401, 'core.problem.unauthenticated');
  const device = owned.def.device ? deviceOf(kernel, ctx) : null;
  const caller = device ? { ...principal, device } : principal;
  const output = await callRoute(kernel, caller, owned, {
    params: ctx.params,
    query: readQuery(ctx.querystring),
    read: () => read(ctx),
    form: ctx.get('x-form'),
    idempotencyKey: ctx.get('idempotency-key'),
    authorization: ctx.get('authorization'),
  });
  if (device?.isNew && device.keep) giveDevice(kernel, ctx, device.id);
  ctx.status = owned.def.status ?? 200;
  if (owned.def.clearsCache) ctx.set('clear-site-data', '"cache"');
  if (isFileRoute(owned.def)) {
    const { filename, type, body, inline, maxAge, recheck } = output as AnsweredFile;
    ctx.type = type;
    ctx.set('content-disposition', inline ? 'inline' : attachment(filename));
    const whose = owned.def.ability === 'public' ? 'public' : 'private';
    if (maxAge) ctx.set('cache-control', `${whose}, max-age=${maxAge}, immutable`);
    ctx.body = body instanceof Uint8Array ? Buffer.from(body) : body;
    if (recheck && Buffer.isBuffer(ctx.body)) {
      ctx.set('cache-control', `${whose}, max-age=${recheck}`);
      ctx.etag = createHash('sha256').update(ctx.body).digest('base64url').slice(0, 22);
      if (ctx.fresh) ctx.status = 304;
    }
  } else await setBody(ctx, owned, output ?? {});
}
