import type { IncomingMessage, ServerResponse } from 'node:http';
import { isbot } from 'isbot';
import type { RawKernel, RawRouteDef } from '../../../../core/contract.ts';
import { type Collector, collectorOf } from './collector.ts';
import { deviceOf } from './device.ts';
import { isOpen } from './pixel-cache.ts';
import { answerPixel } from './pixel-script.ts';
import { insertWithdrawal } from '../withdrawal/withdrawal.store.ts';
import { WITHDRAWAL } from '../pipeline/job-ids.ts';
import { isView, MAX_BODY, readBeacon, type VisitInput, type WithdrawalInput } from './visit-input.ts';

const CORS = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-store' };
/** What the page that sent the view can read of the answer, so that its script knows when to come again. */
const LATER = { 'retry-after': '3', 'access-control-expose-headers': 'retry-after' };
const NEXT_MINUTE = { ...LATER, 'retry-after': '30' };
const BUSY = { ...CORS, 'access-control-expose-headers': 'retry-after' };
const PREFLIGHT = {
  ...CORS,
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
};
const WHY = 'the hot path: every page view of every client site comes here, from browsers that are nobody to us';
const WHY_SCRIPT = 'a public script for the pages of other sites, without cookies, hosts or sessions';
const SCREENED =
  'screening (docs/screening.md): 240 views a minute of an address and campaign, 1,200 of an address, 60 consents taken back; leads by its rules';
const SCRIPTS = '600 a minute for each address; beyond it scripts without a token';

export const collectRoutes: RawRouteDef[] = [
  { method: 'POST', path: '/collect', role: 'collect', why: WHY, spends: ['rows'], limits: SCREENED, refused: BUSY, handle: collect },
  {
    method: 'OPTIONS',
    path: '/collect',
    role: 'collect',
    why: WHY,
    spends: [],
    limits: 'nothing is looked up',
    refused: BUSY,
    handle: (_kernel, _request, response) => void response.writeHead(204, PREFLIGHT).end(),
  },
  { method: 'GET', path: '/px/*', role: 'collect', why: WHY_SCRIPT, spends: [], limits: SCRIPTS, handle: answerPixel },
  { method: 'HEAD', path: '/px/*', role: 'collect', why: WHY_SCRIPT, spends: [], limits: SCRIPTS, handle: answerPixel },
];

/** Takes one page view, or a consent back. 204 means: stored for good, or rightly not stored; 401: send it once more with a fresh token. */
async function collect(kernel: RawKernel, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = (status: number, headers?: Record<string, string>): void =>
    void response.writeHead(status, headers ? { ...CORS, ...headers } : CORS).end();
  const collector = collectorOf(kernel);
  if (collector.isFull) {
    request.resume();
    return answer(503, LATER);
  }
  const text = await bodyOf(request);
  if (text === null) return answer(413, { connection: 'close' });
  const input = readBeacon(text);
  if (!input) return answer(400);
  try {
    if (isView(input)) return answer(await take(kernel, collector, input, request));
    const status = await withdraw(kernel, collector, input, request);
    answer(status, status === 503 ? NEXT_MINUTE : {});
  } catch (error) {
    kernel.log.warn({ error: String(error) }, 'visits not stored');
    answer(503, LATER);
  }
}

/** The status for a page view that was read: 204 also for what is rightly not stored. Throws when the database does not take it. */
async function take(kernel: RawKernel, collector: Collector, input: VisitInput, request: IncomingMessage): Promise<number> {
  const at = kernel.now().getTime();
  const pixel = await collector.pixels.find(input.key);
  if (!pixel || !isOpen(pixel, at) || !kernel.isOn(pixel.plugin, pixel.agencyId, pixel.rootId)) return 204;
  if (input.optedOut || request.headers['sec-gpc'] === '1') collector.count(pixel, 'consent', at);
  else if (looksLikeBot(request.headers['user-agent'])) collector.count(pixel, 'bot', at);
  else {
    const ip = kernel.clientIp(request);
    const refusal = collector.screen.refusal(pixel, input, request.headers, ip, at);
    if (refusal) {
      collector.refuse(pixel, refusal, at);
      return refusal.status;
    }
    await collector.store(pixel, input, { ip, device: deviceOf(request.headers['user-agent'] ?? '') }, at);
  }
  return 204;
}

/**
 * Notes that a visitor took their consent back, whatever becomes of the campaign meanwhile. The visitor's id, which nobody else has seen, and the
 * script's token show that it is they; beyond the pace of an address it is to be said again.
 */
async function withdraw(kernel: RawKernel, collector: Collector, input: WithdrawalInput, request: IncomingMessage): Promise<number> {
  const pixel = await collector.pixels.find(input.key);
  if (!pixel) return 204;
  const refusal = collector.screen.withdrawalRefusal(pixel, input, kernel.clientIp(request), kernel.now().getTime());
  if (refusal !== null) return refusal;
  await insertWithdrawal(kernel.platform, pixel, input.visitor);
  kernel.wake(WITHDRAWAL);
  return 204;
}

/** The body as text, or null when it is too long; nothing beyond the limit is kept. */
function bodyOf(request: IncomingMessage): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size > MAX_BODY) {
        request.removeAllListeners('data').resume();
        resolve(null);
      } else parts.push(part);
    });
    request.on('end', () => resolve(parts.length === 1 ? parts[0]!.toString('utf8') : Buffer.concat(parts).toString('utf8')));
    request.on('error', reject);
  });
}

const known = new Map<string, boolean>();

/** Browsers send few different names, so each is looked at once. None at all is no browser. */
function looksLikeBot(agent: string | undefined): boolean {
  if (!agent) return true;
  let isBot = known.get(agent);
  if (isBot === undefined) {
    if (known.size >= 2_000) known.clear();
    known.set(agent, (isBot = isbot(agent)));
  }
  return isBot;
}
