import {
  type AreaDef,
  containing,
  type Ctx,
  defineRoute,
  List,
  listOf,
  ListQuery,
  notFound,
  pageOf,
  pageOfAll,
  pageOfFound,
  T,
} from '../../../core/contract.ts';
import { Companies } from '../../foundation/companies/contract.ts';
import { effectiveOf, isOwner, limitsOf, tenantOf } from './effective.ts';
import { personalRights, rolesPort } from './people.service.ts';
import { readRights } from './rights.ts';
import { Id, matrix, matrixOf, permissionsOfMatrix } from './roles.schema.ts';
import { peopleById, peopleThere, personById, type PersonRow, withRole } from './roles.store.ts';

const AccountID = T.Object({ accountId: Id });
const SORTS = ['name', 'email', 'company_name', 'role'] as const;
const KEYS = { name: 'core_public_account.name_key', email: 'core_public_account.email_key', company_name: 't.name_key' } as const;

/** What the form of a person asks. */
export const PersonForm = (areas: readonly AreaDef[]) =>
  T.Object({
    roleID: T.Optional(Id),
    no_role: T.Boolean({ default: false }),
    permission_active: T.Boolean({ default: false }),
    ...matrix(areas, 'own_'),
    report_analytics: T.Boolean({ default: false }),
  });

/** People, their role and restrictions, and what these amount to. */
export const peopleRoutes = (areas: readonly AreaDef[]) => [
  defineRoute({
    id: 'roles.people',
    method: 'GET',
    path: '/roles/people',
    summary: 'People to whom roles can be given',
    ability: ['read', 'Role'],
    query: T.Object(ListQuery(SORTS)),
    response: List(
      T.Object({
        id: T.Integer(),
        name: T.String(),
        email: T.String(),
        company_name: T.String(),
        role: T.String(),
        state: T.Enum(['owner', 'role', 'restricted', 'all']),
        changeable: T.Boolean(),
      }),
    ),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const search = query.search?.trim() ?? '';
      const column = query.sortby ?? 'name';
      const roleName = ctx.db.raw('lower(r.name)');
      const found = ctx.narrow(peopleThere(ctx.db), 'Account').modify((q) => {
        // The platform gives roles to its own people; agencies to theirs and their clients'.
        if (ctx.tenant.kind === 'root') void q.where('core_public_account.company_id', ctx.tenant.id);
        if (search !== '' || column === 'role') withRole(q);
        if (search === '') return;
        void q.where(containing([...Object.values(KEYS), roleName], search));
      });
      const { ids, total } = await pageOfFound<number>(ctx.db, found, {
        ...at,
        order: [
          [column === 'role' ? roleName : KEYS[column as keyof typeof KEYS], query.order ?? 'asc'],
          ['core_public_account.id', 'asc'],
        ],
      });
      const rows = new Map((await peopleById(ctx.db, ids)).map((row) => [row.id, row]));
      return listOf(
        ids.flatMap((id) => rows.get(id) ?? []).map((row) => listed(ctx, row)),
        total,
        at,
      );
    },
  }),
  defineRoute({
    id: 'roles.person',
    method: 'GET',
    path: '/roles/people/:accountId',
    summary: 'Role and restrictions of one person, for the form',
    ability: ['read', 'Role'],
    params: AccountID,
    response: PersonForm(areas),
    async handler(ctx, { params }) {
      const own = personalRights(ctx, await visible(ctx, params.accountId));
      return {
        ...(own.roleId === null ? {} : { roleID: own.roleId }),
        no_role: own.roleId === null,
        permission_active: own.permissionActive,
        ...matrixOf(areas, readRights(areas, own.permissions), 'own_'),
        report_analytics: own.permissions.report_analytics === true,
      };
    },
  }),
  defineRoute({
    id: 'roles.save-person',
    method: 'PUT',
    path: '/roles/people/:accountId',
    summary: 'Give a person a role and set restrictions of their own',
    ability: ['update', 'Role'],
    stepUp: true,
    params: AccountID,
    body: PersonForm(areas),
    response: T.Object({ message: T.String() }),
    async handler(ctx, { params, body }) {
      const person = await visible(ctx, params.accountId);
      const before = personalRights(ctx, person).permissions;
      // Switches that were not shown are not sent: what is not in force keeps what it was.
      const restriction = body.permission_active ? permissionsOfMatrix(areas, body, 'own_') : { ...before };
      await rolesPort(ctx).set(person.id, {
        roleId: body.no_role ? null : (body.roleID ?? null),
        permissionActive: body.permission_active,
        permissions: { ...restriction, report_analytics: body.report_analytics },
      });
      return { message: ctx.t('roles.person.saved', { name: person.name }) };
    },
  }),
  defineRoute({
    id: 'roles.effective',
    method: 'GET',
    path: '/roles/people/:accountId/rights',
    summary: 'What a person may do, and why',
    ability: ['read', 'Role'],
    params: AccountID,
    query: T.Object(ListQuery(['area'])),
    response: List(T.Object({ id: T.String(), area: T.String(), right: T.String(), state: T.Enum(['yes', 'no']), why: T.String() })),
    async handler(ctx, { params, query }) {
      const person = await visible(ctx, params.accountId);
      const limits = await limitsOf(ctx, person);
      const rows = ctx.areas.flatMap((area) =>
        area.grants.map((grant) => {
          const against = limits.find((limit) => !limit.rights[area.id]?.[grant]);
          const why = against
            ? ctx.t(against.why, reasonOf(ctx, against.params))
            : ctx.t(isOwner(person) ? 'roles.why.owner' : 'roles.why.granted');
          return {
            id: `${area.id}.${grant}`,
            area: ctx.t(area.title),
            right: ctx.t(`roles.grant.${grant}`),
            state: against ? ('no' as const) : ('yes' as const),
            why,
          };
        }),
      );
      if (query.sortby && query.order === 'desc') rows.reverse();
      return pageOfAll(rows, query);
    },
  }),
  defineRoute({
    id: 'roles.summary',
    method: 'GET',
    path: '/roles/people/:accountId/summary',
    summary: 'What a person is made up of: type, products, role, restriction',
    ability: ['read', 'Role'],
    params: AccountID,
    response: T.Object({
      name: T.String(),
      company_name: T.String(),
      type: T.String(),
      role: T.String(),
      permission_active: T.Boolean(),
      report_analytics: T.Boolean(),
      modules: T.Array(T.String()),
      rights: T.Integer(),
    }),
    async handler(ctx, { params }) {
      const person = await visible(ctx, params.accountId);
      const own = personalRights(ctx, person);
      const rights = await effectiveOf(ctx, person);
      const modules = await ctx.use(Companies).products(tenantOf(person));
      return {
        name: person.name,
        company_name: person.company_name,
        type: ctx.t(`roles.type.${person.user_type}`),
        role: isOwner(person) ? ctx.t('roles.owner') : (person.role_name ?? ctx.t('roles.none')),
        permission_active: own.permissionActive,
        report_analytics: own.isOwner || own.permissions.report_analytics === true,
        modules: modules.filter((m) => m.on).map((m) => ctx.named(m.product).name),
        rights: ctx.areas.flatMap((area) => area.grants.filter((grant) => rights[area.id]?.[grant])).length,
      };
    },
  }),
];

/** A person the actor may know of. Throws 404 for others. */
async function visible(ctx: Ctx, accountId: number): Promise<PersonRow> {
  const allowed = await ctx.query('Account').where('core_public_account.id', accountId).first('core_public_account.id');
  const person = allowed && (await personById(ctx.db, accountId));
  if (!person) throw notFound();
  return person;
}

const listed = (ctx: Ctx, row: PersonRow) => {
  const { permissionActive, roleId, isOwner: owner } = personalRights(ctx, row);
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    company_name: row.company_name,
    role: owner ? '' : (row.role_name ?? ''),
    state: owner
      ? ('owner' as const)
      : permissionActive || row.ceiling !== null
        ? ('restricted' as const)
        : roleId === null
          ? ('all' as const)
          : ('role' as const),
    changeable: !owner && row.id !== ctx.actor.id,
  };
};

/** A user type is named in words. */
const reasonOf = (ctx: Ctx, { type, ...params }: Record<string, string>): Record<string, string> =>
  type === undefined ? params : { ...params, type: ctx.t(`roles.type.${type}`) };
