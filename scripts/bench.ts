import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../core/data/embedded-postgres.ts';
import { line, type Comparison } from './bench/harness.ts';

/** What there is to measure; each file makes its own data and measures product and limit in turn. */
const BENCHES: Record<string, () => Promise<{ run(adminUrl: string): Promise<Comparison[]> }>> = {
  collect: () => import('./bench/collect.ts'),
  pipeline: () => import('./bench/pipeline.ts'),
  list: () => import('./bench/list.ts'),
  ledger: () => import('./bench/ledger.ts'),
};

/** `npm run bench [-- name ...]`: prints the figures and writes `.local/bench/results.json`. Never fails for being slow. */
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in BENCHES));
if (unknown) throw new Error(`There is no bench called ${unknown}; there are ${Object.keys(BENCHES).join(', ')}.`);

const folder = join(import.meta.dirname, '..', '.local', 'bench');
await mkdir(folder, { recursive: true });
const postgres = await startEmbeddedPostgres({ dir: join(folder, 'postgres'), fresh: true, log: () => undefined });
const results: Comparison[] = [];
try {
  for (const name of wanted.length > 0 ? wanted : Object.keys(BENCHES)) {
    const { run } = await BENCHES[name]!();
    for (const result of await run(postgres.url)) {
      results.push(result);
      process.stdout.write(`${line(result)}\n`);
    }
  }
  await writeFile(join(folder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
} finally {
  await postgres.stop();
  await rm(join(folder, 'postgres'), { recursive: true, force: true });
}
