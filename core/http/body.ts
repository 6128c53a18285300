import { readFile, unlink } from 'node:fs/promises';
import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import { Problem, type RouteDef } from '../contract.ts';
import type { Sent } from './call-route.ts';

const JSON_LIMIT = 100 * 1024;
const MOST_LEVELS = 32;
const NONE = Buffer.alloc(0);

/** How a route's body is read: JSON up to 100 kB, one uploaded file where it takes one, nothing otherwise. */
export function bodyReader(route: RouteDef): (ctx: Context) => Promise<Sent> {
  if (route.upload && !route.upload.optional) return uploadReader(route.upload);
  if (route.upload) {
    const [form, json] = [uploadReader(route.upload), jsonReader()];
    return (ctx) => (ctx.is('multipart') ? form(ctx) : json(ctx));
  }
  return route.body ? jsonReader(route.oauth) : async () => ({ body: undefined });
}

function jsonReader(formToo = false): (ctx: Context) => Promise<Sent> {
  const read = koaBody({
    json: true,
    urlencoded: formToo,
    text: false,
    multipart: false,
    jsonLimit: JSON_LIMIT,
    formLimit: JSON_LIMIT,
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'] as never,
  });
  return async (ctx) => {
    if (Number(ctx.get('content-length')) > JSON_LIMIT) throw new Problem(413, 'core.problem.too-large');
    if (!Number(ctx.get('content-length')) && !ctx.get('transfer-encoding')) return { body: undefined }; // an empty body is none
    if (!ctx.is('json') && !(formToo && ctx.is('urlencoded'))) throw new Problem(415, 'core.problem.not-json');
    await read(ctx, async () => undefined);
    const { body } = ctx.request as { body?: unknown };
    if (isDeep(body, MOST_LEVELS)) throw new Problem(400, 'core.problem.malformed');
    return { body };
  };
}

/** No form is built like this; it can only exhaust whoever reads it level by level, the database included. */
const isDeep = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((v) => isDeep(v, levels - 1)));

/** The uploaded file and the fields beside it; the temporary file is gone afterwards. */
function uploadReader({ maxBytes: maxFileSize, as = 'text', optional }: NonNullable<RouteDef['upload']>): (ctx: Context) => Promise<Sent> {
  const read = koaBody({
    multipart: true,
    json: false,
    urlencoded: false,
    text: false,
    formidable: { maxFileSize, maxFiles: 1, maxFields: 60, maxFieldsSize: JSON_LIMIT },
  });
  return async (ctx) => {
    await read(ctx, async () => undefined);
    const { body, files } = ctx.request as { body?: unknown; files?: Record<string, unknown> };
    const sent = Object.values(files ?? {}).flat() as { filepath: string; originalFilename: string | null }[];
    const [file] = sent;
    if (!file) {
      if (!optional) throw new Problem(422, 'core.problem.no-file');
      return { body };
    }
    try {
      const bytes = await readFile(file.filepath);
      const name = (file.originalFilename ?? '').slice(0, 200);
      return { body, file: as === 'text' ? { name, text: bytes.toString('utf8'), bytes: NONE } : { name, text: '', bytes } };
    } finally {
      await Promise.all(sent.map((f) => unlink(f.filepath).catch(() => undefined)));
    }
  };
}
