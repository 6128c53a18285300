import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Knex } from 'knex';

/** What companies have stored of settings. Read through the platform pool, for a client inherits what it may not see. */
export class StoredSettings {
  readonly #platform: Knex;
  /** Company and key -> what is stored, as far as it is known; null: a call may change it meanwhile, so it is read each time. */
  readonly #known: Map<string, unknown> | null;

  /** What is asked now and read next. */
  #next: { keys: Set<string>; ids: Set<number>; rows: Promise<StoredRow[]> } | null = null;

  /** `keeps`: for a call that only reads, what was read once. */
  constructor(platform: Knex, keeps: boolean) {
    this.#platform = platform;
    this.#known = keeps ? new Map() : null;
  }

  /** By company what it has stored itself under the key; those with nothing are left out. */
  async of(key: string, companyIds: readonly number[]): Promise<Map<number, unknown>> {
    const known = this.#known;
    if (!known) return byCompany(await this.#read([key], companyIds));
    await this.ahead([key], companyIds);
    return new Map(companyIds.flatMap((id) => (known.get(`${id} ${key}`) === undefined ? [] : [[id, known.get(`${id} ${key}`)]])));
  }

  /** Reads in one go what will be asked for; of no use to a call that does not only read. */
  async ahead(keys: readonly string[], companyIds: readonly number[]): Promise<void> {
    const known = this.#known;
    const missing = keys.filter((key) => companyIds.some((id) => !known?.has(`${id} ${key}`)));
    if (!known || missing.length === 0) return;
    const rows = await this.#together(missing, companyIds);
    for (const key of missing) for (const id of companyIds) known.set(`${id} ${key}`, undefined);
    for (const { company_id, key, value } of rows) known.set(`${company_id} ${key}`, value);
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
