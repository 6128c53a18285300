import { AccountsPort, conflict, type Ctx, denied, invalid, notFound, Problem } from '../../../core/contract.ts';
import {
  type Permission,
  PERMISSIONS,
  type PersonalChange,
  type PersonalPermissions,
  type PersonalRights,
  type RolesApi,
} from './contract.ts';
import { giveAnew, isWithinOwn } from './ceiling.ts';
import { effectiveOf, isOwner, materialise, refuseGift, rework, wantedOf } from './effective.ts';
import { atLeast, isPermission, readPermissions } from './rights.ts';
import { holdRole, peopleOfCompany, personById, type PersonRow, type RoleRow, rolesOf, rolesOfPeople, savePerson } from './roles.store.ts';

/** Topic of live news about roles and people. */
export const ROLE_NEWS = 'roles.list';

/** The port's implementation for one call. */
export const rolesPort = (ctx: Ctx): RolesApi => ({
  async permission(accountId, name) {
    const person = isPermission(name) ? await personById(ctx.db, accountId) : undefined;
    return person !== undefined && hasPermission(ctx, person, name);
  },
  async of(accountId) {
    const person = await personById(ctx.db, accountId);
    return person ? personalRights(ctx, person) : null;
  },
  named: (accountIds) => rolesOfPeople(ctx.db, accountIds),
  set: (accountId, change) => setPerson(ctx, accountId, change),
  parse: (field, sent) => parsePermissions(ctx, field, sent),
  withinOwn: (accountId) => isWithinOwn(ctx, accountId),
  async refresh(company) {
    for (const { id } of await peopleOfCompany(ctx.db, company.id)) await rework(ctx, id);
  },
  options: async () => (await rolesOf(ctx, ctx.tenant.id)).map((role) => ({ value: role.id, label: role.name })),
});

/** Owners hold every permission; others those that were named for them. */
export const hasPermission = ({ areas }: Ctx, person: PersonRow, name: Permission): boolean =>
  isOwner(person) || readPermissions(areas, person.permissions)?.[name] === true;

/** Personal permissions as callers send them. Throws 422 on the field for what is no JSON object. */
function parsePermissions({ areas }: Ctx, field: string, sent: unknown): PersonalPermissions {
  let value = sent;
  if (typeof sent === 'string') {
    try {
      value = sent.trim() === '' ? {} : JSON.parse(sent);
    } catch {
      throw invalid(field, 'roles.problem.permissions');
    }
  }
  const read = readPermissions(areas, value);
  if (!read) throw invalid(field, 'roles.problem.permissions');
  return read;
}

export const personalRights = ({ areas }: Ctx, person: PersonRow): PersonalRights => ({
  accountId: person.id,
  roleId: person.role_id,
  roleName: person.role_name,
  permissions: readPermissions(areas, person.permissions) ?? {},
  permissionActive: person.permission_active === true,
  isOwner: isOwner(person),
});

/** A person whose role and restrictions the actor may change. Throws 404 for a foreign one, 409 for oneself and for owners. */
async function changeable(ctx: Ctx, accountId: number): Promise<PersonRow> {
  if (!ctx.can('update', 'Role')) throw denied();
  const mine = ctx.query('Account', 'update').where({ id: accountId }).select('id');
  const allowed = await ctx.use(AccountsPort).lock(mine);
  const person = allowed && (await personById(ctx.db, accountId));
  if (!person) throw notFound();
  if (person.id === ctx.actor.id) throw conflict('roles.problem.oneself');
  if (isOwner(person)) throw conflict('roles.problem.owner', { params: { name: person.name } });
  return person;
}

async function setPerson(ctx: Ctx, accountId: number, change: PersonalChange): Promise<void> {
  // The role is held before the person, the order in which editing a role takes them.
  const role = typeof change.roleId === 'number' ? await holdRole(ctx.db, change.roleId) : undefined;
  const before = await changeable(ctx, accountId);
  const had = await effectiveOf(ctx, before);
  const wanted = await wantedOf(ctx, before);
  if (typeof change.roleId === 'number' && !fits(role, before)) throw notFound();
  if (change.permissions) await refuseUnheld(ctx, before, change.permissions);
  await savePerson(ctx.db, before, {
    ...(change.roleId === undefined ? {} : { role_id: change.roleId }),
    ...(change.permissionActive === undefined ? {} : { permission_active: change.permissionActive }),
    ...(change.permissions === undefined ? {} : { permissions: change.permissions }),
  });
  // Whatever leads to more rights, a role, no role or a restriction lifted: the giver must have them. Who saves a person as they
  // are gives nothing new, and is not refused for what somebody else had to leave out.
  const wants = await wantedOf(ctx, (await personById(ctx.db, accountId))!);
  await refuseGift(ctx, wants, atLeast(ctx.areas, had, wanted));
  await giveAnew(ctx, before, had);
  const after = (await personById(ctx.db, accountId))!;
  await materialise(ctx, after);
  await ctx.audit({
    action: 'roles.person-changed',
    description: `Rights of ${after.name} changed`,
    companyId: after.company_id,
    target: after.email,
    detail: {
      role: after.role_name,
      permission_active: after.permission_active,
      user_permissions: after.permissions,
    },
  });
  await ctx.live(ROLE_NEWS);
}

/** A role of the person's company, or of the agency above it. */
const fits = (role: RoleRow | undefined, person: PersonRow): boolean =>
  role !== undefined && (role.company_id === person.company_id || role.company_id === person.agency_id);

/** Permissions outside the areas are given on by those who hold them only. */
async function refuseUnheld(ctx: Ctx, before: PersonRow, wanted: PersonalPermissions): Promise<void> {
  const had = readPermissions(ctx.areas, before.permissions) ?? {};
  const gift = PERMISSIONS.filter((name) => wanted[name] && !had[name]);
  if (gift.length === 0 || ctx.actor.kind === 'system') return;
  const giver = await personById(ctx.db, ctx.actor.id);
  const lacking = gift.filter((name) => !giver || !hasPermission(ctx, giver, name)).map((name) => ctx.t(`roles.permission.${name}`));
  if (lacking.length > 0) throw new Problem(403, 'roles.problem.beyond', { params: { rights: lacking.join(', ') } });
}
