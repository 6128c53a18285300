import { setTimeout as sleep } from 'node:timers/promises';
import { Caller, others, signIn } from './api.ts';
import { tenths } from './harness.ts';
import { type Installation, sizeOf } from './installation.ts';
import { installFilled } from './population.ts';
import { residentMiB } from './processes.ts';
import type { Table } from './results.ts';
import { type ServerProcess, startProduct } from './server-process.ts';

/** Of the agency that exports; half of them are in its file. */
const LEADS = sizeOf('BENCH_EXPORT_LEADS', 100_000);
const QUIET_MS = 3_000;
const LOOK_MS = 20;

/** A file of all leads of an agency, and what others notice of it. */
export async function run(adminUrl: string): Promise<Table[]> {
  const installation = await installFilled(adminUrl, { agencies: 6, clients: 40, campaigns: 200, leads: 2 * LEADS });
  try {
    const product = await startProduct('web', installation);
    try {
      return [await exported(installation, product)];
    } finally {
      await product.stop();
    }
  } finally {
    await installation.remove();
  }
}

async function exported(installation: Installation, product: ServerProcess): Promise<Table> {
  const { a, b } = installation.fixtures;
  const caller = new Caller(product.url, await signIn(installation, a.owner.id));
  const other = new Caller(product.url, await signIn(installation, b.owner.id));
  try {
    await others(other, sleep(QUIET_MS)); // warm-up
    const alone = await others(other, sleep(QUIET_MS));
    const before = residentMiB(product.pid);
    let most = before;
    const look = setInterval(() => (most = Math.max(most, residentMiB(product.pid))), LOOK_MS);
    const download = caller.get('/api/reports/leads.csv').finally(() => clearInterval(look));
    const meanwhile = await others(other, download);
    const { status, first, total, bytes, text } = await download;
    return {
      name: `export of ${LEADS.toLocaleString('en-US')} leads`,
      columns: ['what', 'figure'],
      rows: [
        ['answer', status],
        ['lines', status === 200 ? text.trimEnd().split('\n').length - 1 : 0],
        ['megabytes', tenths(bytes / 1e6)],
        ['first byte, ms', Math.round(first)],
        ['whole, ms', Math.round(total)],
        ['memory before, MiB', Math.round(before)],
        ['memory more at the most, MiB', Math.round(most - before)],
        ['others: p50 before, ms', alone.p50],
        ['others: p99 before, ms', alone.p99],
        ['others: p50 meanwhile, ms', meanwhile.p50],
        ['others: p99 meanwhile, ms', meanwhile.p99],
        ['others: longest meanwhile, ms', meanwhile.longest],
        ['others: refused meanwhile', meanwhile.refused],
      ],
    };
  } finally {
    await Promise.all([caller.close(), other.close()]);
  }
}
