import type { Answer, TestApp } from '../../../../core/testing/app.ts';
import type { LeadPerson } from '../../leads/contract.ts';
import { addPeople, recognise, visitorIdentifier } from '../identity/graph.store.ts';
import { NOBODY } from '../../leads/shared.ts';
import { graphRecord, PERSON_KEY } from '../identity/person.ts';
import { BeaconTokens, TOKEN_KEY } from '../screening/token.ts';

const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** People on a campaign's website, in place of browsers with the pixel and of the graph that recognises them. */
export class Visitors {
  readonly #app: TestApp;
  readonly #tokens: BeaconTokens;

  /** For addresses of their own (`ip` of a beacon) the app's `trustedHops` must be 1. */
  constructor(app: TestApp) {
    this.#app = app;
    this.#tokens = new BeaconTokens(app.kernel.secrets.key(TOKEN_KEY));
  }

  /** What a served script carries for an address. */
  token(key: string, ip: string, at = this.#app.kernel.now().getTime()): string {
    return this.#tokens.issue(key, ip, at);
  }

  /** People for the graph, recognised by the visitor id `<name>-visitor`. */
  async known(names: readonly string[], more: Partial<LeadPerson> = {}): Promise<void> {
    const { platform, secrets } = this.#app.kernel;
    const secret = secrets.key(PERSON_KEY);
    const home = { state: 'IL', city: 'Chicago', zip: '60601' };
    const records = names.map((name) =>
      graphRecord(secret, { ...NOBODY, firstName: name, lastName: 'Known', email: `${name}@people.example`, ...home, ...more })!,
    );
    await addPeople(platform, records, 'test');
    await recognise(
      platform,
      records.map((r, n) => ({ identifier: visitorIdentifier(`${names[n]}-visitor`), key: Buffer.from(r['person_key']!, 'hex') })),
    );
  }

  /** One beacon, as the script in a page sends it: `k` is the pixel's key, `u` the page, `v` the visitor id. Text is sent as it is. */
  async beacon(body: Record<string, unknown> | string, headers: Record<string, string> = {}, ip = '192.0.2.10'): Promise<Answer> {
    const { k, u = 'https://shop.example/' } = typeof body === 'string' ? {} : (body as { k?: string; u?: string });
    const sent = { v: 'visitor-1', u, s: typeof k === 'string' ? this.token(k, ip) : '' };
    return this.#app.call('POST', '/collect', null, {
      raw: typeof body === 'string' ? body : JSON.stringify({ ...sent, ...body }),
      headers: {
        'content-type': 'text/plain;charset=UTF-8',
        'user-agent': AGENT,
        'x-forwarded-for': ip,
        origin: URL.parse(u)?.origin ?? 'null',
        ...headers,
      },
    });
  }
}
