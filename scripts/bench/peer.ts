import { Pool } from 'undici';

/**
 * Another system that is given the same work. Its address says what is asked of it, with `{page}` and `{search}` where a list's request differs
 * from the one before, and `{n}` where a visit does; `PEER_TOKEN` is sent along, and `PEER_BODY` is what is posted for a visit.
 */
export class Peer {
  readonly #address: string;
  readonly #pool: Pool;
  readonly #headers: Record<string, string>;
  readonly #body = process.env['PEER_BODY'] ?? '{"n": {n}}';

  constructor(address: string, connections: number) {
    this.#address = address;
    this.#pool = new Pool(new URL(address).origin, { connections });
    const token = process.env['PEER_TOKEN'];
    this.#headers = token ? { authorization: `Bearer ${token}` } : {};
  }

  get(query: string): Promise<void> {
    const asked = new URLSearchParams(query);
    return this.#send('GET', { page: asked.get('Page') ?? '1', search: asked.get('search') ?? '' });
  }

  post(n: number): Promise<void> {
    return this.#send('POST', { n: String(n) });
  }

  async #send(method: 'GET' | 'POST', values: Record<string, string>): Promise<void> {
    const filled = (text: string, written: (value: string) => string): string =>
      text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? written(values[name]!) : whole));
    const { pathname, search } = new URL(filled(this.#address, encodeURIComponent));
    const answer = await this.#pool.request({
      method,
      path: pathname + search,
      headers: method === 'GET' ? this.#headers : { ...this.#headers, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: filled(this.#body, String) }),
    });
    await answer.body.dump();
    if (answer.statusCode >= 300) throw new Error(`${pathname}${search} of the peer was answered with ${answer.statusCode}`);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
