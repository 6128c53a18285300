import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { KeptSettings } from './kept-settings.ts';

/** What companies have stored of settings. Read through the platform pool, for a client inherits what it may not see. */
export class StoredSettings {
  readonly #platform: Knex;
  /** Company and key -> what is stored, as far as this call knows it; null: it may change it meanwhile, so it is read each time. */
  readonly #own: Map<string, unknown> | null;
  readonly #kept: KeptSettings | null;

  /** What is asked now and read next. */
  #next: { keys: Set<string>; ids: Set<number>; rows: Promise<StoredRow[]> } | null = null;

  private constructor(platform: Knex, own: Map<string, unknown> | null, kept: KeptSettings | null) {
    this.#platform = platform;
    this.#own = own;
    this.#kept = kept;
  }

  /** For a call that only reads: nothing is read twice, and what calls before it have kept is not read at all. */
  static forReading(platform: Knex, kept: KeptSettings | null): StoredSettings {
    return new StoredSettings(platform, new Map(), kept);
  }

  /** For a call that may change what is stored. */
  static forChanging(platform: Knex): StoredSettings {
    return new StoredSettings(platform, null, null);
  }

  /** By company what it has stored itself under the key; those with nothing are left out. */
  async of(key: string, companyIds: readonly number[]): Promise<Map<number, unknown>> {
    if (!this.#own) return byCompany(await this.#read([key], companyIds));
    await this.ahead([key], companyIds);
    const stored = companyIds.map((id) => [id, this.#valuesOf(id)?.get(`${id} ${key}`)] as const);
    return new Map(stored.filter(([, value]) => value !== undefined));
  }

  /** Reads in one go what will be asked for; of no use to a call that does not only read. */
  async ahead(keys: readonly string[], companyIds: readonly number[]): Promise<void> {
    if (!this.#own) return;
    const missing = keys.filter((key) => companyIds.some((id) => !this.#valuesOf(id)?.has(`${id} ${key}`)));
    if (missing.length === 0) return;
    const rows = await this.#together(missing, companyIds);
    for (const key of missing) for (const id of companyIds) this.#valuesOf(id)?.set(`${id} ${key}`, undefined);
    for (const { company_id: id, key, value } of rows) this.#valuesOf(id)?.set(`${id} ${key}`, frozen(value));
  }

  /** Where what is known of a company stands. */
  #valuesOf(companyId: number): Map<string, unknown> | null {
    return this.#kept?.companies.has(companyId) ? this.#kept.values : this.#own;
  }

  /** What is asked at one moment is one statement. */
  #together(keys: readonly string[], companyIds: readonly number[]): Promise<StoredRow[]> {
    const next = (this.#next ??= { keys: new Set(), ids: new Set(), rows: nextTurn().then(() => this.#readNext()) });
    for (const key of keys) next.keys.add(key);
    for (const id of companyIds) next.ids.add(id);
    return next.rows;
  }

  #readNext(): Promise<StoredRow[]> {
    const { keys, ids } = this.#next!;
    this.#next = null;
    return this.#read([...keys], [...ids]);
  }

  async #read(keys: readonly string[], companyIds: readonly number[]): Promise<StoredRow[]> {
    if (companyIds.length === 0) return [];
    const query = this.#platform('core_setting').select('company_id', 'key', 'value');
    return (await query
      .whereRaw('company_id = any(?)', [companyIds as never])
      .whereRaw('key = any(?)', [keys as never])
      .options({ prepare: true })) as StoredRow[];
  }
}

interface StoredRow {
  company_id: number;
  key: string;
  value: unknown;
}
const byCompany = (rows: readonly StoredRow[]): Map<number, unknown> => new Map(rows.map((row) => [row.company_id, row.value]));

/** Whoever changed it would change it for other calls. */
function frozen<V>(value: V): V {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}
