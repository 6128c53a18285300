import { type AreaDef, type Ctx, defineRoute, notFound, T, type Tenant } from '../../../core/contract.ts';
import { AgencyRoleFields } from './contract.ts';
import { readRights } from './rights.ts';
import { changeRole, createRole, removeRole } from './roles.service.ts';
import { Id, RightsShape, RoleData, RoleName } from './roles.schema.ts';
import { countsByRole, personById, type RoleRow, rolesOf } from './roles.store.ts';

const Icon = T.String({ maxLength: 60, pattern: '^[A-Za-z0-9 _-]*$' });
const Done = { result: T.String(), message: T.String() };
/** Numbers that callers may leave empty. */
const MaybeId = T.Optional(T.Union([Id, T.Enum(['', 'null', '0'])]));
const idOf = (sent: number | string | undefined): number | null => (typeof sent === 'number' ? sent : null);

const Role = (areas: readonly AreaDef[]) =>
  T.Object({
    roleID: T.Integer(),
    roleName: T.String(),
    roleIcon: T.String(),
    companyID: T.Integer(),
    roledata: RightsShape(areas),
    people: T.Integer(),
  });

/** The calls of the specification under `/configuration/role-module`. */
export const roleModuleRoutes = (areas: readonly AreaDef[]) => [
  defineRoute({
    id: 'roles.list',
    method: 'GET',
    path: '/configuration/role-module',
    summary: 'Roles of a company and, for an agency, what was agreed with it',
    ability: ['read', 'Role'],
    query: T.Object({
      companyID: T.Optional(Id),
      getType: T.Optional(T.Enum(['getrolemodule'])),
      roleID: MaybeId,
      usrID: MaybeId,
    }),
    response: T.Object(
      { result: T.String(), data: T.Array(Role(areas)), role_id: T.Union([T.Integer(), T.Null()]) },
      { additionalProperties: true }, // what other plugins say of an agency
    ),
    async handler(ctx, { query }) {
      const company = await companyOf(ctx, query.companyID);
      const wanted = idOf(query.roleID);
      const roles = (await rolesOf(ctx, company.id)).filter((role) => wanted === null || role.id === wanted);
      const counts = await countsByRole(
        ctx.db,
        roles.map((role) => role.id),
      );
      const facts = company.kind === 'agency' ? await agencyFields(ctx, company) : {};
      return {
        ...facts,
        result: 'success',
        data: roles.map((role) => roleOf(areas, role, counts.get(role.id) ?? 0)),
        role_id: await roleOfPerson(ctx, idOf(query.usrID)),
      };
    },
  }),
  defineRoute({
    id: 'roles.create',
    method: 'POST',
    path: '/configuration/role-module/create',
    summary: 'Create a role',
    ability: ['create', 'Role'],
    stepUp: true,
    body: T.Object({ companyID: T.Optional(Id), roleName: RoleName, roleIcon: T.Optional(Icon), roledata: RoleData(areas) }),
    response: T.Object({ ...Done, roleID: T.Integer() }),
    async handler(ctx, { body }) {
      refuseOther(ctx, body.companyID);
      const roleID = await createRole(ctx, {
        roleName: body.roleName,
        roleIcon: body.roleIcon ?? '',
        rights: readRights(areas, body.roledata),
      });
      return { result: 'success', message: ctx.t('roles.added'), roleID };
    },
  }),
  defineRoute({
    id: 'roles.update',
    method: 'PUT',
    path: '/configuration/role-module/update',
    summary: 'Change a role and the rights of its people',
    ability: ['update', 'Role'],
    stepUp: true,
    body: T.Object({
      companyID: T.Optional(Id),
      roleID: Id,
      roleName: T.Optional(RoleName),
      roleIcon: T.Optional(Icon),
      roledata: T.Optional(RoleData(areas)),
    }),
    response: T.Object(Done),
    async handler(ctx, { body }) {
      refuseOther(ctx, body.companyID);
      await changeRole(ctx, body.roleID, {
        ...(body.roleName === undefined ? {} : { roleName: body.roleName }),
        ...(body.roleIcon === undefined ? {} : { roleIcon: body.roleIcon }),
        ...(body.roledata === undefined ? {} : { rights: readRights(areas, body.roledata) }),
      });
      return { result: 'success', message: ctx.t('roles.saved') };
    },
  }),
  defineRoute({
    id: 'roles.remove',
    method: 'DELETE',
    path: '/configuration/role-module/remove/:companyID/:roleID',
    summary: 'Remove a role, moving its people to another one if that is named',
    ability: ['delete', 'Role'],
    stepUp: true,
    params: T.Object({ companyID: Id, roleID: Id }),
    query: T.Object({ moveTo: T.Optional(Id) }),
    response: T.Object(Done),
    async handler(ctx, { params, query }) {
      refuseOther(ctx, params.companyID);
      const role = await removeRole(ctx, params.roleID, query.moveTo ?? null);
      return { result: 'success', message: ctx.t('roles.removed', { role }) };
    },
  }),
];

/** The company asked about: the caller's own, or one below it. */
async function companyOf(ctx: Ctx, claimed: number | undefined): Promise<Tenant> {
  const company = claimed === undefined ? ctx.tenant : await ctx.company(claimed);
  if (!company) throw notFound();
  return company;
}

/** Roles are changed by the company that has them. */
function refuseOther(ctx: Ctx, companyId: number | undefined): void {
  if (companyId !== undefined && companyId !== ctx.tenant.id) throw notFound();
}

async function agencyFields(ctx: Ctx, agency: Tenant): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const { of } of ctx.contributions(AgencyRoleFields)) Object.assign(all, await of(ctx, agency));
  return all;
}

/** The role of a person whom the caller can see; null for others as well as for nobody. */
const roleOfPerson = async (ctx: Ctx, id: number | null): Promise<number | null> =>
  id === null || !(await ctx.query('Account').where('core_public_account.id', id).first('core_public_account.id'))
    ? null
    : ((await personById(ctx.db, id))?.role_id ?? null);

const roleOf = (areas: readonly AreaDef[], role: RoleRow, people: number) => ({
  roleID: role.id,
  roleName: role.name,
  roleIcon: role.icon,
  companyID: role.company_id,
  roledata: readRights(areas, role.rights),
  people,
});
