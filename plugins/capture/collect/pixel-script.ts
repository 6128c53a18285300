import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RawKernel } from '../../../core/contract.ts';
import { collectorOf } from './collector.ts';
import type { Pixel } from './pixel-cache.ts';

/** Made by `npm run build` from ui/src/pixel; the word `__LEAD_PIXEL__` in it stands for the campaign's own values. */
const BUNDLE = new URL('../../../.local/pixel/pixel.js', import.meta.url);
const HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=300',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
};

let bundle: Promise<string> | null = null;

/** `GET /px/<key>.js`: the script of one campaign, to be cached for five minutes. */
export async function answerScript(kernel: RawKernel, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const key = /^\/px\/([A-Za-z0-9_-]{16})\.js(?:\?|$)/.exec(request.url ?? '')?.[1];
  const pixel = key === undefined ? undefined : await collectorOf(kernel).pixels.find(key);
  if (!pixel) return void response.writeHead(404, { 'cache-control': 'public, max-age=60' }).end();
  // The tag stays in the client's pages; switched off, it brings nothing.
  if (!kernel.isOn(pixel.plugin, pixel.agencyId, pixel.rootId))
    return void response.writeHead(200, { ...HEADERS, 'cache-control': 'no-store' }).end();
  bundle ??= readFile(BUNDLE, 'utf8').catch((error: unknown) => {
    bundle = null; // it may be built meanwhile
    throw error;
  });
  const script = scriptOf(await bundle, pixel);
  if (!request.headers['accept-encoding']?.includes('gzip')) return void response.writeHead(200, HEADERS).end(script);
  response.writeHead(200, { ...HEADERS, 'content-encoding': 'gzip' }).end(await promisify(gzip)(script));
}

/** The bundle with a campaign's values in it: `k` the key, `t` its thank-you page. */
const scriptOf = (text: string, pixel: Pixel): string =>
  text.replace('__LEAD_PIXEL__', () => JSON.stringify({ k: pixel.key, t: pixel.thankYouUrl }).replaceAll('<', '\\u003c'));
