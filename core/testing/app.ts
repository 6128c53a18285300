import { inject } from 'vitest';
import type { Config } from '../../config/default.ts';
import { INSTALLED } from '../../config/plugins.ts';
import { firstOfEachName, type Loaded, loadPlugins } from '../boot/load.ts';
import { prepareDatabase } from '../boot/database.ts';
import { serve, type Serving } from '../boot/serve.ts';
import { type RunningKernel, startKernel } from '../boot/start.ts';
import type { Ctx, Plugin, Tenant } from '../contract.ts';
import { openClient } from '../data/knex.ts';
import { scopeOf } from '../data/tenant.ts';
import { invoke } from '../gate/invoke.ts';
import { systemPrincipal } from '../access/principal.ts';
import { cloneTemplate, testConfig } from './template.ts';
import { makeWorld, type Person, type World } from './world.ts';

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string;
  }
}

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
  readonly world: World;
  readonly #drop: () => Promise<void>;
  /** Added to the kernel's clock, in milliseconds. */
  clockOffset = 0;

  constructor(parts: { kernel: RunningKernel; serving: Serving; databaseUrl: string; world: World; drop: () => Promise<void> }) {
    this.kernel = parts.kernel;
    this.serving = parts.serving;
    this.databaseUrl = parts.databaseUrl;
    this.world = parts.world;
    this.#drop = parts.drop;
  }

  get url(): string {
    return `http://localhost:${this.serving.port}`;
  }

  /** One HTTP call, as a person of the world or as nobody. */
  async call(method: string, path: string, as: Person | string | null = null, options: CallOptions = {}): Promise<Answer> {
    const token = as === null ? null : typeof as === 'string' ? as : await this.tokenOf(as);
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.raw !== undefined
        ? { body: options.raw as BodyInit }
        : options.body === undefined
          ? {}
          : { body: JSON.stringify(options.body) }),
    });
    const text = await response.text();
    let body: unknown = text;
    try {
      body = JSON.parse(text);
    } catch {
      // not JSON: the text stands for itself
    }
    return { status: response.status, headers: response.headers, body, text };
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

  async close(): Promise<void> {
    await this.serving.stop();
    await this.kernel.close();
    await this.#drop();
  }
}

/**
 * Starts the product with its installed plugins and those given besides, over a copy of the template database with a small
 * world in it: one root, two agencies, two clients each, somebody of every user type. A given plugin takes the place of an
 * installed one of the same id, so that a test can stand in for a neighbour. Throws when a plugin cannot run, unless the test is about that
 * (`withFaults`).
 */
export async function startTestApp(
  options: { plugins?: readonly Plugin[]; config?: Partial<Config>; withFaults?: true } = {},
): Promise<TestApp> {
  const { url, drop } = await cloneTemplate(inject('adminUrl'));
  const extra: Loaded[] = (options.plugins ?? []).map((plugin) => {
    const name = plugin.manifest.id;
    return { name, plugin, standsIn: INSTALLED.includes(name), problem: null, milliseconds: 0 };
  });
  const loaded = [...(await loadPlugins(INSTALLED.filter((name) => !extra.some((e) => e.name === name)))), ...extra];
  const config = testConfig(url, options.config);
  const prepared =
    extra.length > 0
      ? await prepareDatabase(
          config,
          url,
          firstOfEachName(loaded).map((l) => l.plugin),
        )
      : null;
  let app: TestApp | null = null;
  const kernel = await startKernel(config, loaded, {
    now: () => new Date(Date.now() + (app?.clockOffset ?? 0)),
    faults: prepared?.faults ?? [],
  });
  const failed = kernel.registry.report.filter(({ state }) => state === 'failed');
  if (failed.length > 0 && !options.withFaults) throw new Error(failed.map(({ id, problem }) => `${id}: ${problem}`).join('\n'));
  const world = await makeWorld(kernel);
  const serving = await serve(kernel, { host: 'localhost', schedule: false });
  app = new TestApp({ kernel, serving, databaseUrl: url, world, drop });
  return app;
}
