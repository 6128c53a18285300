import type { Knex } from 'knex';
import type { Ctx } from '../../core/contract.ts';

export interface OrganizationRow {
  id: number;
  company_id: number;
  name: string;
  custom_id: string;
  parent_id: number | null;
}

/** Organizations of the caller's company that he may read. */
export const organizationsOf = (ctx: Ctx): Promise<OrganizationRow[]> =>
  ctx.query('Organization').orderByRaw('lower(name), id').select('*');

export const findOrganization = (ctx: Ctx, id: number, action = 'read'): Promise<OrganizationRow | undefined> =>
  ctx.query('Organization', action).where({ id }).first() as Promise<OrganizationRow | undefined>;

/** One at a time changes the tree of a company, or two moves at once could make a circle; held until the transaction ends. */
export const holdTree = async (db: Knex, companyId: number): Promise<void> =>
  void (await db.raw(`select pg_advisory_xact_lock(hashtext('organizations'), ?)`, [companyId]));

export async function insertOrganization(
  db: Knex,
  companyId: number,
  row: { name: string; custom_id: string; parent_id: number | null },
): Promise<number> {
  const [{ id }] = (await db('organizations_organization')
    .insert({ company_id: companyId, ...row })
    .returning('id')) as [{ id: number }];
  return id;
}

export const updateOrganization = async (
  db: Knex,
  id: number,
  change: { name?: string; custom_id?: string; parent_id?: number | null },
): Promise<void> => void (await db('organizations_organization').where({ id }).update(change));

export const deleteOrganization = async (db: Knex, id: number): Promise<void> =>
  void (await db('organizations_organization').where({ id }).delete());
