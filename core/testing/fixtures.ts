import type { Tenant, UserType } from '../contract.ts';
import { findTenant } from '../data/tenant.ts';
import type { Kernel } from '../kernel.ts';

export interface Person {
  id: number;
  email: string;
  userType: UserType;
  tenant: Tenant;
  token?: string;
}
export interface AgencyFixtures {
  tenant: Tenant;
  owner: Person;
  admin: Person;
  clients: { tenant: Tenant; user: Person }[];
}
export interface Fixtures {
  root: Tenant;
  operator: Person;
  sales: Person;
  /** Two agencies that must never see each other. */
  a: AgencyFixtures;
  b: AgencyFixtures;
}

/** Companies and people in core's own tables; plugins add nothing here, so each must cope with a bare company. */
export async function makeFixtures(kernel: Kernel): Promise<Fixtures> {
  const root = await addTenant(kernel, 'root', 'Test Root', null);
  await kernel.platform('core_host').insert({ host: 'localhost', tenant_id: root.id, verified_at: new Date() });
  return {
    root,
    operator: await addPerson(kernel, root, 'user', 'operator@test.example', true),
    sales: await addPerson(kernel, root, 'sales', 'sales@test.example'),
    a: await addAgency(kernel, root, 'a'),
    b: await addAgency(kernel, root, 'b'),
  };
}

async function addAgency(kernel: Kernel, root: Tenant, letter: string): Promise<AgencyFixtures> {
  const tenant = await addTenant(kernel, 'agency', `Agency ${letter.toUpperCase()}`, root.id);
  await kernel.platform('core_host').insert({ host: `${letter}.localhost`, tenant_id: tenant.id, verified_at: new Date() });
  const clients: AgencyFixtures['clients'] = [];
  for (const n of [1, 2]) {
    const client = await addTenant(kernel, 'client', `Client ${letter.toUpperCase()}${n}`, tenant.id);
    clients.push({ tenant: client, user: await addPerson(kernel, client, 'client', `client-${letter}${n}@test.example`) });
  }
  return {
    tenant,
    clients,
    owner: await addPerson(kernel, tenant, 'userdownline', `owner-${letter}@test.example`),
    admin: await addPerson(kernel, tenant, 'administrator', `admin-${letter}@test.example`),
  };
}

/** Inserts a company below `parentId`. */
export async function addTenant(kernel: Kernel, kind: Tenant['kind'], name: string, parentId: number | null): Promise<Tenant> {
  const [{ id }] = (await kernel.platform('core_tenant').insert({ kind, name, parent_id: parentId }).returning('id')) as [{ id: number }];
  return (await findTenant(kernel.platform, id))!;
}

/** Inserts an account of a company. */
export async function addPerson(kernel: Kernel, tenant: Tenant, userType: UserType, email: string, isSystem = false): Promise<Person> {
  const [{ id }] = (await kernel
    .platform('core_account')
    .insert({ company_id: tenant.id, email, name: email.split('@')[0], user_type: userType, is_system: isSystem })
    .returning('id')) as [{ id: number }];
  return { id, email, userType, tenant };
}
