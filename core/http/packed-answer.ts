import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'koa';
import type { Owned } from '../boot/registry.ts';
import type { RouteDef } from '../contract.ts';

const zip = promisify(gzip);
/** Shorter ones are not worth it. */
const LEAST_BYTES = 500;

/**
 * Whether the answer is packed where the browser can unpack it: what describes screens is long, holds no secret and repeats nothing that a
 * caller sent. Other answers may do either, and their length would tell of it.
 */
const isDescription = ({ plugin, def }: Owned<RouteDef>): boolean =>
  plugin === 'core' && def.method === 'GET' && def.path.startsWith('/ui/');

/** Sets the JSON body of an answer. */
export async function setBody(ctx: Context, route: Owned<RouteDef>, body: object): Promise<void> {
  ctx.body = body;
  if (!isDescription(route)) return;
  ctx.vary('accept-encoding');
  if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') return;
  const text = JSON.stringify(body);
  if (text.length < LEAST_BYTES) return;
  ctx.type = 'json';
  ctx.set('content-encoding', 'gzip');
  ctx.body = await zip(text);
}
