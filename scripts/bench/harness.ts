import { performance } from 'node:perf_hooks';

/** One side's figures in one round. */
export interface Figures {
  /** Things done per second. */
  perSecond: number;
  /** Milliseconds of single operations, where they were taken. */
  latencies?: number[];
}
export interface Comparison {
  name: string;
  unit: string;
  product: Summary;
  limit: Summary;
  /** Product over limit, pair by pair. */
  ratio: { median: number; min: number; max: number };
  memoryMiB: number;
}
interface Summary {
  median: number;
  p50?: number;
  p99?: number;
}

/** Runs limit and product in turn, so that the ratio holds although the machine's speed drifts. */
export async function compare(name: string, unit: string, sides: { product(): Promise<Figures>; limit(): Promise<Figures> }, pairs = 5): Promise<Comparison> {
  await sides.limit();
  await sides.product(); // warm-up, not counted
  const limit: Figures[] = [];
  const product: Figures[] = [];
  for (let i = 0; i < pairs; i += 1) {
    limit.push(await sides.limit());
    product.push(await sides.product());
  }
  const ratios = product.map((p, i) => p.perSecond / limit[i]!.perSecond).sort((a, b) => a - b);
  return {
    name, unit, product: summary(product), limit: summary(limit),
    ratio: { median: at(ratios, 0.5), min: ratios[0]!, max: ratios.at(-1)! },
    memoryMiB: Math.round(process.memoryUsage().rss / 1024 / 1024),
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

/** Times `count` things done in one go. */
export async function batch(count: number, work: () => Promise<unknown>): Promise<Figures> {
  const began = performance.now();
  await work();
  return { perSecond: count / ((performance.now() - began) / 1000) };
}

function summary(rounds: Figures[]): Summary {
  const rates = rounds.map((r) => r.perSecond).sort((a, b) => a - b);
  const all = rounds.flatMap((r) => r.latencies ?? []).sort((a, b) => a - b);
  return { median: at(rates, 0.5), ...(all.length > 0 ? { p50: at(all, 0.5), p99: at(all, 0.99) } : {}) };
}

const at = (sorted: number[], q: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))]!;

/** One row of the printed table. */
export function line(c: Comparison): string {
  const side = (s: Summary): string => `${fixed(s.median)}/s${s.p50 === undefined ? '' : `, p50 ${fixed(s.p50)} ms, p99 ${fixed(s.p99!)} ms`}`;
  return [
    `${c.name}: ${c.ratio.median.toFixed(2)} of the limit (${c.ratio.min.toFixed(2)} to ${c.ratio.max.toFixed(2)})`,
    `  product ${side(c.product)} ${c.unit}`, `  limit   ${side(c.limit)} ${c.unit}`, `  memory  ${c.memoryMiB} MiB`,
  ].join('\n');
}

const fixed = (n: number): string => (n >= 100 ? Math.round(n).toLocaleString('en-US') : n.toFixed(1));
