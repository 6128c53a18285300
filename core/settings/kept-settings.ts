import type { Principal } from '../access/principal.ts';
import { chainOf } from '../data/tenant.ts';

/** So many callers' companies are kept, those asked for last. */
const MOST_KEPT = 2_000;

/** What a company and those above it have stored, as of one version of their configuration. */
export interface KeptSettings {
  readonly version: number;
  readonly companies: ReadonlySet<number>;
  /** By `<company> <key>`; undefined where nothing is stored. What is left out was not read yet. */
  readonly values: Map<string, unknown>;
}

/**
 * What is stored of settings, kept from one reading call to the next. With each call the session says which version of the configuration
 * holds, in the statement that finds it, and what was read under another version is not used. As settings are read after the session, what is
 * kept may be newer than that version, never older.
 */
export class SettingsByVersion {
  /** The last asked for is the last in it. */
  readonly #kept = new Map<string, KeptSettings>();

  /** Those of the caller's company, agency and root; null where no session says which version holds, or one said an older one a while ago. */
  of({ session, tenant }: Pick<Principal, 'session' | 'tenant'>): KeptSettings | null {
    if (!session) return null;
    const companies = chainOf(tenant);
    const key = companies.join('.');
    const version = session.configVersion;
    const last = this.#kept.get(key);
    if (last && last.version > version) return null;
    const kept = last?.version === version ? last : { version, companies: new Set(companies), values: new Map<string, unknown>() };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    return kept;
  }
}
