import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { Agent, request } from 'undici';
import { type Egress, type EgressRequest, type EgressResponse, Problem } from '../contract.ts';
import { isPublicAddress } from './addresses.ts';

const MAX_BODY = 1024 * 1024;
const PORTS = new Set(['', '80', '443']);

/**
 * The one door for calls to addresses that tenants give. Every resolved address is checked and the checked one is dialled,
 * so a name that changes its mind between look-up and call gains nothing. No redirects, no credentials in urls.
 */
export class EgressGuard implements Egress {
  readonly #allow: ReadonlySet<string>;
  readonly #agent: Agent;
  readonly #resolve: Resolve;
  readonly #standIns: Readonly<Record<string, string>>;
  readonly #log: CallLog | undefined;

  /**
   * `allow`: `host:port` pairs let through although internal (development and tests). `resolve`: the look-up of names. `standIns`: by host, the
   * `host:port` that answers in its place, by http. `log` is told of every call.
   */
  constructor(
    allow: readonly string[],
    { resolve = systemLookup, standIns = {}, log }: { resolve?: Resolve; standIns?: Readonly<Record<string, string>>; log?: CallLog } = {},
  ) {
    this.#allow = new Set([...allow, ...Object.values(standIns)]);
    this.#resolve = resolve;
    this.#standIns = standIns;
    this.#log = log;
    this.#agent = new Agent({
      connect: { timeout: 5_000, lookup: (host, options, done) => this.#lookup(host, options, done) },
      headersTimeout: 10_000,
      bodyTimeout: 10_000,
      maxResponseSize: -1,
      connections: 16,
    });
  }

  /** Throws `core.problem.egress` (422) for an address that must not be called. */
  check(text: string): URL {
    let url: URL;
    try {
      url = new URL(text);
    } catch {
      throw this.refuse('', 'malformed');
    }
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw this.refuse(url.host, 'scheme');
    if (url.username || url.password) throw this.refuse(url.host, 'credentials');
    if (this.#allow.has(url.host)) return url;
    if (!PORTS.has(url.port)) throw this.refuse(url.host, 'port');
    if (isInternal(url.hostname)) throw this.refuse(url.host, 'internal');
    return url;
  }

  /** The refusal to call a host, which is noted; for checks that go further than this one. */
  refuse(host: string, why: string): Problem {
    this.#log?.refused(host, why);
    return new Problem(422, 'core.problem.egress', { extra: { reason: why } });
  }

  /** Whether the operator lets calls through to this address although it may be internal. */
  isOpened(host: string, port: number): boolean {
    return this.#allow.has(`${host}:${port}`);
  }

  /** The checked address of a host, for protocols other than HTTP: dial it, and keep the name for the certificate. Throws like `check`. */
  async address(host: string, port: number): Promise<string> {
    if (!this.isOpened(host, port) && isInternal(host)) throw this.refuse(host, 'internal');
    return new Promise((resolve, reject) =>
      this.#lookup(host, {}, (error, address) => (error ? reject(error) : resolve(address as string))),
    );
  }

  async fetch(req: EgressRequest): Promise<EgressResponse> {
    const url = this.check(req.url);
    const began = Date.now();
    try {
      const answer = await this.#call(this.#answeredBy(url), req);
      this.#log?.answered(url.host, Date.now() - began, answer.status);
      return answer;
    } catch (error) {
      if (!isRefusal(error)) this.#log?.failed(url.host, error);
      throw error;
    }
  }

  async #call(url: URL, req: EgressRequest): Promise<EgressResponse> {
    const signal = AbortSignal.timeout(req.timeoutMs ?? 10_000);
    const response = await request(url, {
      method: req.method,
      headers: { 'user-agent': 'lead-platform/1.0', ...req.headers },
      ...(req.body === undefined ? {} : { body: req.body }),
      dispatcher: this.#agent,
      signal,
    });
    const headers = Object.fromEntries(Object.entries(response.headers).map(([k, v]) => [k, Array.isArray(v) ? v.join(', ') : String(v)]));
    return { status: response.statusCode, headers, body: await readCapped(response.body) };
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  /** Where an address is really called. */
  #answeredBy(url: URL): URL {
    const standIn = this.#standIns[url.host];
    return standIn ? new URL(`http://${standIn}${url.pathname}${url.search}`) : url;
  }

  #lookup(host: string, options: object, done: LookupDone): void {
    this.#resolve(host, { ...options, all: true, verbatim: true }, (error, addresses) => {
      if (error) return done(error, []);
      const open = [...this.#allow].some((a) => a.startsWith(`${host}:`));
      const bad = open ? undefined : addresses.find((a) => !isPublicAddress(a.address));
      if (bad) return done(this.refuse(host, 'internal'), []);
      if ((options as { all?: boolean }).all) return done(null, addresses);
      const first = addresses[0]!;
      return done(null, first.address, first.family);
    });
  }
}

/** Names to addresses, as `dns.lookup` does it. */
export type Resolve = (host: string, options: LookupAllOptions, done: (error: Error | null, addresses: LookupAddress[]) => void) => void;
type LookupDone = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Names and addresses that are not of the public internet, as far as can be told before they are looked up. */
function isInternal(name: string): boolean {
  const host = name.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return /^[\d.]+$|:/.test(host) ? !isPublicAddress(host) : !host.includes('.') || /\.(localhost|local|internal|home\.arpa)$/i.test(host);
}

/** Is told of every outgoing call. */
export interface CallLog {
  answered(host: string, ms: number, status: number): void;
  failed(host: string, error: unknown): void;
  refused(host: string, reason: string): void;
}

/** Also where the look-up of the name said so in the middle of a call. */
const isRefusal = (error: unknown): boolean => error instanceof Problem || (error as { cause?: unknown } | null)?.cause instanceof Problem;

async function readCapped(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    if (size > MAX_BODY) {
      body.destroy();
      break;
    }
  }
  return Buffer.concat(parts).subarray(0, MAX_BODY).toString('utf8');
}
