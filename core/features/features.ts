import type { Knex } from 'knex';
import type { Manifest, Tenant } from '../contract.ts';
import type { Registry } from '../boot/registry.ts';
import { chainOf } from '../data/tenant.ts';

/** What a company has configured, as it was last read. */
interface Config {
  version: number;
  /** Key -> on. */
  switches: Map<string, boolean>;
}
interface ConfigRow {
  company_id: number;
  version: string;
  key: string | null;
  is_on: boolean;
}
/** A company and those above it. */
type Place = Pick<Tenant, 'id' | 'agencyId' | 'rootId'>;

/**
 * Whether a plugin or feature is on for a company. Reads a snapshot of the switch rows, so it costs no query;
 * `refresh` is called on every change, in every process, for the company that it is about.
 */
export class Features {
  readonly #platform: Knex;
  readonly #manifests: ReadonlyMap<string, Manifest>;
  /** The modules that must be given to a company for a plugin to be on: itself and what it needs, as far as they can be switched. */
  readonly #modules = new Map<string, readonly Manifest[]>();
  readonly #configs = new Map<number, Config>();

  constructor(platform: Knex, registry: Registry) {
    this.#platform = platform;
    this.#manifests = new Map(registry.plugins.map(({ manifest }) => [manifest.id, manifest]));
    for (const id of this.#manifests.keys()) {
      const needed = this.#needed(id);
      if (needed)
        this.#modules.set(
          id,
          [...needed].filter(({ level }) => level !== 'platform'),
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

  /** Grows with every change of what a company, its agency or its root has configured. Comparable for one company only. */
  versionFor(place: Place): number {
    let sum = 0;
    for (const company of chainOf(place)) sum += this.#configs.get(company)?.version ?? 0;
    return sum;
  }

  /** Grows with every change of any company's. */
  get version(): number {
    let sum = 0;
    for (const { version } of this.#configs.values()) sum += version;
    return sum;
  }

  /** Reads what one company has configured, or all of them. An older answer that comes late changes nothing. */
  async refresh(companyId?: number): Promise<void> {
    const { rows } = (await this.#platform.raw(
      `select v.tenant_id as company_id, v.version, s.key, s.is_on
       from core_config_version v left join core_switch s on s.company_id = v.tenant_id
       where ?::int is null or v.tenant_id = ?::int`,
      [companyId ?? null, companyId ?? null],
    )) as { rows: ConfigRow[] };
    for (const [company, own] of Map.groupBy(rows, (row) => row.company_id)) {
      const version = Number(own[0]!.version);
      if (version < (this.#configs.get(company)?.version ?? 0)) continue;
      const switches = new Map(own.flatMap(({ key, is_on }) => (key === null ? [] : [[key, is_on] as const])));
      this.#configs.set(company, { version, switches });
    }
  }

  /** True when something in the database is newer than the snapshot. */
  async isStale(): Promise<boolean> {
    const row = (await this.#platform('core_config_version').sum('version as sum').first()) as { sum: string | null };
    return Number(row.sum ?? 0) !== this.version;
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

  /** Whether anything was said of this very company, by itself or by its root. Where nothing was, it stands as its root says for all. */
  isConfigured(companyId: number): boolean {
    return (this.#configs.get(companyId)?.switches.size ?? 0) > 0;
  }

  /** The explicit row of one company, or undefined. */
  switchOf(companyId: number, key: string): boolean | undefined {
    return this.#own(companyId, key);
  }

  #own(companyId: number, key: string): boolean | undefined {
    return this.#configs.get(companyId)?.switches.get(key);
  }
}

/** Key of the row by which a company narrows for itself what it was given. */
export const narrowed = (pluginId: string): string => `self:${pluginId}`;

function splitFeature(id: string): [string, string] {
  const dot = id.indexOf('.');
  return [id.slice(0, dot), id.slice(dot + 1)];
}
