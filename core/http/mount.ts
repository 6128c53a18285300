import { createHash } from 'node:crypto';
import Router from '@koa/router';
import type { Context } from 'koa';
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

/** One Koa route for each declared route; there is no other way onto this router. */
export function mountRoutes(kernel: Kernel): Router<RequestState> {
  const router = new Router<RequestState>({ prefix: '/api' });
  for (const owned of kernel.registry.routes.values()) {
    const path = owned.def.path;
    const verb = owned.def.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    const read = bodyReader(owned.def);
    router[verb](path, (ctx) =>
      answer(kernel, owned, read, ctx as unknown as Context & { state: RequestState; params: Record<string, string> }),
    );
  }
  return router;
}

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
