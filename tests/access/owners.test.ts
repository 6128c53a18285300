import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scopeOf, withScope } from '../../core/data/tenant.ts';
import { addTenant } from '../../core/testing/fixtures.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';

let app: TestApp;
/** A superuser, whom no right and no policy holds. */
let admin: Client;

beforeAll(async () => {
  app = await startTestApp();
  admin = new Client({ connectionString: app.databaseUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await app.close();
});

const asAgencyA = <R>(work: (trx: Knex.Transaction) => Promise<R>) => withScope(app.kernel.tenants, scopeOf(app.fixtures.a.tenant), work);
const claim = (owners: { company_id: number; agency_id: number; root_id: number }) => ({
  claimant: `test ${randomUUID()}`,
  person_key: Buffer.alloc(32),
  lead_id: randomUUID(),
  expires_at: new Date(),
  ...owners,
});

describe('rows whose writer states the owners', () => {
  test('are refused with owners that their company has not got, however many right ones stand beside them', async () => {
    const { a, b } = app.fixtures;
    const client = a.clients[0]!.tenant;
    const right = { company_id: client.id, agency_id: a.tenant.id, root_id: a.tenant.rootId };
    expect(await asAgencyA((trx) => trx('leads_claim').insert(claim(right)).returning('company_id'))).toEqual([{ company_id: client.id }]);
    // Row-level security alone would let each of these in: they all name agency A.
    for (const wrong of [
      { ...right, company_id: b.clients[0]!.tenant.id },
      { ...right, company_id: b.tenant.id },
      { ...right, root_id: a.tenant.id },
      { ...right, company_id: 2_000_000_000 },
    ])
      await expect(asAgencyA((trx) => trx('leads_claim').insert([claim(right), claim(wrong)]))).rejects.toMatchObject({ code: '23503' });
    await expect(asAgencyA((trx) => trx('leads_claim').insert(claim({ ...right, agency_id: b.tenant.id })))).rejects.toMatchObject({
      code: '42501',
    });
    expect(await app.kernel.platform('leads_claim').count()).toEqual([{ count: '1' }]);
  });

  test('stay with their company', async () => {
    const move = { company_id: app.fixtures.a.clients[1]!.tenant.id };
    await expect(asAgencyA((trx) => trx('leads_claim').update(move))).rejects.toMatchObject({ code: '23503' });
    await expect(admin.query(`update leads_claim set root_id = 77`)).rejects.toMatchObject({ code: '23503' });
  });

  test('may be written while their company is being removed, and keep its owners', async () => {
    const { kernel } = app;
    const { a } = app.fixtures;
    const client = await addTenant(kernel, 'client', 'Going', a.tenant.id);
    const right = { company_id: client.id, agency_id: a.tenant.id, root_id: a.tenant.rootId };
    await kernel.platform.transaction(async (removal) => {
      await removal('core_tenant').where({ id: client.id }).update({ removed_at: new Date() });
      // Neither waits for the other: the removal is not committed yet.
      await asAgencyA((trx) => trx('leads_claim').insert(claim(right)));
    });
    expect(await kernel.platform('leads_claim').where({ company_id: client.id }).select('agency_id', 'root_id')).toEqual([
      { agency_id: a.tenant.id, root_id: a.tenant.rootId },
    ]);
  });
});

describe('a company', () => {
  test('is never deleted and never moved, by nobody, so that owners stay true', async () => {
    const { a, b } = app.fixtures;
    const client = a.clients[0]!.tenant;
    for (const sql of [
      `delete from core_tenant where id = ${client.id}`,
      `truncate core_tenant cascade`,
      `update core_tenant set parent_id = ${b.tenant.id} where id = ${client.id}`,
      `update core_tenant set agency_id = ${b.tenant.id} where id = ${client.id}`,
    ]) {
      const refused = await admin.query(sql).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
      // What follows from the parent is set back before anything is changed.
      if (!sql.includes('set agency_id')) expect([sql, refused]).toEqual([sql, '23503']);
    }
    const { rows } = await admin.query('select agency_id, root_id from core_tenant where id = $1', [client.id]);
    expect(rows).toEqual([{ agency_id: a.tenant.id, root_id: a.tenant.rootId }]);
    await admin.query(`update core_tenant set name = 'Another name' where id = $1`, [client.id]);
  });
});
