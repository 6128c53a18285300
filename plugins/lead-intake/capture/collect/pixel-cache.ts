import type { RawKernel } from '../../../../core/contract.ts';
import type { PixelRow } from '../rows.gen.ts';

/** What the endpoint knows of a campaign's pixel. */
export interface Pixel {
  key: string;
  campaignId: number;
  companyId: number;
  agencyId: number;
  rootId: number;
  product: string;
  plugin: string;
  timezone: string;
  thankYouUrl: string;
  /** From where page views count; see `screening/hosts.ts`. */
  hosts: readonly string[];
  /** Pages that are not kept, and networks whose views do not count. */
  neverPages: readonly string[];
  ownNetworks: readonly string[];
  readsForms: boolean;
  /** The campaign was active when last looked. */
  active: boolean;
  startsAt: number;
  endsAt: number;
}

const FRESH_MS = 1_000;
const UNKNOWN_MS = 100;

/**
 * All pixels in memory, never more than a second behind the table: whoever asks after that waits for one query that fetches
 * what changed. A new pixel works within a tenth of a second, and a flood of unknown keys costs ten such queries a second.
 */
export class PixelCache {
  readonly #db: RawKernel['platform'];
  readonly #pixels = new Map<string, Pixel>();
  #loadedAt = -Infinity;
  #loading: Promise<void> | null = null;

  constructor(db: RawKernel['platform']) {
    this.#db = db;
  }

  /** The pixel with this key; undefined when there is none. A promise only when a look at the table is due. */
  find(key: string): Pixel | undefined | Promise<Pixel | undefined> {
    const known = this.#pixels.get(key);
    if (performance.now() - this.#loadedAt < (known ? FRESH_MS : UNKNOWN_MS)) return known;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null;
    });
    return this.#loading.then(() => this.#pixels.get(key));
  }

  async #load(): Promise<void> {
    const asked = performance.now();
    const query = this.#db('capture_pixel').select(
      'key',
      'campaign_id',
      'company_id',
      'agency_id',
      'root_id',
      'product',
      'plugin',
      'timezone',
      'thank_you_url',
      'hosts',
      'never_pages',
      'own_networks',
      'reads_forms',
      'status',
      'starts_at',
      'ends_at',
    );
    // A change carries the time its transaction began; none takes longer than a minute.
    const rows = (await (this.#pixels.size === 0
      ? query
      : query.whereRaw('changed_at > now() - make_interval(secs => ?)', [60 + (asked - this.#loadedAt) / 1000]))) as PixelRow[];
    for (const row of rows) this.#pixels.set(row.key, pixelOf(row));
    this.#loadedAt = asked;
  }
}

const pixelOf = (row: PixelRow): Pixel => ({
  key: row.key,
  campaignId: row.campaign_id,
  companyId: row.company_id,
  agencyId: row.agency_id,
  rootId: row.root_id,
  product: row.product,
  plugin: row.plugin,
  timezone: row.timezone,
  thankYouUrl: row.thank_you_url,
  hosts: row.hosts,
  neverPages: row.never_pages,
  ownNetworks: row.own_networks,
  readsForms: row.reads_forms,
  active: row.status === 'active',
  startsAt: row.starts_at?.getTime() ?? -Infinity,
  endsAt: row.ends_at?.getTime() ?? Infinity,
});

/** Whether a visit at `at` is to be collected, as far as the campaign is concerned. */
export const isOpen = (pixel: Pixel, at: number): boolean => pixel.active && at >= pixel.startsAt && at < pixel.endsAt;
