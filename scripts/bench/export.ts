import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import { Caller, others, signIn } from './api.ts';
import { tenths } from './harness.ts';
import { type Installation, sizeOf } from './installation.ts';
import { installFilled } from './population.ts';
import { cpuSeconds, residentMiB } from './processes.ts';
import type { Table } from './results.ts';
import { type ServerProcess, startProduct } from './server-process.ts';

/** Of the agency that exports; the other agencies have as many. */
const LEADS = sizeOf('BENCH_EXPORT_LEADS', 1_000_000);
const QUIET_MS = 3_000;
const LOOK_MS = 20;

/** A file of all leads of an agency, what others notice of it, and how long the database alone takes for the same rows. */
export async function run(adminUrl: string): Promise<Table[]> {
  const installation = await installFilled(adminUrl, { agencies: 6, clients: 40, campaigns: 200, leads: 2 * LEADS, records: 0 });
  try {
    const product = await startProduct('web', installation);
    try {
      return [await exported(installation, product, LEADS, QUIET_MS)];
    } finally {
      await product.stop();
    }
  } finally {
    await installation.remove();
  }
}

/** The figures beside what they are to be; others are watched for so long without the export first. */
export async function exported(
  installation: Pick<Installation, 'fixtures' | 'kernel' | 'owner'>,
  product: Pick<ServerProcess, 'url' | 'pid'>,
  leads: number,
  quietMs: number,
): Promise<Table> {
  const { a, b } = installation.fixtures;
  const caller = new Caller(product.url, await signIn(installation, a.owner.id));
  const other = new Caller(product.url, await signIn(installation, b.owner.id));
  try {
    await others(other, sleep(quietMs)); // warm-up
    const raw = await copied(installation, a.tenant.id);
    const alone = await others(other, sleep(quietMs));
    const before = residentMiB(product.pid);
    let most = before;
    const worked = cpuSeconds(product.pid);
    const look = setInterval(() => (most = Math.max(most, residentMiB(product.pid))), LOOK_MS);
    const download = caller.drain('/api/reports/leads.csv').finally(() => clearInterval(look));
    const meanwhile = await others(other, download);
    const { status, first, total, bytes, lines } = await download;
    const cpu = cpuSeconds(product.pid) - worked;
    return {
      name: `export of ${leads.toLocaleString('en-US')} leads`,
      columns: ['what', 'figure', 'limit'],
      rows: [
        ['answer', status, 200],
        ['lines', lines - 1, leads],
        ['megabytes', tenths(bytes / 1e6), tenths(raw.bytes / 1e6)],
        ['first byte, ms', Math.round(first), 200],
        ['whole, ms', Math.round(total), Math.round((leads / 1e6) * 30_000)],
        ['the same columns by "copy to stdout", ms', Math.round(raw.total), null],
        ['of that speed', Math.round((raw.total / total) * 100) / 100, null],
        ['of a core in the product, ms', Math.round(cpu * 1000), null],
        ['memory before, MiB', Math.round(before), null],
        ['memory more at the most, MiB', Math.round(most - before), 30],
        ['others: p50 before, ms', alone.p50, null],
        ['others: p99 before, ms', alone.p99, null],
        ['others: p50 meanwhile, ms', meanwhile.p50, null],
        ['others: p99 meanwhile, ms', meanwhile.p99, 100],
        ['others: longest meanwhile, ms', meanwhile.longest, null],
        ['others: refused meanwhile', meanwhile.refused, 0],
      ],
    };
  } finally {
    await Promise.all([caller.close(), other.close()]);
  }
}

/** The columns of the file that stand in the table of leads, newest first, as PostgreSQL writes CSV. */
async function copied({ owner }: Pick<Installation, 'owner'>, agencyId: number): Promise<{ total: number; bytes: number }> {
  const client = await owner.connect();
  try {
    const began = performance.now();
    let bytes = 0;
    const rows = `select created_at, last_seen_at, first_name, last_name, email, phone, address, city, state, zip, company, campaign_id, evidence, observations, retail_cents, id
      from leads_lead where agency_id = ${agencyId} order by created_at desc, id`;
    await pipeline(
      client.query(copyTo(`copy (${rows}) to stdout with (format csv, force_quote *)`)),
      new Writable({
        write(part: Buffer, _encoding, done) {
          bytes += part.length;
          done();
        },
      }),
    );
    return { total: performance.now() - began, bytes };
  } finally {
    client.release();
  }
}
