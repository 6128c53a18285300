import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Limits, networkOf } from './limits.ts';
import { Places } from './concurrency-limit.ts';

/** Nobody knows yet what was to be asked, and it says nothing: pages of others may read when to come again. */
const REFUSED = [
  'HTTP/1.1 503 Service Unavailable',
  'Retry-After: 2',
  'Access-Control-Allow-Origin: *',
  'Access-Control-Expose-Headers: retry-after',
  'Cross-Origin-Resource-Policy: cross-origin',
  'Connection: close',
  'Content-Length: 0',
  '\r\n',
].join('\r\n');

/**
 * Keeps one caller from holding all connections. A connection whose request is being answered is left alone; one that still has
 * something to send (half a header, half a body, nothing since its last request) makes room for newer ones when there are too many,
 * the oldest of the network that holds most of them first. So whoever sends a whole request at once is served, however many others do not.
 */
export class Connections {
  readonly #limits: Limits;
  readonly #clientIp: (request: IncomingMessage) => string;
  /** Whether callers connect by themselves. A trusted proxy's connections carry many callers, so they count for nobody. */
  readonly #direct: boolean;
  readonly #ofNetwork: Places;
  readonly #waiting = new Map<string, Set<Socket>>();
  readonly #placeOf = new WeakMap<Socket, string>();
  readonly #freeOf = new WeakMap<Socket, () => void>();
  #waitingCount = 0;

  constructor(limits: Limits, options: { direct: boolean; clientIp: (request: IncomingMessage) => string }) {
    this.#limits = limits;
    this.#direct = options.direct;
    this.#clientIp = options.clientIp;
    this.#ofNetwork = new Places(limits.connectionsOfNetwork);
  }

  watch(server: Server): void {
    server.maxConnections = this.#limits.connections;
    server.on('connection', (socket: Socket) => this.#accept(socket));
    server.prependListener('request', (request, response) => this.#follow(request, response));
  }

  #accept(socket: Socket): void {
    socket.on('close', () => this.#leave(socket));
    if (!this.#direct) return;
    const network = networkOf(socket.remoteAddress ?? '');
    let free = this.#ofNetwork.take(network);
    if (!free) {
      this.#closeOldestOf(network);
      free = this.#ofNetwork.take(network);
    }
    if (!free) return void socket.end(REFUSED, () => socket.destroy());
    this.#freeOf.set(socket, free);
    socket.on('close', free);
    this.#wait(socket, network);
  }

  #follow(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    this.#leave(socket);
    if (hasBody(request)) {
      this.#wait(socket, networkOf(this.#clientIp(request)));
      request.once('end', () => this.#leave(socket));
    }
    response.once('close', () => {
      this.#leave(socket);
      if (this.#direct && !socket.destroyed) this.#wait(socket, networkOf(socket.remoteAddress ?? ''));
    });
  }

  #wait(socket: Socket, network: string): void {
    if (this.#waitingCount >= this.#limits.waiting) this.#closeOldestOf(this.#heaviest());
    const all = this.#waiting.get(network) ?? new Set();
    this.#waiting.set(network, all.add(socket));
    this.#placeOf.set(socket, network);
    this.#waitingCount += 1;
  }

  #leave(socket: Socket): void {
    const network = this.#placeOf.get(socket);
    if (network === undefined) return;
    this.#placeOf.delete(socket);
    this.#waitingCount -= 1;
    const all = this.#waiting.get(network)!;
    all.delete(socket);
    if (all.size === 0) this.#waiting.delete(network);
  }

  /** The network with the most waiting connections; of equal ones the first that came. */
  #heaviest(): string {
    let [found, most] = ['', 0];
    for (const [network, { size }] of this.#waiting) if (size > most) [found, most] = [network, size];
    return found;
  }

  #closeOldestOf(network: string): void {
    const oldest = this.#waiting.get(network)?.values().next().value;
    if (!oldest) return;
    this.#leave(oldest);
    oldest.destroy();
    this.#freeOf.get(oldest)?.(); // now, since the socket says so only with the next turn of the event loop
  }
}

const hasBody = ({ headers, complete }: IncomingMessage): boolean =>
  !complete && (Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined);
