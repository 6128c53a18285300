import { hostname } from 'node:os';
import type { PluginReport } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import { CORE_VERSION } from './order.ts';
import type { PluginState } from './registry.ts';
import product from '../../package.json' with { type: 'json' };

const EVERY_MS = 60_000;

/** A process tells the database that it is there and how its plugins are, for operators. Nothing hangs on it: what fails is logged. */
export class Presence {
  readonly #kernel: Kernel;
  readonly #next: () => Promise<Map<string, Date>>;
  readonly #id = crypto.randomUUID();
  #timer: NodeJS.Timeout | undefined;

  private constructor(kernel: Kernel, next: () => Promise<Map<string, Date>>) {
    this.#kernel = kernel;
    this.#next = next;
  }

  /** `next`: when the clock asks for each job next, where this process keeps it. */
  static async begin(kernel: Kernel, next: () => Promise<Map<string, Date>>): Promise<Presence> {
    const presence = new Presence(kernel, next);
    await presence.#safely(() => presence.#introduce());
    presence.#timer = setInterval(() => void presence.#safely(() => presence.#tell()), EVERY_MS).unref();
    return presence;
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#safely(async () => {
      await this.#kernel.egressLog.keep();
      await this.#row().update({ seen_at: this.#now(), stopped_at: this.#now() });
    });
  }

  async #introduce(): Promise<void> {
    const { platform, config, registry, migrations } = this.#kernel;
    const { rows } = (await platform.raw('show server_version')) as { rows: [{ server_version: string }] };
    const versions = { product: product.version, core: CORE_VERSION, node: process.version, database: rows[0].server_version };
    await platform('core_process').insert({
      id: this.#id,
      host: hostname(),
      pid: process.pid,
      roles: config.roles,
      versions: JSON.stringify(versions),
      plugins: JSON.stringify(registry.report.map(reported)),
      migrations: JSON.stringify(migrations),
    });
  }

  async #tell(): Promise<void> {
    await this.#row().update({ seen_at: this.#now() });
    await this.#kernel.egressLog.keep();
    const next = [...(await this.#next())].filter(([job]) => this.#kernel.registry.jobs.has(job));
    if (next.length === 0) return;
    await this.#kernel.platform.raw(
      `insert into core_job_state as s (job, next_at) select * from jsonb_to_recordset(?::jsonb) as r (job text, next_at timestamptz) order by job
       on conflict (job) do update set next_at = excluded.next_at where s.next_at is distinct from excluded.next_at`,
      [JSON.stringify(next.map(([job, at]) => ({ job, next_at: at })))],
    );
  }

  #row = () => this.#kernel.platform('core_process').where({ id: this.#id });
  #now = () => this.#kernel.platform.fn.now();

  async #safely(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => this.#kernel.log.warn({ error: String(error) }, 'the process could not tell of itself'));
  }
}

const reported = ({ id, version, state, milliseconds, faults }: PluginState): PluginReport => ({
  id,
  version,
  on: state === 'on',
  milliseconds,
  faults: faults.map(({ code, definition, found, file, remedy }) => ({
    code,
    found: definition ? `${definition} ${found}` : found,
    file: file ?? null,
    remedy: remedy ?? null,
  })),
});
