import type { Knex } from 'knex';
import type { Ctx } from '../../core/contract.ts';

export interface GroupRow {
  id: number;
  company_id: number;
  name: string;
  module_id: string;
}
export interface CountedGroup extends GroupRow {
  clients: number;
  campaigns: number;
}
const MEMBERS = {
  client: { table: 'company_groups_client', key: 'client_id' },
  campaign: { table: 'company_groups_campaign', key: 'campaign_id' },
} as const;
export type MemberKind = keyof typeof MEMBERS;

/** A group the actor may `action`; locked unless it is only read. */
export const findGroup = (ctx: Ctx, id: number, action = 'read'): Promise<GroupRow | undefined> =>
  ctx
    .query('CompanyGroup', action)
    .where({ id })
    .modify((q) => void (action !== 'read' && q.forUpdate()))
    .first() as Promise<GroupRow | undefined>;

/** Groups in the actor's sight with the numbers of their members, by name. */
export async function groupsOf(ctx: Ctx, moduleId?: string): Promise<CountedGroup[]> {
  const count = (kind: MemberKind) =>
    ctx
      .db(MEMBERS[kind].table)
      .whereRaw('?? = company_groups_group.id', [`${MEMBERS[kind].table}.group_id`])
      .count();
  const rows = (await ctx
    .query('CompanyGroup')
    .modify((q) => void (moduleId && q.where({ module_id: moduleId })))
    .orderByRaw('lower(name), id')
    .select('company_groups_group.*', count('client').as('clients'), count('campaign').as('campaigns'))) as (GroupRow & {
    clients: string;
    campaigns: string;
  })[];
  return rows.map((row) => ({ ...row, clients: Number(row.clients), campaigns: Number(row.campaigns) }));
}

export async function insertGroup(db: Knex, companyId: number, name: string, moduleId: string): Promise<number> {
  const [{ id }] = (await db('company_groups_group').insert({ company_id: companyId, name, module_id: moduleId }).returning('id')) as [
    { id: number },
  ];
  return id;
}
export const renameGroup = async (db: Knex, id: number, name: string): Promise<void> =>
  void (await db('company_groups_group').where({ id }).update({ name }));
export const deleteGroup = async (db: Knex, id: number): Promise<void> => void (await db('company_groups_group').where({ id }).delete());

/** Whether the company has another group of the name in the module. */
export const isNameTaken = async (db: Knex, companyId: number, moduleId: string, name: string, but: number | null): Promise<boolean> =>
  (await db('company_groups_group')
    .where({ company_id: companyId, module_id: moduleId })
    .whereRaw('lower(name) = lower(?)', [name])
    .modify((q) => void (but !== null && q.whereNot({ id: but })))
    .first('id')) !== undefined;

export const membersOf = (db: Knex, kind: MemberKind, groupId: number): Promise<number[]> =>
  db(MEMBERS[kind].table).where({ group_id: groupId }).orderBy(MEMBERS[kind].key).pluck(MEMBERS[kind].key);

/** Puts members into a group, out of the one they were in; null takes them out. */
export async function placeMembers(db: Knex, kind: MemberKind, ids: readonly number[], group: GroupRow | null): Promise<void> {
  if (ids.length === 0) return;
  const { table, key } = MEMBERS[kind];
  if (!group) {
    await db(table)
      .whereIn(key, [...ids])
      .delete();
    return;
  }
  const rows = [...new Set(ids)].map((id) => ({ [key]: id, group_id: group.id, company_id: group.company_id }));
  await db(table).insert(rows).onConflict(['company_id', key]).merge(['group_id']);
}

/** Groups of members, by member. */
export async function groupsOfMembers(
  db: Knex,
  kind: MemberKind,
  ids: readonly number[],
): Promise<Map<number, { id: number; name: string }>> {
  const { table, key } = MEMBERS[kind];
  const rows = (await db(`${table} as m`)
    .join('company_groups_group as g', 'g.id', 'm.group_id')
    .whereIn(`m.${key}`, [...ids])
    .select(`m.${key} as member`, 'g.id', 'g.name')) as { member: number; id: number; name: string }[];
  return new Map(rows.map(({ member, ...group }) => [member, group]));
}
