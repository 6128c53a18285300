import type { Ability } from './route.ts';
import type { UserType } from './tenancy.ts';

/** What a role may grant in an area. Without `enable` none of the others counts. */
export const GRANTS = ['enable', 'create', 'update', 'delete'] as const;
export type Grant = (typeof GRANTS)[number];
export type Grants = Record<Grant, boolean>;

/** The areas that abilities may name. A plugin adds its own by `declare module` of the contract, beside its definition. */
export interface Areas {
  Settings: Grants;
}
/** Rights by area. An area that no installed plugin declares is not there, and grants nothing. */
export type Rights = Record<keyof Areas, Grants> & { [area: string]: Grants };

/** A part of the product in which roles grant rights, as the role editor shows it. */
export interface AreaDef {
  /** Its name in stored and sent rights, in PascalCase. */
  id: string;
  /** A message key. */
  title: string;
  /** Place in the role editor. */
  order: number;
  /** What may be granted in it, `enable` among it. */
  grants: readonly Grant[];
  /** The most that people of a user type can have in it, and what they have where nothing is stored; left out: all of `grants`. */
  types?: Partial<Record<UserType, readonly Grant[]>>;
  /** Who is offered it in the role editor; everybody when left out. */
  offered?: Ability;
  /** What operators who look through an account may do in it where nothing is stored. */
  viewMode: readonly Grant[];
}

const NONE: Grants = { enable: false, create: false, update: false, delete: false };

/** All rights that there are, each as `give` says. */
export const rightsBy = (areas: readonly AreaDef[], give: (area: string, grant: Grant) => boolean | undefined): Rights =>
  Object.fromEntries(
    areas.map(({ id, grants }) => [id, { ...NONE, ...Object.fromEntries(grants.map((grant) => [grant, give(id, grant) === true])) }]),
  ) as Rights;

/** The most a user type can have; the abilities of each plugin narrow further. */
export function rightsOfType(areas: readonly AreaDef[], type: UserType): Rights {
  const most = new Map(areas.map(({ id, grants, types }) => [id, types?.[type] ?? grants]));
  return rightsBy(areas, (area, grant) => most.get(area)!.includes(grant));
}

/** What all of them grant. */
export const bothGrant = (areas: readonly AreaDef[], ...all: readonly Rights[]): Rights =>
  rightsBy(areas, (area, grant) => all.every((rights) => rights[area]?.[grant]));
