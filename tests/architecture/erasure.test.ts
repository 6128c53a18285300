import { afterAll, beforeAll, expect, test } from 'vitest';
import { CORE_ERASURE } from '../../core/builtin/core.tables.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { eraseCompanies } from '../../plugins/foundation/companies/erasure.job.ts';
import { knownValues, seedRows } from '../support/seed-rows.ts';
import { tenantTables } from '../support/tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'] } });
  // A plugin that was installed once and is no longer: its tables stay, with rows that point at each other.
  await app.asOwner(`
    create table gone_note (id int generated always as identity primary key, text text not null);
    select core_tenant_table('gone_note');
    create table gone_answer (note_id int not null references gone_note(id), text text not null);
    select core_tenant_table('gone_answer');
    create table gone_ledger (id int generated always as identity primary key, cents bigint not null);
    select core_tenant_table('gone_ledger');
    select core_append_only_table('gone_ledger');
    grant select, insert, update, delete on gone_note, gone_answer, gone_ledger to lead_app;`);
});
afterAll(() => app.close());

const rowsIn = async (table: string, companyId: number): Promise<number> =>
  Number((await app.kernel.platform(table).where({ company_id: companyId }).count('* as n').first())!.n);

test('every tenant table says what becomes of its rows, with a reason for what is kept', async () => {
  const { registry } = app.kernel;
  const undecided = (await tenantTables(app.kernel.platform)).filter(
    (table) => !table.startsWith('gone_') && !CORE_ERASURE[table] && !registry.erasure.has(table),
  );
  expect(undecided).toEqual([]);
  const decided = [...Object.entries(CORE_ERASURE), ...registry.erasure];
  const existing = new Set(await tenantTables(app.kernel.platform));
  expect(decided.filter(([table]) => !existing.has(table))).toEqual([]);
  expect(decided.filter(([, rule]) => rule !== 'delete' && rule.keep.length < 10)).toEqual([]);
});

test('rows in every table of a removed client and a removed agency go or stay as declared, and a neighbour keeps all', async () => {
  const { platform, registry } = app.kernel;
  const { a, b } = app.fixtures;
  const [client, agency, neighbour] = [b.clients[0]!.tenant.id, b.tenant.id, a.clients[0]!.tenant.id];
  const companies = [client, agency, neighbour].map((id) => ({ id, word: 'aardvark' }));
  await seedRows(platform, companies, knownValues(registry));
  await app.asOwner('delete from companies_erasure');
  const tables = await tenantTables(platform);
  const before = new Map<string, number[]>();
  for (const table of tables) before.set(table, await Promise.all([client, agency, neighbour].map((id) => rowsIn(table, id))));
  // The test is worth something only if nearly every table took a row.
  expect(tables.filter((table) => before.get(table)!.some((n) => n === 0)).length).toBeLessThan(12);
  for (const id of [client, agency]) {
    await platform('core_tenant')
      .where({ id })
      .update({ removed_at: new Date(Date.now() - 40 * 86_400_000) });
  }
  const errors: unknown[] = [];
  app.kernel.log.error = (detail: unknown) => void errors.push(detail);
  await app.inside(app.fixtures.root, 'companies', (ctx) => eraseCompanies.run(ctx, {}), 'intent');
  expect(errors).toEqual([]);

  const wrong: string[] = [];
  for (const table of tables) {
    const rule = CORE_ERASURE[table] ?? registry.erasure.get(table) ?? (table === 'gone_ledger' ? { keep: 'append-only' } : 'delete');
    const [was, now] = [before.get(table)!, await Promise.all([client, agency, neighbour].map((id) => rowsIn(table, id)))];
    if (rule === 'delete' && (now[0] !== 0 || now[1] !== 0)) wrong.push(`${table} still holds ${now[0]} and ${now[1]} rows`);
    if (rule !== 'delete' && (now[0]! < was[0]! || now[1]! < was[1]!)) wrong.push(`${table} lost rows that are to be kept`);
    if (now[2]! < was[2]!) wrong.push(`${table} lost rows of a neighbour`);
  }
  expect(wrong).toEqual([]);
});
