import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemPrincipal, type Principal } from '../../core/access/principal.ts';
import type { Ctx, Tenant } from '../../core/contract.ts';
import { openPool } from '../../core/data/knex.ts';
import { appUrl } from '../../core/data/roles.ts';
import { NO_SCOPE, scopeOf, withScope } from '../../core/data/tenant.ts';
import { makeCtx, newFrame } from '../../core/invocation/context.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { seedRows } from '../support/seed-rows.ts';
import { shelf } from '../support/shelf/index.ts';
import { tenantTables } from '../support/tables.ts';

let app: TestApp;
/** The owner's connection: row-level security does not hold a superuser. */
let bare: Knex;
let tables: string[];
/** Every company with rows, by a name for messages. */
let companies: Record<string, Tenant>;

beforeAll(async () => {
  app = await startTestApp({ plugins: [shelf], config: { roles: ['web'] } });
  bare = openPool({ url: app.databaseUrl, max: 2, name: 'bare' });
  const { a, b, root } = app.fixtures;
  const [a1, a2, b1, b2] = [...a.clients, ...b.clients].map((c) => c.tenant);
  companies = { root, 'agency a': a.tenant, 'client a1': a1!, 'client a2': a2!, 'agency b': b.tenant, 'client b1': b1!, 'client b2': b2! };
  await seedRows(
    app.kernel.platform,
    Object.values(companies).map(({ id, name }) => ({ id, word: name })),
  );
  tables = await tenantTables(bare);
});
afterAll(async () => {
  await bare.destroy();
  await app.close();
});

/** Companies whose rows the given one may see: itself and those below. */
const below = (tenant: Tenant): number[] =>
  Object.values(companies)
    .filter((c) => (tenant.kind === 'root' ? c.rootId : tenant.kind === 'agency' ? c.agencyId : c.id) === tenant.id)
    .map((c) => c.id);

describe('row-level security alone', () => {
  test.for(['root', 'agency a', 'client a1', 'agency b', 'client b1'])(
    '%s sees its own rows and those below, in every table',
    async (name) => {
      const tenant = companies[name]!;
      const allowed = new Set(below(tenant));
      const seen = await withScope(app.kernel.tenants, scopeOf(tenant), async (trx) => {
        const found: Record<string, number[]> = {};
        for (const table of tables)
          found[table] = ((await trx(table).distinct('company_id')) as { company_id: number }[]).map((r) => r.company_id);
        return found;
      });
      for (const table of tables) {
        expect(
          seen[table]!.filter((id) => !allowed.has(id)),
          table,
        ).toEqual([]);
        const there = (
          (await bare(table)
            .whereIn('company_id', [...allowed])
            .distinct('company_id')) as unknown[]
        ).length;
        expect(seen[table]!.length, `${table}: sees all of its own`).toBe(there);
      }
    },
  );

  test('without a scope there is nothing to see, and nothing to write', async () => {
    for (const table of [...tables, 'core_tenant']) {
      expect(await app.kernel.tenants(table).count().first(), table).toEqual({ count: '0' });
    }
    const insert = withScope(app.kernel.tenants, NO_SCOPE, (trx) =>
      trx('shelf_item').insert({ title: 'x', company_id: app.fixtures.a.tenant.id }),
    );
    await expect(insert).rejects.toMatchObject({ code: '42501' });
  });

  test('nobody writes a row into a foreign company, moves one there, or changes one there', async () => {
    const { a, b } = app.fixtures;
    const asA = <R>(work: (trx: Knex.Transaction) => Promise<R>) => withScope(app.kernel.tenants, scopeOf(a.tenant), work);
    await expect(asA((trx) => trx('shelf_item').insert({ title: 'x', company_id: b.tenant.id }))).rejects.toMatchObject({ code: '42501' });
    await expect(
      asA((trx) => trx('shelf_item').where({ company_id: a.tenant.id }).update({ company_id: b.tenant.id })),
    ).rejects.toMatchObject({ code: '42501' });
    expect(await asA((trx) => trx('shelf_item').where({ company_id: b.tenant.id }).update({ title: 'mine' }))).toBe(0);
    expect(await asA((trx) => trx('shelf_item').where({ company_id: b.tenant.id }).delete())).toBe(0);
    // The owners are filled in from the company: stating others does not help.
    await expect(
      asA((trx) => trx('shelf_item').insert({ title: 'x', company_id: b.tenant.id, agency_id: a.tenant.id, root_id: a.tenant.rootId })),
    ).rejects.toMatchObject({ code: '42501' });
    const row = { title: 'x', company_id: a.tenant.id, agency_id: b.tenant.id, root_id: 77 };
    const [made] = (await asA((trx) => trx('shelf_item').insert(row).returning(['agency_id', 'root_id']))) as [object];
    expect(made).toEqual({ agency_id: a.tenant.id, root_id: a.tenant.rootId });
  });

  test('a pooled connection keeps nothing of its last caller', async () => {
    const one = openPool({ url: appUrl(app.kernel.config), max: 1, name: 'one' });
    try {
      const { rows: first } = await one.raw<{ rows: object[] }>('select pg_backend_pid() as pid');
      await withScope(one, scopeOf(app.fixtures.a.tenant), (trx) => trx('shelf_item').select('id'));
      expect(await one('shelf_item').select('id')).toEqual([]);
      await withScope(one, scopeOf(app.fixtures.a.tenant), () => Promise.reject(new Error('rolled back'))).catch(() => undefined);
      expect(await one('shelf_item').select('id')).toEqual([]);
      const { rows } = await one.raw<{ rows: object[] }>(
        `select pg_backend_pid() as pid, core_scope() as scope, core_tenant_id() as tenant`,
      );
      expect(rows).toEqual([{ ...first[0], scope: 'none', tenant: null }]);
    } finally {
      await one.destroy();
    }
  });

  test('many callers at once on few connections never meet', async () => {
    const { a, b } = app.fixtures;
    const wrong = await Promise.all(
      Array.from({ length: 200 }, async (_x, i) => {
        const tenant = i % 2 ? a.tenant : b.tenant;
        const rows = (await withScope(app.kernel.tenants, scopeOf(tenant), (trx) => trx('shelf_item').select('agency_id'))) as {
          agency_id: number;
        }[];
        return rows.length === 0 || rows.some((r) => r.agency_id !== tenant.id);
      }),
    );
    expect(wrong.filter(Boolean)).toEqual([]);
  });
});

describe('abilities alone', () => {
  /** A context over a connection that no RLS policy holds. */
  const unwalled = <R>(person: Person, work: (ctx: Ctx) => Promise<R>): Promise<R> =>
    bare.transaction(async (trx) => {
      const kernel = app.kernel;
      const session = (await kernel.sessions.find(await app.tokenOf(person)))!;
      const who: Principal = { ...systemPrincipal(session.tenant), actor: session.actor, rights: session.rights };
      return work(makeCtx(newFrame(kernel, who, scopeOf(who.tenant), trx, AbortSignal.timeout(10_000)), 'shelf'));
    });

  test('ctx.query shows nothing of another tenant, for any subject', async () => {
    const { a, b, operator } = app.fixtures;
    const people: Person[] = [a.owner, a.admin, a.clients[0]!.user, b.owner, b.clients[0]!.user, operator];
    for (const person of people) {
      const allowed = new Set(below(person.tenant));
      for (const [subject, { def }] of app.kernel.registry.subjects) {
        const rows = await unwalled(person, async (ctx) => (await ctx.query(subject)) as Record<string, unknown>[]);
        const owner = def.table === 'core_tenant' ? 'id' : 'company_id';
        expect(
          rows.map((r) => r[owner] as number).filter((id) => !allowed.has(id)),
          `${person.email} reads ${subject}`,
        ).toEqual([]);
      }
    }
  });

  test("and does show what is one's own", async () => {
    const { a } = app.fixtures;
    for (const person of [a.owner, a.clients[0]!.user]) {
      const rows = await unwalled(person, async (ctx) => (await ctx.query('Item')) as { company_id: number }[]);
      expect([...new Set(rows.map((r) => r.company_id))].sort()).toEqual(below(person.tenant).sort());
    }
  });

  test('who has no rule for an action gets no rows for it', async () => {
    const rows = await unwalled(app.fixtures.a.clients[0]!.user, async (ctx) => (await ctx.query('Item', 'update')) as unknown[]);
    expect(rows).toEqual([]);
  });
});
