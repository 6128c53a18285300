import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RawKernel } from '../../../../core/contract.ts';
import { collectorOf } from './collector.ts';
import type { Pixel } from './pixel-cache.ts';

/** Made by `npm run build` from ui/src/pixel; the word `__LEAD_PIXEL__` in it stands for the campaign's own values. */
const BUNDLE = new URL('../../../../.local/pixel/pixel.js', import.meta.url);
const COMMON = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin', 'x-content-type-options': 'nosniff' };
/** For this browser alone: the script carries a token of its network. The token outlives the five minutes. */
const SCRIPT = {
  ...COMMON,
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'private, max-age=300',
  vary: 'accept-encoding',
};
const TOKEN = { ...COMMON, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

let bundle: Promise<string> | null = null;

/** `/px/<key>.js`: the script of one campaign; `/px/<key>.token`: a fresh token for a script that is already in a page. */
export async function answerPixel(kernel: RawKernel, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, key, kind] = /^\/px\/([A-Za-z0-9_-]{16})\.(js|token)(?:\?|$)/.exec(request.url ?? '') ?? [];
  const collector = collectorOf(kernel);
  const pixel = key === undefined ? undefined : await collector.pixels.find(key);
  if (!pixel) return void response.writeHead(404, { 'cache-control': 'public, max-age=60' }).end();
  const isOn = kernel.isOn(pixel.plugin, pixel.agencyId, pixel.rootId);
  const token = isOn ? collector.screen.token(pixel, kernel.clientIp(request), kernel.now().getTime()) : '';
  if (kind === 'token') return void response.writeHead(200, TOKEN).end(JSON.stringify({ s: token }));
  // The tag stays in the client's pages; switched off, it brings nothing.
  if (!isOn) return void response.writeHead(200, { ...SCRIPT, 'cache-control': 'no-store' }).end();
  bundle ??= readFile(BUNDLE, 'utf8').catch((error: unknown) => {
    bundle = null; // it may be built meanwhile
    throw error;
  });
  const script = scriptOf(await bundle, pixel, token);
  if (!request.headers['accept-encoding']?.includes('gzip')) return void response.writeHead(200, SCRIPT).end(script);
  response.writeHead(200, { ...SCRIPT, 'content-encoding': 'gzip' }).end(await promisify(gzip)(script));
}

/** The bundle with a campaign's values in it: key, thank-you page, the token that its beacons bring back, whether it reads forms. */
function scriptOf(text: string, pixel: Pixel, token: string): string {
  const config = { k: pixel.key, t: pixel.thankYouUrl, s: token, ...(pixel.readsForms && { f: 1 }) };
  return text.replace('__LEAD_PIXEL__', () => JSON.stringify(config).replaceAll('<', '\\u003c'));
}
