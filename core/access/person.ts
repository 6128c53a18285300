import type { Actor, Rights, Tenant } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import { ownRights, type PersonRow } from './session.ts';

/** Somebody who may sign in, as they are now. */
export interface Person {
  actor: Actor;
  tenant: Tenant;
  rights: Rights;
}
type Row = PersonRow & { id: number };

/** The person with this account, or null where it, its company or its agency is gone or suspended, or it was only invited. */
export async function findPerson({ platform, registry }: Kernel, accountId: number): Promise<Person | null> {
  const { rows } = (await platform.raw(
    `select a.id, a.email, a.name, a.user_type, a.is_system, a.rights, t.id as tenant_id, t.kind, t.name as tenant_name, t.agency_id, t.root_id
     from core_account a
     join core_tenant t on t.id = a.company_id and t.removed_at is null
     join core_tenant g on g.id = t.agency_id and g.removed_at is null
     where a.id = ? and a.removed_at is null and a.status = 'active'`,
    [accountId],
  )) as { rows: Row[] };
  const row = rows[0];
  if (!row) return null;
  return {
    actor: { id: row.id, kind: 'user', userType: row.user_type, isSystemUser: row.is_system, name: row.name, email: row.email },
    tenant: { id: row.tenant_id, kind: row.kind, name: row.tenant_name, agencyId: row.agency_id, rootId: row.root_id },
    rights: ownRights(registry.areas, row),
  };
}
