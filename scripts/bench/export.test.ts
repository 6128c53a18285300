import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pool } from 'pg';
import { openRawPool } from '../../core/data/knex.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { exported } from './export.ts';
import { populate } from './population.ts';

const LEADS = 2_500;
let app: TestApp;
let owner: Pool;
beforeAll(async () => {
  app = await startTestApp();
  owner = openRawPool({ url: app.databaseUrl, max: 2, name: 'bench', scope: 'platform' });
  await populate(
    { owner, kernel: app.kernel, fixtures: app.fixtures },
    { agencies: 3, clients: 3, campaigns: 6, leads: 2 * LEADS, records: 0 },
  );
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

test('the bench of the export takes the whole file and measures what others notice', async () => {
  const { rows } = await exported({ owner, kernel: app.kernel, fixtures: app.fixtures }, { url: app.url, pid: process.pid }, LEADS, 100);
  const figures = new Map(rows.map(([what, figure, limit]) => [what, { figure, limit }]));
  expect(figures.get('answer')?.figure).toBe(200);
  expect(figures.get('lines')).toEqual({ figure: LEADS, limit: LEADS });
  expect(figures.get('others: refused meanwhile')?.figure).toBe(0);
  for (const what of ['first byte, ms', 'whole, ms', 'the same columns by "copy to stdout", ms', 'others: p99 meanwhile, ms'])
    expect([what, Number(figures.get(what)?.figure) > 0]).toEqual([what, true]);
});
