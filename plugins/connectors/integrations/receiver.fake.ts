import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}
/** Status, and optionally more; `hang` never answers, `reset` breaks the connection. */
export type Reply = number | 'hang' | 'reset' | { status: number; headers?: Record<string, string>; body?: string; afterMs?: number };

/** Somebody else's server: answers each path by its plan, and the last reply of the plan from then on. */
export class Receiver {
  readonly received: Received[] = [];
  readonly #plans = new Map<string, Reply[]>();
  readonly #rules = new Map<string, (call: Received) => Reply>();
  readonly #server: Server;
  /** Called when a request has arrived, before it is answered. */
  onCall: ((call: Received) => Promise<void>) | null = null;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const call = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString('utf8') };
        receiver.received.push(call);
        void (receiver.onCall?.(call) ?? Promise.resolve()).then(() => {
          const reply = receiver.#replyTo(call);
          if (reply === 'hang') return;
          if (reply === 'reset') return void request.socket.resetAndDestroy();
          const { status, headers = {}, body = `answer ${status}`, afterMs = 0 } = typeof reply === 'number' ? { status: reply } : reply;
          setTimeout(() => response.writeHead(status, headers).end(body), afterMs);
        });
      });
    });
    await new Promise<void>((done) => server.listen(0, 'localhost', done));
    return receiver;
  }

  #replyTo(call: Received): Reply {
    const rule = this.#rules.get(call.path);
    if (rule) return rule(call);
    const plan = this.#plans.get(call.path) ?? [200];
    return plan.length > 1 ? plan.shift()! : plan[0]!;
  }

  get host(): string {
    return `localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  url(path: string): string {
    return `http://${this.host}${path}`;
  }

  plan(path: string, ...replies: Reply[]): void {
    this.#plans.set(path, replies);
  }

  /** The answer depends on what was sent. */
  answer(path: string, rule: (call: Received) => Reply): void {
    this.#rules.set(path, rule);
  }

  at(path: string): Received[] {
    return this.received.filter((call) => call.path === path);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
