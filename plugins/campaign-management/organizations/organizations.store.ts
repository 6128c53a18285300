import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import { Organization } from './organization.model.ts';

type Fields = Pick<Organization, 'name' | 'custom_id' | 'parent_id'>;

/** Organizations of the caller's company that they may read. */
export const organizationsOf = async (ctx: Ctx): Promise<Organization[]> => ctx.rows(Organization).orderByRaw('lower(name), id');

export const findOrganization = async (ctx: Ctx, id: number, action = 'read'): Promise<Organization | undefined> =>
  ctx.rows(Organization, action).findById(id);

/** One at a time changes the tree of a company, or two moves at once could make a circle; held until the transaction ends. */
export const holdTree = async (db: Knex, companyId: number): Promise<void> =>
  void (await db.raw(`select pg_advisory_xact_lock(hashtext('organizations'), ?)`, [companyId]));

export const insertOrganization = async (db: Knex, companyId: number, fields: Fields): Promise<number> =>
  (await Organization.query(db).insert({ company_id: companyId, ...fields })).id;

export const updateOrganization = async (db: Knex, id: number, change: Partial<Fields>): Promise<void> =>
  void (await Organization.query(db).findById(id).patch(change));

export const deleteOrganization = async (db: Knex, id: number): Promise<void> => void (await Organization.query(db).deleteById(id));
