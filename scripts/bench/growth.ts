import { performance } from 'node:perf_hooks';
import type { Caller } from './api.ts';
import { at, sorted, tenths } from './harness.ts';
import { type PageRequest, pageRequests } from './page-requests.ts';
import { installFilled, type Size, SIZES } from './population.ts';
import { forEachReader } from './readers.ts';
import type { Table } from './results.ts';
import { startProduct } from './server-process.ts';
import { callsOf, Statements, timeOf } from './statements.ts';

const ASKED = (process.env['BENCH_GROWTH'] ?? 'tiny,small').split(',');
/** Each request so often, but after `fewest` no longer than so. */
export interface Pace {
  /** So many before do not count: PostgreSQL plans a statement of a connection anew the first five times. */
  uncounted: number;
  times: number;
  fewest: number;
  milliseconds: number;
}
const QUICK: Pace = { uncounted: 10, times: 20, fewest: 5, milliseconds: 500 };
const PRINTED = 60;
/** Only routes whose ids begin so, e.g. `BENCH_ROUTES=reports.leads,campaigns.`. */
const ROUTES = process.env['BENCH_ROUTES']?.split(',') ?? [''];

export interface Took {
  /** What it takes on a machine that does nothing else: by it the sizes compare. */
  least: number;
  p50: number;
  p95: number;
  /** Of one request. */
  statements: number;
  databaseMs: number;
  kilobytes: number;
  /** The statement that took most of it. */
  longest: string;
}

/** The status of an answer that is none. */
export type Refusal = number;

/** How what screens ask for grows with the installation: one row a request, the slowest first. */
export async function run(adminUrl: string): Promise<Table[]> {
  const sizes = ASKED.map((name) => {
    const size = SIZES[name];
    if (!size) throw new Error(`BENCH_GROWTH knows no size ${name}; there are ${Object.keys(SIZES).join(', ')}.`);
    return { name, size };
  });
  const found: Map<string, Took | Refusal>[] = [];
  for (const { name, size } of sizes) {
    process.stderr.write(`growth: ${name}, ${size.agencies} agencies, ${size.campaigns} campaigns, ${size.leads} leads\n`);
    found.push(await measured(adminUrl, size));
  }
  return [tableOf(sizes, found)];
}

async function measured(adminUrl: string, size: Size): Promise<Map<string, Took | Refusal>> {
  const installation = await installFilled(adminUrl, size);
  try {
    const statements = await Statements.over(installation.owner);
    const product = await startProduct('web', installation);
    try {
      const took = new Map<string, Took | Refusal>();
      await forEachReader(installation, product, async ({ who, companyId, caller }) => {
        for (const request of wanted(pageRequests(installation.kernel.registry, companyId)))
          took.set(`${who} ${request.route}, ${request.what}`, await timed(caller, request, statements));
      });
      return took;
    } finally {
      await product.stop();
    }
  } finally {
    await installation.remove();
  }
}

const wanted = (requests: PageRequest[]): PageRequest[] => requests.filter(({ route }) => ROUTES.some((start) => route.startsWith(start)));

export async function timed(
  caller: Caller,
  { path }: PageRequest,
  statements: Statements,
  { uncounted, times: most, fewest, milliseconds } = QUICK,
): Promise<Took | Refusal> {
  const { status, bytes } = await caller.get(path);
  if (status !== 200) return status;
  for (let n = 1; n < uncounted; n += 1) await caller.must(path);
  await statements.reset();
  const times: number[] = [];
  const began = performance.now();
  while (times.length < most && (times.length < fewest || performance.now() - began < milliseconds))
    times.push((await caller.must(path)).total);
  const spent = await statements.read();
  const ascending = sorted(times);
  return {
    least: ascending[0]!,
    p50: at(ascending, 0.5),
    p95: at(ascending, 0.95),
    statements: callsOf(spent) / times.length,
    databaseMs: timeOf(spent) / times.length,
    kilobytes: bytes / 1000,
    longest: (spent[0]?.text ?? '').replaceAll(/\s+/g, ' ').slice(0, 160),
  };
}

function tableOf(sizes: { name: string; size: Size }[], found: Map<string, Took | Refusal>[]): Table {
  // What is refused at every size is not theirs to see, or must be asked for more precisely.
  const names = [...found.at(-1)!.keys()].filter((name) => found.some((of) => typeof of.get(name) === 'object'));
  const took = (of: Map<string, Took | Refusal>, name: string): Took | null => {
    const one = of.get(name);
    return typeof one === 'object' ? one : null;
  };
  const rows = names
    .map((name) => ({ name, last: took(found.at(-1)!, name) }))
    // What no longer works at the largest size is worse than what is slow there.
    .sort((a, b) => (b.last?.least ?? Infinity) - (a.last?.least ?? Infinity))
    .map(({ name, last }) => [
      name,
      ...found.flatMap((of): Table['rows'][number] => {
        const one = took(of, name);
        return one ? [tenths(one.least), tenths(one.p50), tenths(one.p95)] : [`status ${String(of.get(name))}`, null, null];
      }),
      ...(last ? [tenths(last.statements), tenths(last.databaseMs), tenths(last.kilobytes)] : [null, null, null]),
      exponent(
        sizes.map(({ size }) => size[whatGrows(name)]),
        found.map((of) => took(of, name)?.least),
      ),
      last?.longest ?? null,
    ]);
  return {
    name: `growth: milliseconds of a request at ${sizes.map(({ name, size }) => `${name} (${size.agencies} agencies, ${size.campaigns} campaigns, ${size.leads} leads)`).join(', ')}`,
    columns: [
      'who, what',
      ...sizes.flatMap(({ name }) => [`${name} least`, 'p50', 'p95']),
      'statements',
      'of it database',
      'kB',
      'exponent',
      'longest statement',
    ],
    rows,
    printed: PRINTED,
  };
}

/** The rows that a list is drawn from, or figures are drawn together from. */
const whatGrows = (name: string): keyof Size =>
  name.includes(' reports.') ? 'leads' : name.startsWith('operator') ? 'agencies' : 'campaigns';

/** The power of the size by which the time grows, by least squares over the logarithms: 0 is flat, 1 is in proportion. */
export function exponent(sizes: readonly number[], times: readonly (number | undefined)[]): number | null {
  const points = sizes.flatMap((size, i) => (times[i] === undefined ? [] : [[Math.log(size), Math.log(times[i])] as const]));
  const mean = (of: 0 | 1): number => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = points.reduce((sum, [size]) => sum + (size - x) ** 2, 0);
  if (spread === 0 || points.length < 2) return null;
  return Math.round((points.reduce((sum, [size, time]) => sum + (size - x) * (time - y), 0) / spread) * 100) / 100;
}
