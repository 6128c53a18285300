import { type AreaDef, type Ctx, defineRoute, List, ListQuery, notFound, pageOfAll, T } from '../../../core/contract.ts';
import { rolesPort } from './people.service.ts';
import { readRights } from './rights.ts';
import { ICONS, Id, matrix, matrixOf, RoleName, rightsOfMatrix } from './roles.schema.ts';
import { changeRole, createRole, removeRole } from './roles.service.ts';
import { countsByRole, findRole, type RoleRow, rolesOf } from './roles.store.ts';

const RoleID = T.Object({ roleID: Id });
const Said = T.Object({ message: T.String() });

/** What the form of a role asks. */
export const RoleForm = (areas: readonly AreaDef[]) =>
  T.Object({ roleName: RoleName, roleIcon: T.Enum([...ICONS], { default: 'user' }), ...matrix(areas) });
export const ReplaceForm = T.Object({ moveTo: Id });

/** What the screen of the roles works with; the specification's own calls stand in role-module.routes.ts. */
export const roleRoutes = (areas: readonly AreaDef[]) => [
  defineRoute({
    id: 'roles.rows',
    method: 'GET',
    path: '/roles',
    summary: 'Roles of the own company with the areas they open',
    ability: ['read', 'Role'],
    query: T.Object(ListQuery(['roleName', 'people'])),
    response: List(
      T.Object({ roleID: T.Integer(), roleName: T.String(), companyID: T.Integer(), areas: T.Array(T.String()), people: T.Integer() }),
    ),
    async handler(ctx, { query }) {
      const search = query.search?.trim().toLocaleLowerCase(ctx.locale) ?? '';
      const roles = (await rolesOf(ctx, ctx.tenant.id)).filter((role) => role.name.toLocaleLowerCase(ctx.locale).includes(search));
      const counts = await countsByRole(
        ctx.db,
        roles.map((role) => role.id),
      );
      const rows = roles.map((role) => ({
        roleID: role.id,
        roleName: role.name,
        companyID: role.company_id,
        areas: areasOpenTo(ctx, role),
        people: counts.get(role.id) ?? 0,
      }));
      if (query.sortby === 'people') rows.sort((a, b) => a.people - b.people);
      if (query.order === 'desc') rows.reverse();
      return pageOfAll(rows, query);
    },
  }),
  defineRoute({
    id: 'roles.options',
    method: 'GET',
    path: '/roles/options',
    summary: 'Roles to choose from',
    ability: ['read', 'Role'],
    response: T.Object({ options: T.Array(T.Object({ value: T.Integer(), label: T.String() })) }),
    handler: async (ctx) => ({ options: await rolesPort(ctx).options() }),
  }),
  defineRoute({
    id: 'roles.add-one',
    method: 'POST',
    path: '/roles',
    summary: 'Create a role from its form',
    ability: ['create', 'Role'],
    stepUp: true,
    body: RoleForm(areas),
    response: Said,
    async handler(ctx, { body }) {
      await createRole(ctx, { roleName: body.roleName, roleIcon: body.roleIcon, rights: rightsOfMatrix(areas, body) });
      return { message: ctx.t('roles.added') };
    },
  }),
  defineRoute({
    id: 'roles.one',
    method: 'GET',
    path: '/roles/:roleID',
    summary: 'One role, for its form',
    ability: ['read', 'Role'],
    params: RoleID,
    response: T.Object({ roleName: T.String(), roleIcon: T.String(), ...matrix(areas) }),
    async handler(ctx, { params }) {
      const role = await findRole(ctx, params.roleID);
      if (!role) throw notFound();
      // The other call takes any icon name; the form offers a few.
      const roleIcon = (ICONS as readonly string[]).includes(role.icon) ? role.icon : ICONS[0];
      return { roleName: role.name, roleIcon, ...matrixOf(areas, readRights(areas, role.rights)) };
    },
  }),
  defineRoute({
    id: 'roles.save-one',
    method: 'PUT',
    path: '/roles/:roleID',
    summary: 'Change a role from its form, and the rights of its people',
    ability: ['update', 'Role'],
    stepUp: true,
    params: RoleID,
    body: RoleForm(areas),
    response: Said,
    async handler(ctx, { params, body }) {
      await changeRole(ctx, params.roleID, { roleName: body.roleName, roleIcon: body.roleIcon, rights: rightsOfMatrix(areas, body) });
      return { message: ctx.t('roles.saved') };
    },
  }),
  defineRoute({
    id: 'roles.replace',
    method: 'POST',
    path: '/roles/:roleID/replace',
    summary: 'Give the people of a role another one, and remove it',
    ability: ['delete', 'Role'],
    stepUp: true,
    params: RoleID,
    body: ReplaceForm,
    response: Said,
    handler: async (ctx, { params, body }) => ({
      message: ctx.t('roles.removed', { role: await removeRole(ctx, params.roleID, body.moveTo) }),
    }),
  }),
];

/** Titles of the areas that a role opens. */
function areasOpenTo(ctx: Ctx, role: RoleRow): string[] {
  const rights = readRights(ctx.areas, role.rights);
  return ctx.areas.filter(({ id }) => rights[id]?.enable).map(({ title }) => ctx.t(title));
}
