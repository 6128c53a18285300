import type { Knex } from 'knex';
import type { Manifest, Tenant } from '../contract.ts';
import type { Registry } from '../boot/registry.ts';

interface Snapshot {
  epoch: number;
  /** Company id -> key -> on. */
  switches: Map<number, Map<string, boolean>>;
}

/**
 * Whether a plugin or feature is on for a company. Reads a snapshot of the switch rows, so it costs no query;
 * `refresh` is called on every change, in every process.
 */
export class Gate {
  readonly #platform: Knex;
  readonly #manifests: ReadonlyMap<string, Manifest>;
  /** The modules that must be given to a company for a plugin to be on: itself and what it needs, as far as they can be switched. */
  readonly #modules = new Map<string, readonly Manifest[]>();
  #snapshot: Snapshot = { epoch: 0, switches: new Map() };

  constructor(platform: Knex, registry: Registry) {
    this.#platform = platform;
    this.#manifests = new Map(registry.plugins.map(({ manifest }) => [manifest.id, manifest]));
    for (const id of this.#manifests.keys()) {
      const needed = this.#needed(id);
      if (needed)
        this.#modules.set(
          id,
          [...needed].filter(({ scope }) => scope !== 'platform'),
        );
    }
  }

  /** A plugin and all that it needs, whatever for; null when a part is not installed. */
  #needed(id: string): Set<Manifest> | null {
    const manifest = this.#manifests.get(id);
    if (!manifest) return null;
    const all = new Set([manifest]);
    for (const other of Object.keys(manifest.requires ?? {})) {
      const more = this.#needed(other);
      if (!more) return null;
      for (const one of more) all.add(one);
    }
    return all;
  }

  get epoch(): number {
    return this.#snapshot.epoch;
  }

  async refresh(): Promise<void> {
    const [{ epoch }] = (await this.#platform('core_epoch').select('epoch')) as [{ epoch: string }];
    const rows = (await this.#platform('core_switch').select('company_id', 'key', 'is_on')) as {
      company_id: number;
      key: string;
      is_on: boolean;
    }[];
    const switches = new Map<number, Map<string, boolean>>();
    for (const row of rows) {
      let own = switches.get(row.company_id);
      if (!own) switches.set(row.company_id, (own = new Map()));
      own.set(row.key, row.is_on);
    }
    this.#snapshot = { epoch: Number(epoch), switches };
  }

  /** True when the epoch in the database is newer than the snapshot. */
  async isStale(): Promise<boolean> {
    const [{ epoch }] = (await this.#platform('core_epoch').select('epoch')) as [{ epoch: string }];
    return Number(epoch) !== this.#snapshot.epoch;
  }

  /** A plugin is on when it loaded, root gave it to the agency, and neither the agency nor the client switched it off. */
  isOn(pluginId: string, at: Tenant): boolean {
    if (pluginId === 'core') return true;
    const modules = this.#modules.get(pluginId);
    return modules !== undefined && (at.id === 0 || modules.every((manifest) => this.#isGiven(manifest, at)));
  }

  /** The first module that is missing where a plugin is off: itself, or one that it needs. Null where none explains it. */
  missingModule(pluginId: string, at: Tenant): Manifest | null {
    return this.#modules.get(pluginId)?.find((manifest) => !this.#isGiven(manifest, at)) ?? null;
  }

  #isGiven({ id, defaultOn = true }: Manifest, at: Tenant): boolean {
    const granted = this.#own(at.agencyId, id) ?? this.#own(at.rootId, id) ?? defaultOn;
    if (!granted || this.#own(at.agencyId, narrowed(id)) === false) return false;
    return at.kind !== 'client' || this.#own(at.id, narrowed(id)) !== false;
  }

  /** A feature is on by an explicit row of the agency, else by the root's "all agencies" row, else by its default. */
  isFeatureOn(featureId: string, at: Tenant): boolean {
    const [pluginId, name] = splitFeature(featureId);
    const feature = this.#manifests.get(pluginId)?.features?.[name];
    if (!feature || !this.isOn(pluginId, at)) return false;
    return this.#own(at.agencyId, featureId) ?? this.#own(at.rootId, featureId) ?? feature.defaultOn;
  }

  /** The explicit row of one company, or undefined. */
  switchOf(companyId: number, key: string): boolean | undefined {
    return this.#own(companyId, key);
  }

  #own(companyId: number, key: string): boolean | undefined {
    return this.#snapshot.switches.get(companyId)?.get(key);
  }
}

/** Key of the row by which a company narrows for itself what it was given. */
export const narrowed = (pluginId: string): string => `self:${pluginId}`;

function splitFeature(id: string): [string, string] {
  const dot = id.indexOf('.');
  return [id.slice(0, dot), id.slice(dot + 1)];
}
