import type { ClientGroupOf } from '../../tenancy/clients/contract.ts';
import { type Ctx, denied, invalid, notFound, T } from '../../../core/contract.ts';
import { type Campaign, type CampaignFieldSet, Campaigns } from '../campaigns/contract.ts';
import type { CompanyGroupsApi } from './contract.ts';
import type { Group } from './group.model.ts';
import {
  deleteGroup,
  findGroup,
  groupsOf,
  groupsOfMembers,
  insertGroup,
  isNameTaken,
  type MemberKind,
  membersOf,
  placeMembers,
  renameGroup,
} from './groups.store.ts';

/** Topic of live news about groups. */
export const GROUP_NEWS = 'company-groups.list';

/** The port's implementation for one call. */
export const groupsPort = (ctx: Ctx): CompanyGroupsApi => ({
  assignClient: (companyId, groupId) => assign(ctx, 'client', companyId, groupId),
  assignCampaign: (campaignId, groupId) => assign(ctx, 'campaign', campaignId, groupId),
  ofClients: (ids) => groupsOfMembers(ctx.db, 'client', ids),
  ofCampaigns: (ids) => groupsOfMembers(ctx.db, 'campaign', ids),
  options: async () => (await groupsOf(ctx)).map((group) => ({ value: group.id, label: group.name })),
});

/** Founds a group of the actor's agency. Throws 422 for a name that is taken. */
export async function createGroup(ctx: Ctx, typed: string, moduleId: string): Promise<Group> {
  const { id: company_id, agencyId: agency_id, rootId: root_id } = ctx.tenant;
  if (!ctx.can('create', 'CompanyGroup', { company_id, agency_id, root_id })) throw denied();
  const name = await freeName(ctx, company_id, moduleId, typed, null);
  const group = await insertGroup(ctx.db, company_id, name, moduleId);
  await note(ctx, 'created', name);
  return group;
}

/** Renames a group; with `clients` and `campaigns` these are its members from then on. Throws 404 for a foreign group or member. */
export async function changeGroup(
  ctx: Ctx,
  id: number,
  change: { name?: string; clients?: number[]; campaigns?: number[] },
): Promise<void> {
  const group = await findGroup(ctx, id, 'update');
  if (!group) throw notFound();
  if (change.name !== undefined) await renameGroup(ctx.db, id, await freeName(ctx, group.company_id, group.module_id, change.name, id));
  if (change.clients) await setMembers(ctx, 'client', group, change.clients);
  if (change.campaigns) await setMembers(ctx, 'campaign', group, change.campaigns);
  await note(ctx, 'changed', change.name?.trim() ?? group.name);
}

/** Removes a group; its clients and campaigns stay, without one. Answers its name. */
export async function removeGroup(ctx: Ctx, id: number): Promise<string> {
  const group = await findGroup(ctx, id, 'delete');
  if (!group) throw notFound();
  await deleteGroup(ctx.db, id);
  await note(ctx, 'removed', group.name);
  return group.name;
}

/** Keeps `companyGroupID` of a campaign that was saved. What a client sends empty, because it is not told, changes nothing. */
async function saveCampaignGroup(ctx: Ctx, campaign: Campaign, sent: { companyGroupID?: number | string }): Promise<void> {
  if (sent.companyGroupID === undefined) return;
  const id = Number(sent.companyGroupID);
  if (id === 0 && ctx.tenant.kind === 'client') return;
  if (!Number.isInteger(id) || id < 0 || id > 2_147_483_647) throw invalid('companyGroupID', 'company-groups.problem.group');
  const group = id === 0 ? null : await findGroup(ctx, id);
  if (id !== 0 && !group) throw invalid('companyGroupID', 'company-groups.problem.group');
  await placeMembers(ctx.db, 'campaign', [campaign.id], group ?? null);
}

/** The group that a campaign is in. It is chosen on the group's own screen, so it stands in no form of campaigns. */
export const campaignGroup: CampaignFieldSet = {
  fields: { companyGroupID: T.Union([T.Integer(), T.String({ maxLength: 20 })]) },
  shown: { companyGroupID: T.Union([T.Integer(), T.Enum([''])]) },
  ui: {},
  texts: 'company-groups.campaign',
  async of(ctx, campaigns) {
    const groups = await groupsPort(ctx).ofCampaigns(campaigns.map(({ id }) => id));
    return new Map(campaigns.map(({ id }) => [id, { companyGroupID: groups.get(id)?.id ?? '' }]));
  },
  save: saveCampaignGroup,
};

async function setMembers(ctx: Ctx, kind: MemberKind, group: Group, ids: number[]): Promise<void> {
  for (const id of ids) await refuseForeign(ctx, kind, id);
  const before = await membersOf(ctx.db, kind, group.id);
  await placeMembers(
    ctx.db,
    kind,
    before.filter((id) => !ids.includes(id)),
    null,
  );
  await placeMembers(ctx.db, kind, ids, group);
}

async function assign(ctx: Ctx, kind: MemberKind, id: number, groupId: number | null): Promise<void> {
  await refuseForeign(ctx, kind, id);
  const group = groupId === null ? null : await findGroup(ctx, groupId);
  if (groupId !== null && !group) throw notFound();
  await placeMembers(ctx.db, kind, [id], group ?? null);
  await ctx.live(GROUP_NEWS);
}

/** Throws 404 for a member that is not the agency's. */
async function refuseForeign(ctx: Ctx, kind: MemberKind, id: number): Promise<void> {
  if (kind === 'client' ? (await ctx.company(id))?.kind !== 'client' : !(await ctx.use(Campaigns).find(id))) throw notFound();
}

async function freeName(ctx: Ctx, companyId: number, moduleId: string, typed: string, but: number | null): Promise<string> {
  const name = typed.trim();
  if (name === '' || /\p{Cc}/u.test(name)) throw invalid('companyGroupName', 'company-groups.problem.name');
  if (await isNameTaken(ctx.db, companyId, moduleId, name, but)) throw invalid('companyGroupName', 'company-groups.problem.name-taken');
  return name;
}

async function note(ctx: Ctx, what: 'created' | 'changed' | 'removed', name: string): Promise<void> {
  await ctx.audit({ action: `company-groups.${what}`, description: `Company group ${name} ${what}`, target: name });
  await ctx.live(GROUP_NEWS);
}

/** The group on the form of a client. */
export const clientGroup: ClientGroupOf = {
  options: (ctx) => groupsPort(ctx).options(),
  of: async (ctx, companyIds) => new Map([...(await groupsPort(ctx).ofClients(companyIds))].map(([client, { id }]) => [client, id])),
  assign: (ctx, companyId, groupId) => groupsPort(ctx).assignClient(companyId, groupId),
};
