import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface VendorCall {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** As it was sent. */
  text: string;
}
export interface VendorAnswer {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON, unless `text` is given. */
  json?: unknown;
  text?: string;
}
/**
 * What befalls a call: it never arrives (`reset`), it is done and the answer lost (`lost`), nobody answers (`hang`), the vendor is too busy or down.
 */
export type Trouble = 'reset' | 'lost' | 'hang' | 'busy' | 'down' | VendorAnswer;

/** A vendor's server, as far as a connector sees it: a double says in `answer` how that vendor behaves, and this one how its calls go wrong. */
export abstract class VendorFake {
  readonly calls: VendorCall[] = [];
  /** The key that the vendor takes now; all others are revoked or never were. */
  key = 'the-first-key-of-this-account';
  /** Asked for each call, with how many there were before; null lets it pass. */
  trouble: (call: VendorCall, before: number) => Trouble | null = () => null;
  readonly #server: Server = createServer((request, response) => void this.#serve(request, response));

  /** Answers a call as the vendor does. */
  protected abstract answer(call: VendorCall): VendorAnswer;
  /** The addresses of the people that the vendor holds, one for each record of theirs. */
  abstract people(): string[];

  /** How the vendor refuses a call for being one too many. */
  protected busy(): VendorAnswer {
    return { status: 429, headers: { 'retry-after': '1' }, json: { message: 'Too many requests' } };
  }

  async start(): Promise<this> {
    await new Promise<void>((done) => this.#server.listen(0, 'localhost', done));
    return this;
  }
  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
  get host(): string {
    return `localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The next calls meet with this, one after the other; those after them pass. */
  plan(...troubles: (Trouble | null)[]): void {
    this.trouble = () => troubles.shift() ?? null;
  }
  /** What was asked, e.g. `POST /contacts`. */
  asked(): string[] {
    return this.calls.map(({ method, path }) => `${method} ${path}`);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
    const text = Buffer.concat(parts).toString('utf8');
    const call = { method: request.method ?? '', path, query, headers: request.headers, text };
    const trouble = this.trouble(call, this.calls.length);
    this.calls.push(call);
    if (trouble === 'hang') return;
    if (trouble === 'reset') return void request.socket.resetAndDestroy();
    const answer = this.#met(call, trouble);
    if (trouble === 'lost') return void request.socket.resetAndDestroy();
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.text ?? (answer.json === undefined ? '' : JSON.stringify(answer.json)));
  }

  #met(call: VendorCall, trouble: Exclude<Trouble, 'hang' | 'reset'> | null): VendorAnswer {
    if (trouble === null || trouble === 'lost') return this.answer(call);
    if (trouble === 'busy') return this.busy();
    return trouble === 'down' ? { status: 503, text: 'Service Unavailable' } : trouble;
  }
}

/** The JSON object that was sent; null for anything else. */
export function jsonOf({ text, headers }: VendorCall): Record<string, unknown> | null {
  if (!headers['content-type']?.includes('application/json')) return null;
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
