import { configVersion } from '../features/config-version.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Kernel } from '../kernel.ts';
import type { Hosts } from './hosts.ts';
import { type Limits, networkOf } from './limits.ts';
import { Places } from './concurrency-limit.ts';
import { clientIp, principalOf } from './principal.ts';

const BEAT_MS = 20_000;
const LOOK_MS = 1_000;
/** Bytes that a reader may leave unread before the stream is cut; a browser comes back by itself. */
const MOST_UNREAD = 65_536;
const BUSY_SECONDS = '30';

/**
 * The open streams of `GET /api/live`: server-sent events that name topics with news. The browser then asks its ordinary
 * routes, so no data passes here. A stream ends within a second or two of its session, and does not keep it alive. There are so many
 * streams for each session, account and network, and so many in all; for a further one the browser is asked to come back later.
 */
export class LiveStreams {
  readonly #kernel: Kernel;
  readonly #hosts: Hosts;
  /** Open answers by session. */
  readonly #open = new Map<ServerResponse, string>();
  readonly #look: NodeJS.Timeout;
  readonly #ofNetwork: Places;
  readonly #ofAccount: Places;
  readonly #ofSession: Places;

  constructor(kernel: Kernel, hosts: Hosts, limits: Limits) {
    this.#kernel = kernel;
    this.#hosts = hosts;
    this.#ofNetwork = new Places(limits.streamsOfNetwork, limits.streams);
    this.#ofAccount = new Places(limits.streamsOfAccount);
    this.#ofSession = new Places(limits.streamsOfSession);
    this.#look = setInterval(() => void this.#endEnded(), LOOK_MS).unref();
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Before the session is looked for, so that a refusal costs nothing.
    if (!place(response, this.#ofNetwork, networkOf(clientIp(request, this.#kernel.config.trustedHops))))
      return refuse(response, this.#ofNetwork.isFull ? 503 : 429);
    const { principal } = await principalOf(this.#kernel, this.#hosts, request);
    if (response.destroyed) return; // hung up meanwhile: its end would not be heard any more
    if (principal.actor.kind !== 'user' || !principal.session || principal.program) {
      response.writeHead(401, { 'content-type': 'application/problem+json' }).end('{"status":401,"code":"core.problem.unauthenticated"}');
      return;
    }
    const { session, actor } = principal;
    if (!place(response, this.#ofAccount, String(actor.id)) || !place(response, this.#ofSession, session.id)) return refuse(response, 429);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    const { live } = this.#kernel;
    const { tenant } = principal;
    const write = (text: string): void => {
      if (response.writableLength > MOST_UNREAD) response.destroy();
      else response.write(text);
    };
    const send = (event: object): void => write(`data: ${JSON.stringify(event)}\n\n`);
    const sendConfig = (told: number): void =>
      send({ topic: 'config', version: configVersion(this.#kernel, tenant), withinMs: spreadMs(told) });
    sendConfig(live.size);
    const stop = live.listen(tenant, (topic, told) => (topic === 'config' ? sendConfig(told) : send({ topic })));
    const beat = setInterval(() => write(': beat\n\n'), BEAT_MS);
    this.#open.set(response, session.id);
    response.on('close', () => {
      clearInterval(beat);
      stop();
      this.#open.delete(response);
    });
  }

  /** Looks after all streams with one question. */
  async #endEnded(): Promise<void> {
    const ended = await this.#kernel.sessions.endedAmong([...new Set(this.#open.values())]).catch(() => new Set<string>());
    for (const [response, session] of this.#open) if (ended.has(session)) response.end();
  }

  close(): void {
    clearInterval(this.#look);
    for (const response of this.#open.keys()) response.end();
  }
}

/** Over how long browsers that are told together are to come back: about fifty a second, and nobody later than in ten seconds. */
export const spreadMs = (told: number): number => (told < 20 ? 0 : Math.min(10_000, told * 20));

/** Takes a place until the answer ends; false when none is free. */
function place(response: ServerResponse, places: Places, key: string): boolean {
  const free = places.take(key);
  if (free) response.once('close', free);
  return free !== null;
}

function refuse(response: ServerResponse, status: 429 | 503): void {
  const code = status === 429 ? 'core.problem.too-many' : 'core.problem.unavailable';
  response
    .writeHead(status, { 'content-type': 'application/problem+json', 'retry-after': BUSY_SECONDS, connection: 'close' })
    .end(JSON.stringify({ status, code }));
}
