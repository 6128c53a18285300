import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}
/** Status, and optionally headers; `hang` never answers. */
export type Reply = number | 'hang' | { status: number; headers?: Record<string, string>; body?: string };

/** Somebody else's server: answers each path by its plan, and the last reply of the plan from then on. */
export class Receiver {
  readonly received: Received[] = [];
  readonly #plans = new Map<string, Reply[]>();
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
          const plan = receiver.#plans.get(call.path) ?? [200];
          const reply = plan.length > 1 ? plan.shift()! : plan[0]!;
          if (reply === 'hang') return;
          const { status, headers = {}, body = `answer ${status}` } = typeof reply === 'number' ? { status: reply } : reply;
          response.writeHead(status, headers).end(body);
        });
      });
    });
    await new Promise<void>((done) => server.listen(0, 'localhost', done));
    return receiver;
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

  at(path: string): Received[] {
    return this.received.filter((call) => call.path === path);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
