import { conflict, type Ctx, denied, invalid, notFound, type Rights } from '../../../core/contract.ts';
import { refuseGift, rework } from './effective.ts';
import { ROLE_NEWS } from './people.service.ts';
import { readRights } from './rights.ts';
import {
  deleteRole,
  findRole,
  insertRole,
  isNameTaken,
  peopleInRole,
  personById,
  type PersonRow,
  type RoleRow,
  savePerson,
  updateRole,
} from './roles.store.ts';

export interface RoleInput {
  roleName: string;
  roleIcon: string;
  rights: Rights;
}
/** So many names stand in the message about a role in use; the answer holds all. */
const NAMES_SHOWN = 5;

/** Founds a role of the actor's company. Throws 403 for a right that they do not have, 422 for a name that is taken. */
export async function createRole(ctx: Ctx, input: RoleInput): Promise<number> {
  const { id: company_id, agencyId: agency_id, rootId: root_id } = ctx.tenant;
  if (!ctx.can('create', 'Role', { company_id, agency_id, root_id })) throw denied();
  const name = await freeName(ctx, company_id, input.roleName, null);
  await refuseGift(ctx, input.rights, null);
  const id = await insertRole(ctx.db, company_id, { name, icon: input.roleIcon, rights: input.rights });
  await note(ctx, 'created', name, input.rights);
  return id;
}

/** Changes a role, and with it the rights of all its people. Throws 404 for a foreign one, 409 for one's own. */
export async function changeRole(ctx: Ctx, id: number, input: Partial<RoleInput>): Promise<void> {
  const role = await changeable(ctx, id, 'update');
  const before = readRights(ctx.areas, role.rights);
  const rights = input.rights ?? before;
  const name = input.roleName === undefined ? role.name : await freeName(ctx, role.company_id, input.roleName, id);
  await refuseGift(ctx, rights, before);
  await updateRole(ctx.db, id, { name, icon: input.roleIcon ?? role.icon, rights });
  for (const person of await peopleInRole(ctx.db, id)) await rework(ctx, person.id);
  await note(ctx, 'changed', name, rights);
}

/**
 * Removes a role. People who have it are moved to `moveTo`, if that is given; without it their role is refused to go (409, with
 * their names). Throws 404 for a foreign role, 409 for one's own.
 */
export async function removeRole(ctx: Ctx, id: number, moveTo: number | null): Promise<string> {
  const role = await changeable(ctx, id, 'delete');
  const people = await peopleInRole(ctx.db, id);
  if (people.length > 0) await movePeople(ctx, role, people, moveTo);
  await deleteRole(ctx.db, id);
  await note(ctx, 'removed', role.name, readRights(ctx.areas, role.rights));
  return role.name;
}

async function movePeople(ctx: Ctx, role: RoleRow, people: PersonRow[], moveTo: number | null): Promise<void> {
  const names = people.map((person) => person.name);
  if (moveTo === null) {
    const shown = names.slice(0, NAMES_SHOWN).join(', ') + (names.length > NAMES_SHOWN ? ', …' : '');
    throw conflict('roles.problem.in-use', {
      params: { role: role.name, count: names.length, people: shown },
      extra: { people: people.map(({ id, name }) => ({ id, name })) },
    });
  }
  const other = moveTo === role.id ? undefined : await findRole(ctx, moveTo, 'update');
  if (!other || other.company_id !== role.company_id) throw invalid('moveTo', 'roles.problem.other-role');
  await refuseGift(ctx, readRights(ctx.areas, other.rights), readRights(ctx.areas, role.rights));
  for (const person of people) {
    await savePerson(ctx.db, person, { role_id: other.id });
    await rework(ctx, person.id);
  }
}

/** A role the actor may change or remove: never their own. */
async function changeable(ctx: Ctx, id: number, action: 'update' | 'delete'): Promise<RoleRow> {
  const role = await findRole(ctx, id, action);
  if (!role) throw notFound();
  const self = await personById(ctx.db, ctx.actor.id);
  if (self?.role_id === id) throw conflict('roles.problem.own-role');
  return role;
}

async function freeName(ctx: Ctx, companyId: number, typed: string, but: number | null): Promise<string> {
  const name = typed.trim();
  if (name === '' || /\p{Cc}/u.test(name)) throw invalid('roleName', 'roles.problem.name');
  if (await isNameTaken(ctx.db, companyId, name, but)) throw invalid('roleName', 'roles.problem.name-taken');
  return name;
}

async function note(ctx: Ctx, what: 'created' | 'changed' | 'removed', name: string, rights: Rights): Promise<void> {
  await ctx.audit({ action: `roles.${what}`, description: `Role ${name} ${what}`, target: name, detail: { rights } });
  await ctx.live(ROLE_NEWS);
}
