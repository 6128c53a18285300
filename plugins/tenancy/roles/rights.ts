import { type AreaDef, type Grant, GRANTS, type Rights, rightsBy } from '../../../core/contract.ts';
import { PERMISSIONS, type Permission, type PersonalPermissions } from './contract.ts';

type Areas = readonly AreaDef[];

export const allRights = (areas: Areas): Rights => rightsBy(areas, () => true);

/**
 * Rights as stored or sent: only a true value grants, so what is unknown or missing denies. Whoever may not enter an area may do
 * nothing in it.
 */
export const readRights = (areas: Areas, from: unknown): Rights => {
  const given = recordOf(from);
  return rightsBy(areas, (area, grant) => {
    const grants = recordOf(given[area]);
    return isTrue(grants['enable']) && isTrue(grants[grant]);
  });
};

/** The rights that any of them gives. */
export const atLeast = (areas: Areas, ...all: readonly Rights[]): Rights =>
  rightsBy(areas, (area, grant) => all.some((rights) => rights[area]?.[grant]));

/** Rights of `wanted` that `own` lacks. */
export const beyond = (wanted: Rights, own: Rights): [area: string, grant: Grant][] =>
  Object.keys(wanted).flatMap((area) =>
    GRANTS.filter((grant) => wanted[area]?.[grant] && !own[area]?.[grant]).map((grant): [string, Grant] => [area, grant]),
  );

/** Personal permissions as stored or sent; null for what is no object. Unknown members are dropped: they would grant nothing. */
export function readPermissions(areas: Areas, from: unknown): PersonalPermissions | null {
  if (typeof from !== 'object' || from === null || Array.isArray(from)) return null;
  const given = from as Record<string, unknown>;
  const result: PersonalPermissions = {};
  for (const area of areas) {
    const grants = recordOf(given[area.id]);
    const kept = area.grants.filter((grant) => isTrue(grants[grant]));
    if (kept.length > 0) result[area.id] = Object.fromEntries(kept.map((grant) => [grant, true]));
  }
  for (const name of PERMISSIONS) if (isTrue(given[name])) result[name] = true;
  return result;
}

export const isPermission = (name: string): name is Permission => (PERMISSIONS as readonly string[]).includes(name);

/** The flags of the specification come as true, 1 or `T`. Anything else is no. */
const isTrue = (value: unknown): boolean => value === true || value === 1 || value === 'T';
const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
