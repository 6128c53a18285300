import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineJob, definePlugin, T } from '../../core/contract.ts';
import { requestRuns } from '../../core/jobs/due.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';

const COMPANIES = 100_000;

const everybody = defineJob({
  id: 'crowd.everybody',
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '1 minute',
  due: async ({ db }) => (await db('core_tenant').where({ kind: 'agency' }).pluck('id')) as number[],
  run: async () => undefined,
});
const crowd = definePlugin({ manifest: { id: 'crowd', version: '1.0.0', core: '^1', level: 'platform' }, jobs: [everybody] });

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [crowd], config: { roles: ['web'] } });
  const { root } = app.fixtures;
  // Without its triggers, which look up the parent of each.
  await app.asOwner(`set session_replication_role = replica;
    insert into core_tenant (id, kind, name, parent_id, agency_id, root_id) overriding system value
      select n, 'agency', 'Agency ' || n, ${root.id}, n, ${root.id} from generate_series(1000, 999 + ${COMPANIES}) n;
    analyze core_tenant`);
});
afterAll(() => app.close());

const waiting = async (job: string): Promise<number> =>
  Number((await app.kernel.platform('core_job_run').where({ job, state: 'pending' }).count({ n: '*' }))[0]!.n);

test('a period of a hundred thousand companies is asked for in full, once, and an agency among them is billed', async () => {
  const job = app.kernel.registry.jobs.get('crowd.everybody')!;
  await requestRuns(app.kernel, job);
  await requestRuns(app.kernel, job);
  expect(await waiting('crowd.everybody')).toBe(COMPANIES + 2);
  const period = {
    term: 'Weekly',
    first: '2026-01-05',
    last: '2026-01-11',
    start_at: '2026-01-05',
    end_at: '2026-01-12',
    due_at: '2026-01-12',
  };
  const { tenant } = app.fixtures.b.clients[0]!;
  await app.kernel.platform('billing_period').insert({ company_id: tenant.id, ...period });
  await app.tick('billing.close');
  const closed = (await app.kernel.platform('billing_period').where({ company_id: tenant.id }).first('closed_at')) as {
    closed_at: Date | null;
  };
  expect(closed.closed_at).not.toBeNull();
  expect(await waiting('billing.close')).toBe(0);
});

test('a run is claimed without reading those of other jobs', async () => {
  await app.kernel.platform.raw('analyze core_job_run');
  const { rows } = (await app.kernel.platform.raw(
    `explain select id from core_job_run where job = 'billing.close' and state = 'pending' and run_at <= now() order by run_at, id limit 1`,
  )) as { rows: Record<string, string>[] };
  expect(JSON.stringify(rows)).toMatch(/core_job_due.*Index Cond: \(\(job = 'billing.close'/);
});
