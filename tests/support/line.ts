import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** The way to a server on this machine: one address that stays, while what stands behind it can go away and come back. */
export class Line {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;

  constructor(target: string) {
    this.#target = new URL(target);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Opens the line, for the first time or again; calls get through from then on. */
  async open(): Promise<this> {
    const server = createServer((caller) => this.#pass(caller));
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as { port: number }).port;
    this.#server = server;
    return this;
  }

  /** Ends every call in the middle, as when the server dies; new ones find nobody. Safe to call twice. */
  cut(): void {
    this.#server?.close();
    this.#server = null;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  #pass(caller: Socket): void {
    const callee = connect(Number(this.#target.port), this.#target.hostname);
    for (const [one, other] of [
      [caller, callee],
      [callee, caller],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => undefined); // followed by `close`
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
