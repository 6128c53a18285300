import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** One side's figures in one round. */
export interface Figures {
  /** Things done per second. */
  perSecond: number;
  /** Milliseconds of single operations, where they were taken. */
  latencies?: number[];
}
/** One side under measurement. */
export interface Side {
  run(): Promise<Figures>;
  /** Memory of the process that does the work; this process's own when left out. */
  memoryMiB?(): Promise<number>;
}
export interface Comparison {
  name: string;
  unit: string;
  product: Summary;
  limit: Summary;
  /** What stands in the place of the limit: another system, or the product where nothing goes wrong. */
  beside?: 'peer' | 'batch without';
  /** What the ratio compares: things per second (more is better), or the 99th percentile of the times (less is better). */
  by: 'rate' | 'p99';
  /** Product over limit, pair by pair. */
  ratio: { median: number; min: number; max: number };
}
interface Summary {
  /** Things per second. */
  median: number;
  p50?: number;
  p95?: number;
  p99?: number;
  memoryMiB: number;
}

/** Runs limit and product in turn, so that the ratio holds although the machine's speed drifts. */
export async function compare(
  name: string,
  unit: string,
  sides: { product: Side; limit: Side },
  { pairs = 5, by = 'rate', beside }: { pairs?: number; by?: Comparison['by']; beside?: Comparison['beside'] } = {},
): Promise<Comparison> {
  await sides.limit.run();
  await sides.product.run(); // warm-up, not counted
  const limit: Figures[] = [];
  const product: Figures[] = [];
  for (let i = 0; i < pairs; i += 1) {
    limit.push(await sides.limit.run());
    product.push(await sides.product.run());
  }
  const measure = (round: Figures): number => (by === 'rate' ? round.perSecond : percentile(round.latencies ?? [], 0.99));
  const ratios = sorted(product.map((p, i) => measure(p) / measure(limit[i]!)));
  return {
    name,
    unit,
    by,
    ...(beside && { beside }),
    product: await summary(product, sides.product),
    limit: await summary(limit, sides.limit),
    ratio: { median: at(ratios, 0.5), min: ratios[0]!, max: ratios.at(-1)! },
  };
}

/** Keeps `width` operations under way for `milliseconds`; answers how many were done in a second and how long each took. */
export async function load(width: number, milliseconds: number, operation: (i: number) => Promise<unknown>): Promise<Figures> {
  const latencies: number[] = [];
  const began = performance.now();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() - began < milliseconds) {
      const start = performance.now();
      await operation((next += 1));
      latencies.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return { perSecond: latencies.length / ((performance.now() - began) / 1000), latencies };
}

/**
 * Starts operations at a fixed rate, whether or not earlier ones are done. Each one's time counts from the moment it was due, so
 * that a server that stalls cannot hide it by slowing down whoever measures.
 */
export async function steady(perSecond: number, milliseconds: number, operation: (i: number) => Promise<unknown>): Promise<Figures> {
  const latencies: number[] = [];
  const under: Promise<void>[] = [];
  const total = Math.floor((perSecond * milliseconds) / 1000);
  const began = performance.now();
  const one = async (i: number, due: number): Promise<void> => {
    await operation(i);
    latencies.push(performance.now() - due);
  };
  for (let i = 0; i < total;) {
    const now = performance.now() - began;
    for (; i < total && (i * 1000) / perSecond <= now; i += 1) under.push(one(i, began + (i * 1000) / perSecond));
    await sleep(1);
  }
  await Promise.all(under);
  return { perSecond: total / ((performance.now() - began) / 1000), latencies };
}

/** Times `count` things done in one go. */
export async function batch(count: number, work: () => Promise<unknown>): Promise<Figures> {
  const began = performance.now();
  await work();
  return { perSecond: count / ((performance.now() - began) / 1000) };
}

async function summary(rounds: Figures[], side: Side): Promise<Summary> {
  const all = rounds.flatMap((r) => r.latencies ?? []);
  return {
    median: percentile(
      rounds.map((r) => r.perSecond),
      0.5,
    ),
    ...(all.length > 0 ? { p50: percentile(all, 0.5), p95: percentile(all, 0.95), p99: percentile(all, 0.99) } : {}),
    memoryMiB: (await side.memoryMiB?.()) ?? ownMemoryMiB(),
  };
}

export const ownMemoryMiB = (): number => Math.round(process.memoryUsage().rss / 1024 / 1024);

export const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
/** What is at a share of ascending values. */
export const at = (ascending: readonly number[], q: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * q))]!;
export const percentile = (values: readonly number[], q: number): number => at(sorted(values), q);

/** A figure as tables show it. */
export const tenths = (n: number): number => Math.round(n * 10) / 10;

/** The printed lines of one comparison. */
export function line(c: Comparison): string {
  const side = (s: Summary): string =>
    `${fixed(s.median)} ${c.unit}/s${s.p50 === undefined ? '' : `, p50 ${fixed(s.p50)} ms, p95 ${fixed(s.p95!)} ms, p99 ${fixed(s.p99!)} ms`}, ${s.memoryMiB} MiB`;
  const other = c.beside ?? 'limit';
  const of = c.by === 'rate' ? `of the ${other}` : `times the p99 of the ${other}`;
  return [
    `${c.name}: ${c.ratio.median.toFixed(2)} ${of} (${c.ratio.min.toFixed(2)} to ${c.ratio.max.toFixed(2)})`,
    `  product ${side(c.product)}`,
    `  ${other.padEnd(7)} ${side(c.limit)}`,
  ].join('\n');
}

const fixed = (n: number): string => (n >= 100 ? Math.round(n).toLocaleString('en-US') : n.toFixed(1));
