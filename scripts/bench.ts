import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../core/data/embedded-postgres.ts';
import { keepResults, type Result, shown } from './bench/results.ts';
import { COUNTED } from './bench/statements.ts';

/** What there is to measure; each file makes its own data and measures product and limit in turn. */
const BENCHES: Record<string, () => Promise<{ run(adminUrl: string, peer?: string): Promise<Result[]> }>> = {
  collect: () => import('./bench/collect.ts'),
  pipeline: () => import('./bench/pipeline.ts'),
  list: () => import('./bench/list.ts'),
  ledger: () => import('./bench/ledger.ts'),
  growth: () => import('./bench/growth.ts'),
  reports: () => import('./bench/reports.ts'),
  homes: () => import('./bench/homes.ts'),
  idle: () => import('./bench/idle.ts'),
  live: () => import('./bench/live.ts'),
  export: () => import('./bench/export.ts'),
  ui: () => import('./bench/ui.ts'),
  intent: () => import('./bench/intent.ts'),
  backtest: () => import('./bench/backtest.ts'),
};

/**
 * `npm run bench [-- name ...] [--peer URL]`: prints the figures and writes `bench/results.json`. Never fails for being slow. The address of a peer
 * (`bench/peer.ts`) is for the lists or for the visits alone, because it says what is asked.
 */
const { values, positionals: wanted } = parseArgs({ options: { peer: { type: 'string' } }, allowPositionals: true });
const unknown = wanted.find((name) => !(name in BENCHES));
if (unknown) throw new Error(`There is no bench called ${unknown}; there are ${Object.keys(BENCHES).join(', ')}.`);
if (values.peer !== undefined && !['list', 'collect'].includes(wanted.join()))
  throw new Error('A peer can be measured with list or with collect: npm run bench -- list --peer URL');

const folder = join(import.meta.dirname, '..', '.local', 'bench');
await mkdir(folder, { recursive: true });
const postgres = await startEmbeddedPostgres({ dir: join(folder, 'postgres'), fresh: true, log: () => undefined, settings: COUNTED });
try {
  for (const name of wanted.length > 0 ? wanted : Object.keys(BENCHES)) {
    const { run } = await BENCHES[name]!();
    const results = await run(postgres.url, values.peer);
    for (const result of results) process.stdout.write(`${shown(result)}\n`);
    await keepResults(name, results);
  }
} finally {
  await postgres.stop();
  await rm(join(folder, 'postgres'), { recursive: true, force: true });
}
