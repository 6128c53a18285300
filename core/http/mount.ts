import { readFile, unlink } from 'node:fs/promises';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { koaBody } from 'koa-body';
import type { Owned } from '../boot/registry.ts';
import { type FileBody, Problem, type RouteDef } from '../contract.ts';
import { loadNames } from '../settings/names.ts';
import type { Kernel } from '../kernel.ts';
import { callRoute } from './call-route.ts';
import { attachment, isFileRoute } from './files.ts';
import type { RequestState } from './request-state.ts';

const JSON_LIMIT = 100 * 1024;
const MOST_LEVELS = 32;

/** One Koa route for each declared route; there is no other way onto this router. */
export function mountRoutes(kernel: Kernel): Router<RequestState> {
  const router = new Router<RequestState>({ prefix: '/api' });
  for (const owned of kernel.registry.routes.values()) {
    const path = owned.def.path;
    const verb = owned.def.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    router[verb](path, bodyReader(owned.def), (ctx) => answer(kernel, owned, ctx as unknown as Context & { state: RequestState; params: Record<string, string> }));
  }
  return router;
}

async function answer(kernel: Kernel, owned: Owned<RouteDef>, ctx: Context & { state: RequestState; params: Record<string, string> }): Promise<void> {
  const { principal } = ctx.state;
  await loadNames(kernel, principal.tenant);
  const file = await uploadedText(ctx, owned.def);
  const output = await callRoute(kernel, principal, owned, {
    params: ctx.params,
    query: ctx.query,
    body: (ctx.request as { body?: unknown }).body,
    formEtag: ctx.get('x-form-etag'),
    idempotencyKey: ctx.get('idempotency-key'),
    ...(file ? { file } : {}),
  });
  ctx.status = owned.def.status ?? 200;
  if (isFileRoute(owned.def)) {
    const { filename, type, body } = output as FileBody;
    ctx.type = type;
    ctx.set('content-disposition', attachment(filename));
    ctx.body = body;
  } else ctx.body = output ?? {};
}

/** JSON up to 100 kB where a route has a body, one text file where it takes an upload, nothing otherwise. */
function bodyReader(route: RouteDef): Middleware {
  if (route.upload) {
    return koaBody({ multipart: true, json: false, urlencoded: false, text: false, formidable: { maxFileSize: route.upload.maxBytes, maxFiles: 1, maxFields: 20, maxFieldsSize: JSON_LIMIT } });
  }
  if (!route.body) return (_ctx, next) => next();
  const read = koaBody({ json: true, urlencoded: false, text: false, multipart: false, jsonLimit: JSON_LIMIT, parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'] as never });
  return (ctx, next) => {
    if (Number(ctx.get('content-length')) > JSON_LIMIT) throw new Problem(413, 'core.problem.too-large');
    if (!Number(ctx.get('content-length')) && !ctx.get('transfer-encoding')) return next(); // an empty body is none
    if (!ctx.is('json')) throw new Problem(415, 'core.problem.not-json');
    return read(ctx, () => {
      if (isDeep((ctx.request as { body?: unknown }).body, MOST_LEVELS)) throw new Problem(400, 'core.problem.malformed');
      return next();
    });
  };
}

/** No form is built like this; it can only exhaust whoever reads it level by level, the database included. */
const isDeep = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((v) => isDeep(v, levels - 1)));

/** The uploaded file's text and a harmless name; the temporary file is gone afterwards. */
async function uploadedText(ctx: Context, route: RouteDef): Promise<{ name: string; text: string } | undefined> {
  if (!route.upload) return undefined;
  const files = Object.values((ctx.request as { files?: Record<string, unknown> }).files ?? {}).flat() as { filepath: string; originalFilename: string | null }[];
  const [file] = files;
  if (!file) throw new Problem(422, 'core.problem.no-file');
  try {
    return { name: (file.originalFilename ?? '').slice(0, 200), text: await readFile(file.filepath, 'utf8') };
  } finally {
    await Promise.all(files.map((f) => unlink(f.filepath).catch(() => undefined)));
  }
}
