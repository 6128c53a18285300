import type { Knex } from 'knex';
import type { Ctx, Rights, Tenant, UserType } from '../../../core/contract.ts';
import type { PersonalPermissions } from './contract.ts';

export interface RoleRow {
  id: number;
  company_id: number;
  agency_id: number;
  root_id: number;
  name: string;
  icon: string;
  rights: unknown;
}
export interface PersonRow {
  id: number;
  company_id: number;
  agency_id: number;
  root_id: number;
  kind: Tenant['kind'];
  company_name: string;
  name: string;
  email: string;
  user_type: UserType;
  is_system: boolean;
  is_first: boolean;
  rights: Rights | null;
  role_id: number | null;
  role_company: number | null;
  role_name: string | null;
  role_rights: unknown;
  permissions: unknown;
  permission_active: boolean | null;
  ceiling: unknown;
  given_by: number | null;
  giver_name: string | null;
  giver_company: number | null;
  giver_rights: unknown;
}

/** A role the actor may `action`, locked until the transaction ends unless it is only read. */
export const findRole = (ctx: Ctx, id: number, action = 'read'): Promise<RoleRow | undefined> =>
  ctx
    .query('Role', action)
    .where('roles_role.id', id)
    .modify((q) => void (action !== 'read' && q.forUpdate()))
    .first('roles_role.*') as Promise<RoleRow | undefined>;

/** Roles of one company in the actor's sight, by name. */
export const rolesOf = (ctx: Ctx, companyId: number): Promise<RoleRow[]> =>
  ctx.query('Role').where('roles_role.company_id', companyId).orderByRaw('lower(roles_role.name)').select('roles_role.*');

/** Keeps a role from being removed until the transaction ends. */
export const holdRole = (db: Knex, id: number): Promise<RoleRow | undefined> =>
  db('roles_role').where({ id }).forShare().first() as Promise<RoleRow | undefined>;

export async function insertRole(db: Knex, companyId: number, role: { name: string; icon: string; rights: Rights }): Promise<number> {
  const [{ id }] = (await db('roles_role')
    .insert({ company_id: companyId, name: role.name, icon: role.icon, rights: JSON.stringify(role.rights) })
    .returning('id')) as [{ id: number }];
  return id;
}

export const updateRole = async (db: Knex, id: number, role: { name: string; icon: string; rights: Rights }): Promise<void> =>
  void (await db('roles_role')
    .where({ id })
    .update({ name: role.name, icon: role.icon, rights: JSON.stringify(role.rights) }));

export const deleteRole = async (db: Knex, id: number): Promise<void> => void (await db('roles_role').where({ id }).delete());

/** Whether a company has another role of the name. */
export const isNameTaken = async (db: Knex, companyId: number, name: string, but: number | null): Promise<boolean> =>
  (await db('roles_role')
    .where({ company_id: companyId })
    .whereRaw('lower(name) = lower(?)', [name])
    .modify((q) => void (but !== null && q.whereNot({ id: but })))
    .first('id')) !== undefined;

/** Numbers of people by role. */
export async function countsByRole(db: Knex, roleIds: readonly number[]): Promise<Map<number, number>> {
  const rows = (await people(db)
    .whereIn('p.role_id', [...roleIds])
    .clearSelect()
    .groupBy('p.role_id')
    .select('p.role_id')
    .count({ n: '*' })) as {
    role_id: number;
    n: string;
  }[];
  return new Map(rows.map((r) => [r.role_id, Number(r.n)]));
}

/** People, as far as RLS lets the caller see; `t` is their company. */
export const peopleThere = (db: Knex): Knex.QueryBuilder =>
  db('core_public_account')
    .join('core_public_company as t', 't.id', 'core_public_account.company_id')
    .whereNull('core_public_account.removed_at')
    .whereNull('t.removed_at');

/** With the role of each, which is `r`. */
export const withRole = (found: Knex.QueryBuilder): Knex.QueryBuilder =>
  found.leftJoin('roles_person as p', 'p.account_id', 'core_public_account.id').leftJoin('roles_role as r', 'r.id', 'p.role_id');

export const peopleById = (db: Knex, ids: readonly number[]): Promise<PersonRow[]> =>
  people(db).whereRaw('core_public_account.id = any(?)', [ids as never]);

/** People with their role and restrictions, as far as RLS lets the caller see. */
function people(db: Knex): Knex.QueryBuilder {
  return withRole(peopleThere(db))
    .leftJoin('core_public_account as giver', 'giver.id', 'p.given_by')
    .select(
      'core_public_account.id',
      'core_public_account.company_id',
      'core_public_account.agency_id',
      'core_public_account.root_id',
      'core_public_account.name',
      'core_public_account.email',
      'core_public_account.user_type',
      'core_public_account.is_system',
      'core_public_account.rights',
      't.kind',
      't.name as company_name',
      'p.role_id',
      'p.permissions',
      'p.permission_active',
      'r.company_id as role_company',
      'r.name as role_name',
      'r.rights as role_rights',
      'p.ceiling',
      'p.given_by',
      'giver.name as giver_name',
      'giver.company_id as giver_company',
      'giver.rights as giver_rights',
      db.raw(`not exists (select 1 from core_public_account o where o.company_id = core_public_account.company_id and o.id < core_public_account.id
        and o.user_type = core_public_account.user_type and o.is_system = core_public_account.is_system and o.removed_at is null) as is_first`),
    );
}

export const personRow = (db: Knex, id: number): Knex.QueryBuilder => people(db).where('core_public_account.id', id).first();
export const personById = (db: Knex, id: number): Promise<PersonRow | undefined> => personRow(db, id) as Promise<PersonRow | undefined>;

/** The roles of some people; those without one are left out. One that the caller does not see, of a company above, has no name. */
export async function rolesOfPeople(
  db: Knex,
  accountIds: readonly number[] | Knex.QueryBuilder,
): Promise<Map<number, { id: number; name: string }>> {
  const rows = (await db('roles_person as p')
    .leftJoin('roles_role as r', 'r.id', 'p.role_id')
    .whereIn('p.account_id', accountIds as Knex.QueryBuilder)
    .whereNotNull('p.role_id')
    .select('p.account_id', 'p.role_id as id', db.raw(`coalesce(r.name, '') as name`))) as {
    account_id: number;
    id: number;
    name: string;
  }[];
  return new Map(rows.map(({ account_id: accountId, ...role }) => [accountId, role]));
}

/** People who have a role. */
export const peopleInRole = (db: Knex, roleId: number): Promise<PersonRow[]> =>
  people(db).where('p.role_id', roleId).orderBy('core_public_account.id');

export const peopleOfCompany = (db: Knex, companyId: number): Promise<PersonRow[]> =>
  people(db).where('core_public_account.company_id', companyId).orderBy('core_public_account.id');

/** People to whom somebody gave their rights. */
export const idsGivenBy = async (db: Knex, giverId: number): Promise<number[]> =>
  ((await db('roles_person').where({ given_by: giverId }).orderBy('account_id').select('account_id')) as { account_id: number }[]).map(
    (row) => row.account_id,
  );

/** Whether the rights of `id` come, over any number of people, from `from`. */
export async function isGivenFrom(db: Knex, id: number, from: number): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `with recursive chain (id) as (
       select given_by from roles_person where account_id = ?
       union select p.given_by from roles_person p join chain c on p.account_id = c.id
     ) select 1 from chain where id = ?`,
    [id, from],
  );
  return rows.length > 0;
}

export interface PersonFields {
  role_id?: number | null;
  permission_active?: boolean;
  permissions?: PersonalPermissions;
  /** The most that whoever gave the rights could give; null: everything. */
  ceiling?: Rights | null;
  given_by?: number | null;
}
export async function savePerson(db: Knex, person: { id: number; company_id: number }, fields: PersonFields): Promise<void> {
  const { permissions, ceiling, ...rest } = fields;
  const change = {
    ...rest,
    ...(permissions === undefined ? {} : { permissions: JSON.stringify(permissions) }),
    ...(ceiling === undefined ? {} : { ceiling: ceiling && JSON.stringify(ceiling) }),
  };
  if (Object.keys(change).length === 0) return;
  await db('roles_person')
    .insert({ account_id: person.id, company_id: person.company_id, ...change })
    .onConflict('account_id')
    .merge(change);
}
