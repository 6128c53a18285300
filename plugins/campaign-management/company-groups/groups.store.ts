import type { Knex } from 'knex';
import type { Ctx, EntityClass, Entity } from '../../../core/contract.ts';
import { CampaignMember, ClientMember, Group } from './group.model.ts';

export interface CountedGroup extends Pick<Group, 'id' | 'company_id' | 'name' | 'module_id'> {
  clients: number;
  campaigns: number;
}
export type MemberKind = 'client' | 'campaign';
const MEMBERS: Record<MemberKind, { entity: EntityClass<Entity>; relation: string; key: string }> = {
  client: { entity: ClientMember, relation: 'clients', key: 'client_id' },
  campaign: { entity: CampaignMember, relation: 'campaigns', key: 'campaign_id' },
};

/** A group the actor may `action`; locked unless it is only read. */
export const findGroup = async (ctx: Ctx, id: number, action = 'read'): Promise<Group | undefined> =>
  ctx
    .rows(Group, action)
    .findById(id)
    .modify((q) => void (action !== 'read' && q.forUpdate()));

/** Groups in the actor's sight with the numbers of their members, by name. */
export async function groupsOf(ctx: Ctx, moduleId?: string): Promise<CountedGroup[]> {
  const rows = await ctx
    .rows(Group)
    .modify((q) => void (moduleId && q.where({ module_id: moduleId })))
    .orderByRaw('lower(name), id')
    .select(
      'company_groups_group.*',
      Group.relatedQuery('clients').count().as('clients'),
      Group.relatedQuery('campaigns').count().as('campaigns'),
    )
    .castTo<(Group & { clients: string; campaigns: string })[]>();
  return rows.map(({ id, company_id, name, module_id, clients, campaigns }) => ({
    id,
    company_id,
    name,
    module_id,
    clients: Number(clients),
    campaigns: Number(campaigns),
  }));
}

export const insertGroup = async (db: Knex, companyId: number, name: string, moduleId: string): Promise<Group> =>
  Group.query(db).insert({ company_id: companyId, name, module_id: moduleId });
export const renameGroup = async (db: Knex, id: number, name: string): Promise<void> =>
  void (await Group.query(db).findById(id).patch({ name }));
export const deleteGroup = async (db: Knex, id: number): Promise<void> => void (await Group.query(db).deleteById(id));

/** Whether the company has another group of the name in the module. */
export const isNameTaken = async (db: Knex, companyId: number, moduleId: string, name: string, but: number | null): Promise<boolean> =>
  (await Group.query(db)
    .where({ company_id: companyId, module_id: moduleId })
    .whereRaw('lower(name) = lower(?)', [name])
    .modify((q) => void (but !== null && q.whereNot({ id: but })))
    .first()) !== undefined;

export async function membersOf(db: Knex, kind: MemberKind, groupId: number): Promise<number[]> {
  const { relation, key } = MEMBERS[kind];
  const rows = await Group.relatedQuery(relation, db).for(groupId).orderBy(key).select(`${key} as member`).castTo<{ member: number }[]>();
  return rows.map(({ member }) => member);
}

/** Puts members into a group, out of the one they were in; null takes them out. */
export async function placeMembers(
  db: Knex,
  kind: MemberKind,
  ids: readonly number[],
  group: Pick<Group, 'id' | 'company_id'> | null,
): Promise<void> {
  if (ids.length === 0) return;
  const { entity, key } = MEMBERS[kind];
  if (!group) return void (await entity.query(db).delete().whereIn(key, ids));
  const rows = [...new Set(ids)].map((id) => ({ [key]: id, group_id: group.id, company_id: group.company_id }));
  await entity.query(db).insert(rows).onConflict(['company_id', key]).merge(['group_id']);
}

/** Groups of members, by member. */
export async function groupsOfMembers(
  db: Knex,
  kind: MemberKind,
  ids: readonly number[],
): Promise<Map<number, { id: number; name: string }>> {
  const { entity, key } = MEMBERS[kind];
  const rows = await entity
    .query(db)
    .joinRelated('group')
    .whereIn(key, ids)
    .select(`${key} as member`, 'group.id', 'group.name')
    .castTo<{ member: number; id: number; name: string }[]>();
  return new Map(rows.map(({ member, id, name }) => [member, { id, name }]));
}
