import type { Area, Grant, Rights, UserType } from '../../core/contract.ts';
import { PERMISSIONS, type Permission, type PersonalPermissions } from './contract.ts';

export const AREAS: readonly Area[] = ['AdsDesign', 'Campaign', 'LeadsPeek', 'Settings'];
export const GRANTS: readonly Grant[] = ['enable', 'create', 'update', 'delete'];

/** All sixteen rights, each as `give` says. */
export const rightsBy = (give: (area: Area, grant: Grant) => boolean): Rights =>
  Object.fromEntries(AREAS.map((area) => [area, Object.fromEntries(GRANTS.map((grant) => [grant, give(area, grant)]))])) as Rights;

export const ALL: Rights = rightsBy(() => true);

/** The most a user type can have; its plugins' own rules narrow further. An unknown type has nothing. */
export function rightsOfType(type: UserType | null): Rights {
  if (type === 'user' || type === 'userdownline' || type === 'administrator' || type === 'client') return ALL;
  if (type === 'sales') return rightsBy((area, grant) => area === 'Settings' || grant === 'enable');
  return rightsBy(() => false);
}

/**
 * Rights as stored or sent: only a true value grants, so what is unknown or missing denies. Whoever may not enter an area may do
 * nothing in it.
 */
export const readRights = (from: unknown): Rights => {
  const areas = recordOf(from);
  return rightsBy((area, grant) => {
    const grants = recordOf(areas[area]);
    return isTrue(grants['enable']) && isTrue(grants[grant]);
  });
};

/** The rights that all of them give. */
export const both = (...all: readonly Rights[]): Rights => rightsBy((area, grant) => all.every((rights) => rights[area][grant]));

/** The rights that any of them gives. */
export const atLeast = (...all: readonly Rights[]): Rights => rightsBy((area, grant) => all.some((rights) => rights[area][grant]));

/** Rights of `wanted` that `own` lacks. */
export const beyond = (wanted: Rights, own: Rights): [Area, Grant][] =>
  AREAS.flatMap((area) => GRANTS.filter((grant) => wanted[area][grant] && !own[area][grant]).map((grant): [Area, Grant] => [area, grant]));

/** Personal permissions as stored or sent; null for what is no object. Unknown members are dropped: they would grant nothing. */
export function readPermissions(from: unknown): PersonalPermissions | null {
  if (typeof from !== 'object' || from === null || Array.isArray(from)) return null;
  const given = from as Record<string, unknown>;
  const result: PersonalPermissions = {};
  for (const area of AREAS) {
    const grants = recordOf(given[area]);
    const kept = GRANTS.filter((grant) => isTrue(grants[grant]));
    if (kept.length > 0) result[area] = Object.fromEntries(kept.map((grant) => [grant, true]));
  }
  for (const name of PERMISSIONS) if (isTrue(given[name])) result[name] = true;
  return result;
}

export const isPermission = (name: string): name is Permission => (PERMISSIONS as readonly string[]).includes(name);

/** The flags of the specification come as true, 1 or `T`. Anything else is no. */
const isTrue = (value: unknown): boolean => value === true || value === 1 || value === 'T';
const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
