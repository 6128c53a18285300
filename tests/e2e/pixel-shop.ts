import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildPixel } from '../../scripts/build-pixel.ts';

/** A beacon as it arrived. */
export interface Beacon {
  body: { k: string; u: string; v: string; o?: 1; s?: string; e?: string; t?: number; r?: string; n?: string; x?: object };
  type: string;
  cookie: string | undefined;
  /** `empty` for what `sendBeacon` sends as no-cors; browsers say `cors` of a request whose answer the script may read. */
  mode: string | undefined;
  agent: string | undefined;
}
type Answer = { status: number; headers?: Record<string, string> };

/** A shop's website and, under another origin, a server that takes the beacons as the product does: what the script does, without a product behind it. */
export class PixelShop {
  /** The website, and what the script comes from. */
  readonly origin: string;
  readonly source: string;
  readonly key = 'abcdefghijklmnop';
  beacons: Beacon[] = [];
  /** What the next beacons are answered; 204 when there is none left. */
  answers: Answer[] = [];
  tokensAsked = 0;
  /** Stand in every page: before the tag, as the tag, and after it. */
  before = '';
  tag = '';
  after = '';
  pageHeaders: Record<string, string> = {};
  /** Further files of the website. */
  readonly files = new Map<string, string>();
  token: string | undefined = 'first';
  /** The campaign reads the e-mail addresses in forms. */
  readsForms = false;
  /** Those who wait for the picture that takes long to load; null once it takes long no more. */
  #waiting: ServerResponse[] | null = [];
  readonly #servers: Server[];
  readonly #bundle: string;

  private constructor(bundle: string, servers: Server[], ports: number[]) {
    this.#bundle = bundle;
    this.#servers = servers;
    this.origin = `http://shop.localhost:${ports[0]}`;
    this.source = `http://pixel.localhost:${ports[1]}`;
    servers[0]!.on('request', (request, response) => this.#page(request, response));
    servers[1]!.on('request', (request, response) => this.#product(request, response));
  }

  static async open(): Promise<PixelShop> {
    const servers = [createServer(), createServer()];
    for (const server of servers) await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
    return new PixelShop(
      await buildPixel(),
      servers,
      servers.map((server) => (server.address() as AddressInfo).port),
    );
  }

  /** Forgets what happened and stands as a plain shop with one tag. */
  reset(): void {
    this.beacons = [];
    this.answers = [];
    this.tokensAsked = 0;
    this.before = this.after = '';
    this.pageHeaders = {};
    this.token = 'first';
    this.readsForms = false;
    this.#waiting = [];
    this.tag = this.tagOf();
  }

  /** The picture of a page that takes long to load is there. */
  endSlow(): void {
    for (const response of this.#waiting ?? []) response.writeHead(404).end();
    this.#waiting = null;
  }

  tagOf(attributes = '', key = this.key): string {
    return `<script async ${attributes} src="${this.source}/px/${key}.js"></script>`;
  }

  /** Addresses of the pages that were reported, without the shop's origin. */
  get urls(): string[] {
    return this.beacons.map((b) => b.body.u.replace(this.origin, ''));
  }

  async close(): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  #page(request: IncomingMessage, response: ServerResponse): void {
    const file = this.files.get(request.url ?? '');
    if (file !== undefined) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(file);
    if (request.url === '/slow.png') return void (this.#waiting ? this.#waiting.push(response) : response.writeHead(404).end());
    response
      .writeHead(200, { 'content-type': 'text/html', ...this.pageHeaders })
      .end(`<!doctype html><title>Shop</title>${this.before}${this.tag}<h1>Shop</h1><div id="root"></div>${this.after}`);
  }

  #product(request: IncomingMessage, response: ServerResponse): void {
    const [, key, ending] = /^\/px\/([\w-]+)\.(js|token)/.exec(request.url ?? '') ?? [];
    const cors = { 'access-control-allow-origin': '*' };
    if (ending === 'js') {
      const config = {
        k: key,
        t: `${this.origin}/thanks`,
        ...(this.readsForms && { f: 1 }),
        ...(this.token === undefined ? {} : { s: this.token }),
      };
      return void response
        .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
        .end(this.#bundle.replace('__LEAD_PIXEL__', JSON.stringify(config)));
    }
    if (ending === 'token') {
      this.tokensAsked++;
      return void response.writeHead(200, { ...cors, 'content-type': 'application/json' }).end(JSON.stringify({ s: 'renewed' }));
    }
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => {
      const { headers } = request;
      this.beacons.push({
        body: JSON.parse(text),
        type: headers['content-type'] ?? '',
        cookie: headers.cookie,
        mode: headers['sec-fetch-mode'],
        agent: headers['user-agent'],
      });
      const { status, headers: more } = this.answers.shift() ?? { status: 204 };
      response.writeHead(status, { ...cors, ...more }).end();
    });
  }
}
