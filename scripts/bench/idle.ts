import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { tenths } from './harness.ts';
import { sizeOf } from './installation.ts';
import { installFilled } from './population.ts';
import { cpuSeconds, cpuSecondsWithChildren, postmasterOf } from './processes.ts';
import type { Table } from './results.ts';
import { startProduct } from './server-process.ts';
import { callsOf, Statements } from './statements.ts';

const AGENCIES = (process.env['BENCH_AGENCIES'] ?? '6,1006').split(',').map(Number);
/** Jobs run every minute at the least, so what is counted are whole minutes; the first ones catch up on what a new installation has. */
const SETTLING_MINUTES = sizeOf('BENCH_SETTLING_MINUTES', 2);
const MINUTES = sizeOf('BENCH_MINUTES', 3);
/** Statements that are named, and tables. */
const NAMED = 8;

interface Counters {
  at: number;
  node: number;
  postgres: number;
  wal: number;
  rows: Map<string, number>;
}

/** What a process with all its roles costs while nobody does anything. */
export async function run(adminUrl: string): Promise<Table[]> {
  const rows: Table['rows'][number][] = [];
  const details: Table[] = [];
  for (const agencies of AGENCIES) {
    const { row, detail } = await idleWith(adminUrl, agencies);
    rows.push(row);
    details.push(...detail);
  }
  const columns = ['agencies', 'node CPU %', 'database CPU %', 'statements/s', 'rows written/minute', 'WAL MB/day'];
  return [{ name: `idle, over ${MINUTES} minutes`, columns, rows }, ...details];
}

async function idleWith(adminUrl: string, agencies: number): Promise<{ row: (string | number)[]; detail: Table[] }> {
  const installation = await installFilled(adminUrl, { agencies, clients: 40, campaigns: 200, leads: 10_000, records: 0 });
  try {
    const { owner } = installation;
    const statements = await Statements.over(owner);
    const postmaster = await postmasterOf(owner);
    const product = await startProduct('web,collect,worker', installation);
    try {
      const look = () => countersOf(owner, product.pid, postmaster);
      await sleep(SETTLING_MINUTES * 60_000);
      await statements.reset();
      const before = await look();
      await sleep(MINUTES * 60_000);
      const after = await look();
      const spent = await statements.read();
      const seconds = (after.at - before.at) / 1000;
      const percent = (what: 'node' | 'postgres'): number => tenths(((after[what] - before[what]) / seconds) * 100);
      const written = [...after.rows].map(([table, n]) => [table, n - (before.rows.get(table) ?? 0)] as const).filter(([, n]) => n > 0);
      const perMinute = (n: number): number => Math.round((n / seconds) * 60);
      return {
        row: [
          agencies.toLocaleString('en-US'),
          percent('node'),
          percent('postgres'),
          tenths(callsOf(spent) / seconds),
          perMinute(written.reduce((sum, [, n]) => sum + n, 0)),
          tenths(((after.wal - before.wal) / seconds) * 86_400e-6),
        ],
        detail: [
          {
            name: `idle with ${agencies} agencies: statements`,
            columns: ['statement', 'a minute', 'database ms a minute'],
            rows: spent.slice(0, NAMED).map(({ text, calls, milliseconds }) => [oneLine(text), perMinute(calls), perMinute(milliseconds)]),
          },
          {
            name: `idle with ${agencies} agencies: rows written`,
            columns: ['table', 'a minute'],
            rows: written
              .sort(([, a], [, b]) => b - a)
              .slice(0, NAMED)
              .map(([table, n]) => [table, perMinute(n)]),
          },
        ],
      };
    } finally {
      await product.stop();
    }
  } finally {
    await installation.remove();
  }
}

async function countersOf(owner: Pool, node: number, postmaster: number): Promise<Counters> {
  const { rows } = await owner.query<{ name: string; written: string }>(
    'select relname as name, n_tup_ins + n_tup_upd + n_tup_del as written from pg_stat_user_tables',
  );
  const wal = await owner.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`);
  return {
    at: Date.now(),
    node: cpuSeconds(node),
    postgres: cpuSecondsWithChildren(postmaster),
    wal: Number(wal.rows[0]!.bytes),
    rows: new Map(rows.map(({ name, written }) => [name, Number(written)])),
  };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
