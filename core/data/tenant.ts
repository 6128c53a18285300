import type { Knex } from 'knex';
import type { Tenant, TenantKind } from '../contract.ts';

/** What row-level security lets a transaction see. */
export type Scope = { kind: TenantKind | 'platform' | 'none'; tenant: number };

export const scopeOf = (tenant: Tenant): Scope =>
  tenant.id === 0 ? { kind: 'platform', tenant: 0 } : { kind: tenant.kind, tenant: tenant.id };
export const NO_SCOPE: Scope = { kind: 'none', tenant: 0 };

/** Sets the scope for the rest of the transaction, never longer: a pooled connection keeps nothing of the last caller. */
export async function enterScope(trx: Knex.Transaction, scope: Scope): Promise<void> {
  await trx.raw(`select set_config('app.scope', ?, true), set_config('app.tenant', ?, true)`, [
    scope.kind,
    scope.tenant ? String(scope.tenant) : '',
  ]);
}

/** One transaction under row-level security for the scope. */
export async function withScope<R>(pool: Knex, scope: Scope, work: (trx: Knex.Transaction) => Promise<R>): Promise<R> {
  return pool.transaction(async (trx) => {
    await enterScope(trx, scope);
    return work(trx);
  });
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

/** A company that the transaction's scope can see, or null. Removed companies are gone for everybody. */
export async function findTenant(db: Knex, id: number): Promise<Tenant | null> {
  const row = (await db('core_tenant').select(TENANT_COLUMNS).where({ id }).whereNull('removed_at').first()) as TenantRow | undefined;
  return row ? tenantOf(row) : null;
}
