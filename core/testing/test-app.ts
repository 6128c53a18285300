import { request } from 'undici';
import type { Serving } from '../boot/serve.ts';
import type { RunningKernel } from '../boot/start.ts';
import type { Ctx, Tenant } from '../contract.ts';
import { openClient } from '../data/knex.ts';
import { scopeOf } from '../data/tenant.ts';
import { invoke } from '../invocation/invoke.ts';
import { systemPrincipal } from '../access/principal.ts';
import type { Person, Fixtures } from './fixtures.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: any;
  text: string;
}
export interface CallOptions {
  body?: unknown;
  /** Sent as it is, for malformed input. */
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
}

/** A whole product over a private database and a real socket. */
export class TestApp {
  readonly kernel: RunningKernel;
  readonly serving: Serving;
  readonly databaseUrl: string;
  readonly fixtures: Fixtures;
  readonly #drop: () => Promise<void>;
  /** Added to the kernel's clock, in milliseconds. */
  clockOffset = 0;

  constructor(parts: { kernel: RunningKernel; serving: Serving; databaseUrl: string; fixtures: Fixtures; drop: () => Promise<void> }) {
    this.kernel = parts.kernel;
    this.serving = parts.serving;
    this.databaseUrl = parts.databaseUrl;
    this.fixtures = parts.fixtures;
    this.#drop = parts.drop;
  }

  get url(): string {
    return `http://localhost:${this.serving.port}`;
  }

  /** One HTTP call, as a person of the fixtures or as nobody. Made without `fetch`, which costs a test twice as much. */
  async call(method: string, path: string, as: Person | string | null = null, options: CallOptions = {}): Promise<Answer> {
    const token = as === null ? null : typeof as === 'string' ? as : await this.tokenOf(as);
    const raw = options.raw ?? (options.body === undefined ? null : JSON.stringify(options.body));
    const response = await request(this.url + path, {
      method,
      headers: {
        'user-agent': 'node',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body: raw,
    });
    const text = await response.body.text();
    let body: unknown = text;
    try {
      body = JSON.parse(text);
    } catch {
      // not JSON: the text stands for itself
    }
    return { status: response.statusCode, headers: headersOf(response.headers), body, text };
  }

  /** A fresh session, without going through the login screen. */
  async tokenOf(person: Person): Promise<string> {
    person.token ??= await this.kernel.sessions.open({ accountId: person.id, ip: '127.0.0.1', agent: 'test', aal: 1, aalNeeded: 1 });
    return person.token;
  }

  /**
   * Something done as the platform itself within a company, as a job or an event handler of the plugin would: in one transaction, or
   * (`intent`) opening its own around calls to others.
   */
  inside<R>(tenant: Tenant, plugin: string, work: (ctx: Ctx) => Promise<R>, db: 'transaction' | 'intent' = 'transaction'): Promise<R> {
    const call = {
      kind: 'test',
      id: `${plugin}.test`,
      plugin,
      ability: 'signed-in' as const,
      scope: scopeOf(tenant),
      db,
    };
    return invoke(this.kernel, systemPrincipal(tenant), { ...call, validate: () => undefined, run: work }, undefined);
  }

  /** Does with the database what the product itself may not. */
  async asOwner(sql: string): Promise<void> {
    const owner = await openClient(this.databaseUrl, 'owner');
    await owner.query(`set app.scope = 'platform'; ${sql}`).finally(() => owner.end());
  }

  /** Does all the background work that is due, including what it causes. */
  async settle(): Promise<void> {
    await this.serving.workers.sweep();
    await this.serving.workers.sweep();
  }

  /** A period of a recurring job begins, as by the clock: it runs for those who have something due, and nobody else. Throws what a run throws. */
  async tick(jobId: string): Promise<void> {
    await this.serving.workers.tick(jobId);
    const failed = this.kernel.platform('core_job_run').where({ job: jobId }).whereIn('state', ['pending', 'dead']).whereNotNull('note');
    for (const { note } of (await failed.delete().returning('note')) as { note: string }[]) throw new Error(`${jobId}: ${note}`);
  }

  async close(): Promise<void> {
    await this.serving.stop();
    await this.kernel.close();
    await this.#drop();
  }
}

function headersOf(sent: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(sent)) for (const value of [values ?? []].flat()) headers.append(name, value);
  return headers;
}
