import type { RawKernel } from '../../../../core/contract.ts';
import { PIPELINE } from '../pipeline/job-ids.ts';
import { EdgeScreen, type Refusal } from '../screening/edge.ts';
import { RefusedHosts } from '../screening/refused-hosts.store.ts';
import { TOKEN_KEY } from '../screening/token.ts';
import type { ScreeningOutcome } from '../source.ts';
import { EdgeCounts } from './edge-counts.ts';
import { type Pixel, PixelCache } from './pixel-cache.ts';
import type { VisitInput } from './visit-input.ts';
import { insertVisits, seePixels, type StoredVisit } from './visits.store.ts';

interface Waiting {
  visit: StoredVisit;
  stored: PromiseWithResolvers<void>;
}

/** Visits waiting for the disk; beyond this many the endpoint says "later". */
const MOST_WAITING = 5_000;
const MOST_IN_ONE = 500;
const GATHER_MS = 2;
const WAKE_MS = 50;
const COUNT_MS = 1_000;
const SEEN_MS = 60_000;

/** Gathers the visits of about two milliseconds into one insert, and tells each of them when it is on disk. */
export class Collector {
  readonly pixels: PixelCache;
  readonly screen: EdgeScreen;
  readonly #kernel: RawKernel;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | null = null;
  #flushing: Promise<void> | null = null;
  #wake: NodeJS.Timeout | null = null;
  readonly #counts = new EdgeCounts();
  readonly #refused = new RefusedHosts();
  readonly #seen = new Map<number, number>();
  #newlySeen = new Set<number>();
  readonly #ticker: NodeJS.Timeout;

  constructor(kernel: RawKernel) {
    this.#kernel = kernel;
    this.pixels = new PixelCache(kernel.platform);
    this.screen = new EdgeScreen(kernel.key(TOKEN_KEY));
    this.#ticker = setInterval(() => void this.#tidy(), COUNT_MS).unref();
    kernel.onStop(() => this.#stop());
  }

  get isFull(): boolean {
    return this.#waiting.length >= MOST_WAITING;
  }

  /** Counts a visit that leaves nothing else behind; written within a second. */
  count(pixel: Pixel, outcome: ScreeningOutcome, at: number): void {
    this.#counts.add(pixel, outcome, at);
  }

  /** Counts a page view that was refused, and its host for the campaign's people to see. */
  refuse(pixel: Pixel, { outcome, host }: Refusal, at: number): void {
    if (outcome) this.#counts.add(pixel, outcome, at);
    if (host) this.#refused.add(pixel, host);
  }

  /** Resolves when the visit, or an equal one of the last half minute, is durable; rejects when it could not be stored. */
  store(pixel: Pixel, input: VisitInput, from: { ip: string; device: string }, at: number): Promise<void> {
    if (at - (this.#seen.get(pixel.campaignId) ?? 0) > SEEN_MS) {
      this.#seen.set(pixel.campaignId, at);
      this.#newlySeen.add(pixel.campaignId);
    }
    const stored = Promise.withResolvers<void>();
    this.#waiting.push({ visit: { pixel, input, ...from, at }, stored });
    // While one insert is under way the next one gathers; it follows at once.
    if (!this.#flushing && !this.#timer) this.#timer = setTimeout(() => this.#flush(), GATHER_MS);
    return stored.promise;
  }

  #flush(): void {
    this.#timer = null;
    if (this.#flushing || this.#waiting.length === 0) return;
    const batch = this.#waiting.splice(0, MOST_IN_ONE);
    this.#flushing = this.#insert(batch).finally(() => {
      this.#flushing = null;
      this.#flush();
    });
  }

  async #insert(batch: readonly Waiting[]): Promise<void> {
    try {
      await insertVisits(
        this.#kernel.platform,
        batch.map((w) => w.visit),
      );
      for (const { stored } of batch) stored.resolve();
      if (!this.#wake) this.#wake = setTimeout(() => this.#wakePipeline(), WAKE_MS).unref();
    } catch (error) {
      for (const { stored } of batch) stored.reject(error);
    }
  }

  #wakePipeline(): void {
    this.#wake = null;
    this.#kernel.wake(PIPELINE);
  }

  async #tidy(): Promise<void> {
    const seen = [...this.#newlySeen];
    this.#newlySeen = new Set();
    const { platform } = this.#kernel;
    await Promise.all([this.#counts.write(platform), seePixels(platform, seen), this.#refused.write(platform)]).catch((error: unknown) =>
      this.#kernel.log.warn({ error: String(error) }, 'visit counters wait for the database'),
    );
  }

  async #stop(): Promise<void> {
    clearInterval(this.#ticker);
    while (this.#waiting.length > 0 || this.#flushing) {
      this.#flush();
      await this.#flushing;
    }
    await this.#tidy();
  }
}

const collectors = new WeakMap<RawKernel, Collector>();

/** The one collector of a running kernel. */
export function collectorOf(kernel: RawKernel): Collector {
  let collector = collectors.get(kernel);
  if (!collector) collectors.set(kernel, (collector = new Collector(kernel)));
  return collector;
}
