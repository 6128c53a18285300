import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Kernel } from '../kernel.ts';
import type { Hosts } from './hosts.ts';
import { principalOf } from './principal.ts';

const BEAT_MS = 20_000;
const LOOK_MS = 1_000;

/**
 * The open streams of `GET /api/live`: server-sent events that name topics with news. The browser then asks its ordinary
 * routes, so no data passes here. A stream ends within a second or two of its session, and does not keep it alive.
 */
export class LiveStreams {
  readonly #kernel: Kernel;
  readonly #hosts: Hosts;
  /** Open answers by session. */
  readonly #open = new Map<ServerResponse, string>();
  readonly #look: NodeJS.Timeout;

  constructor(kernel: Kernel, hosts: Hosts) {
    this.#kernel = kernel;
    this.#hosts = hosts;
    this.#look = setInterval(() => void this.#endEnded(), LOOK_MS).unref();
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { principal } = await principalOf(this.#kernel, this.#hosts, request);
    if (principal.actor.kind !== 'user' || !principal.session) {
      response.writeHead(401, { 'content-type': 'application/problem+json' }).end('{"status":401,"code":"core.problem.unauthenticated"}');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    const { gate, live } = this.#kernel;
    const send = (event: object): void => void response.write(`data: ${JSON.stringify(event)}\n\n`);
    send({ topic: 'epoch', epoch: gate.epoch });
    const stop = live.listen(principal.tenant, (topic) => send(topic === 'epoch' ? { topic, epoch: gate.epoch } : { topic }));
    const beat = setInterval(() => response.write(': beat\n\n'), BEAT_MS);
    this.#open.set(response, principal.session.id);
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
