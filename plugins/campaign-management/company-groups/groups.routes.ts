import { type Ctx, defineRoute, List, ListQuery, notFound, pageOfAll, T } from '../../../core/contract.ts';
import { changeGroup, createGroup, groupsPort, removeGroup } from './groups.service.ts';
import { type CountedGroup, findGroup, groupsOf, membersOf } from './groups.store.ts';

const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Name = T.String({ minLength: 1, maxLength: 100, pattern: '\\S' });
const Module = T.Enum(['AdsDesign', 'Campaign', 'LeadsPeek', 'Settings']);
const DEFAULT_MODULE = 'LeadsPeek';
const Ids = T.Array(Id, { maxItems: 1000, uniqueItems: true });
const Done = { result: T.String(), message: T.String() };
const Said = T.Object({ message: T.String() });
const Options = T.Object({ options: T.Array(T.Object({ value: T.Integer(), label: T.String() })) });
const GroupID = T.Object({ companyGroupID: Id });

/** Both pairs of names that the specification has for a group. */
const Group = T.Object({
  id: T.Integer(),
  group_name: T.String(),
  companyGroupID: T.Integer(),
  companyGroupName: T.String(),
  companyID: T.Integer(),
  moduleID: T.String(),
  clients: T.Integer(),
  campaigns: T.Integer(),
});

export const GroupForm = T.Object({ companyGroupName: Name });
export const MembersForm = T.Object({ companyGroupName: Name, clients: T.Optional(Ids), campaigns: T.Optional(Ids) });

/** The calls of the specification under `/company/group`, and what the screen needs besides. */
export const groupRoutes = [
  defineRoute({
    id: 'company-groups.list',
    method: 'GET',
    path: '/company/group',
    summary: 'Groups of the own company',
    ability: ['read', 'CompanyGroup'],
    query: T.Object({ companyID: T.Optional(Id), userModule: T.Optional(Module) }),
    response: T.Object({ result: T.String(), params: T.Array(Group) }),
    async handler(ctx, { query }) {
      refuseOther(ctx, query.companyID);
      return { result: 'success', params: (await groupsOf(ctx, query.userModule)).map(shown) };
    },
  }),
  defineRoute({
    id: 'company-groups.create',
    method: 'POST',
    path: '/company/group/create',
    summary: 'Create a group',
    ability: ['create', 'CompanyGroup'],
    body: T.Object({ companyID: T.Optional(Id), companyGroupName: Name, moduleID: T.Optional(Module) }),
    response: T.Object({ ...Done, companyGroupID: T.Integer() }),
    async handler(ctx, { body }) {
      refuseOther(ctx, body.companyID);
      const group = await createGroup(ctx, body.companyGroupName, body.moduleID ?? DEFAULT_MODULE);
      return { result: 'success', message: ctx.t('company-groups.added'), companyGroupID: group.id };
    },
  }),
  defineRoute({
    id: 'company-groups.update',
    method: 'PUT',
    path: '/company/group/update',
    summary: 'Rename a group, or say what is in it',
    ability: ['update', 'CompanyGroup'],
    body: T.Object({
      companyID: T.Optional(Id),
      companyGroupID: Id,
      companyGroupName: T.Optional(Name),
      moduleID: T.Optional(Module),
      clients: T.Optional(Ids),
      campaigns: T.Optional(Ids),
    }),
    response: T.Object(Done),
    async handler(ctx, { body }) {
      refuseOther(ctx, body.companyID);
      await changeGroup(ctx, body.companyGroupID, {
        ...(body.companyGroupName === undefined ? {} : { name: body.companyGroupName }),
        ...(body.clients ? { clients: body.clients } : {}),
        ...(body.campaigns ? { campaigns: body.campaigns } : {}),
      });
      return { result: 'success', message: ctx.t('company-groups.saved') };
    },
  }),
  defineRoute({
    id: 'company-groups.remove',
    method: 'DELETE',
    path: '/company/group/remove/:companyID/:companyGroupID',
    summary: 'Remove a group; what is in it stays',
    ability: ['delete', 'CompanyGroup'],
    params: T.Object({ companyID: Id, companyGroupID: Id }),
    response: T.Object(Done),
    async handler(ctx, { params }) {
      refuseOther(ctx, params.companyID);
      const name = await removeGroup(ctx, params.companyGroupID);
      return { result: 'success', message: ctx.t('company-groups.removed', { name }) };
    },
  }),
  defineRoute({
    id: 'company-groups.rows',
    method: 'GET',
    path: '/company-groups',
    summary: 'Groups of the own company, page by page',
    ability: ['read', 'CompanyGroup'],
    query: T.Object(ListQuery(['companyGroupName'])),
    response: List(Group),
    async handler(ctx, { query }) {
      const search = query.search?.trim().toLocaleLowerCase(ctx.locale) ?? '';
      const rows = (await groupsOf(ctx)).filter((group) => group.name.toLocaleLowerCase(ctx.locale).includes(search)).map(shown);
      if (query.order === 'desc') rows.reverse();
      return pageOfAll(rows, query);
    },
  }),
  defineRoute({
    id: 'company-groups.options',
    method: 'GET',
    path: '/company-groups/options',
    summary: 'Groups to choose from',
    ability: ['read', 'CompanyGroup'],
    response: Options,
    handler: async (ctx) => ({ options: await groupsPort(ctx).options() }),
  }),
  defineRoute({
    id: 'company-groups.one',
    method: 'GET',
    path: '/company-groups/:companyGroupID',
    summary: 'One group with what is in it, for its form',
    ability: ['read', 'CompanyGroup'],
    params: GroupID,
    response: T.Object({ companyGroupName: T.String(), clients: T.Array(T.Integer()), campaigns: T.Array(T.Integer()) }),
    async handler(ctx, { params }) {
      const group = await findGroup(ctx, params.companyGroupID);
      if (!group) throw notFound();
      const clients = await membersOf(ctx.db, 'client', group.id);
      return { companyGroupName: group.name, clients, campaigns: await membersOf(ctx.db, 'campaign', group.id) };
    },
  }),
  defineRoute({
    id: 'company-groups.save-one',
    method: 'PUT',
    path: '/company-groups/:companyGroupID',
    summary: 'Change a group from its form',
    ability: ['update', 'CompanyGroup'],
    params: GroupID,
    body: MembersForm,
    response: Said,
    async handler(ctx, { params, body }) {
      // An emptied list is not sent by the form: nothing is in the group then.
      const { companyGroupName: name, clients = [], campaigns = [] } = body;
      await changeGroup(ctx, params.companyGroupID, { name, clients, campaigns });
      return { message: ctx.t('company-groups.saved') };
    },
  }),
];

/** Groups are a company's own; any other company answers like a missing one. */
function refuseOther(ctx: Ctx, companyId: number | undefined): void {
  if (companyId !== undefined && companyId !== ctx.tenant.id) throw notFound();
}

const shown = (group: CountedGroup) => ({
  id: group.id,
  group_name: group.name,
  companyGroupID: group.id,
  companyGroupName: group.name,
  companyID: group.company_id,
  moduleID: group.module_id,
  clients: group.clients,
  campaigns: group.campaigns,
});
