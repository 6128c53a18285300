import type { Knex } from 'knex';
import pg from 'pg';
import type { Tenant, TenantKind } from '../contract.ts';
import { changingFunctions } from './changing-functions.ts';
import { ReadCache } from './read-cache.ts';
import type { Opening } from './scoped-client.ts';

/** What row-level security lets a transaction see. */
export type Scope = { kind: TenantKind | 'platform' | 'none'; tenant: number };

export const PLATFORM_SCOPE: Scope = { kind: 'platform', tenant: 0 };
export const scopeOf = (tenant: Tenant): Scope => (tenant.id === 0 ? PLATFORM_SCOPE : { kind: tenant.kind, tenant: tenant.id });
export const NO_SCOPE: Scope = { kind: 'none', tenant: 0 };

/** Sets the scope until the transaction ends, never longer: a pooled connection keeps nothing of the last caller. */
const settingOf = ({ kind, tenant }: Scope): string =>
  `select set_config('app.scope', ${pg.escapeLiteral(kind)}, true), set_config('app.tenant', ${pg.escapeLiteral(tenant ? String(tenant) : '')}, true)`;

/** Puts another scope in place of the transaction's. Nothing of it may be under way meanwhile: its statements would see the new one. */
export async function enterScope(trx: Knex.Transaction, scope: Scope): Promise<void> {
  await trx.raw(settingOf(scope));
}

/** One transaction under row-level security for the scope. In one that only reads, what is asked again is answered as before. */
export async function withScope<R>(
  pool: Knex,
  scope: Scope,
  work: (trx: Knex.Transaction) => Promise<R>,
  { reads = false }: { reads?: boolean } = {},
): Promise<R> {
  const setting = settingOf(scope);
  const opening: Opening = { opening: `begin; ${setting}`, reads: reads ? new ReadCache(setting, changingFunctions(pool)) : undefined };
  // What is answered does not go through Knex: V8 keeps the functions that Knex assigns to a transaction, and with them what it was answered, until
  // the next collection of all that is old.
  const done: { output?: R } = {};
  await pool.transaction(async (trx) => {
    done.output = await work(trx);
  }, opening as Knex.TransactionConfig);
  return done.output as R;
}

export const TENANT_COLUMNS = ['id', 'kind', 'name', 'agency_id', 'root_id'] as const;
export interface TenantRow {
  id: number;
  kind: TenantKind;
  name: string;
  agency_id: number;
  root_id: number;
}
export const tenantOf = (row: TenantRow): Tenant => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  agencyId: row.agency_id,
  rootId: row.root_id,
});

/** A company and those above it, the root first, each once. */
export const chainOf = ({ rootId, agencyId, id }: Pick<Tenant, 'id' | 'agencyId' | 'rootId'>): number[] => [
  ...new Set([rootId, agencyId, id]),
];

export const companyRow = (db: Knex, id: number): Knex.QueryBuilder =>
  db('core_tenant').select(TENANT_COLUMNS).where({ id }).whereNull('removed_at').first().options({ prepare: true });

/** A company that the transaction's scope can see, or null. Removed companies are gone for everybody. */
export async function findTenant(db: Knex, id: number): Promise<Tenant | null> {
  const row = (await companyRow(db, id)) as TenantRow | undefined;
  return row ? tenantOf(row) : null;
}
