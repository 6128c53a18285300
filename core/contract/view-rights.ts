import { type AreaDef, type Grants, type Rights, rightsBy } from './areas.ts';

/** What an operator may do through other people's accounts: `user_permissions_view_mode`. */
export interface ViewRights {
  rights: Rights;
  /** Whether they may take files out. */
  exports: boolean;
}
/** As it is kept with the operator's account; null: the default. */
export type StoredViewRights = { readonly [area: string]: Partial<Grants> | boolean; exports: boolean } | null;

/** Without a setting of their own operators have what each area gives them; of a setting only what it states is granted. */
export function viewRightsOf(areas: readonly AreaDef[], stored: StoredViewRights): ViewRights {
  const byDefault = new Map(areas.map(({ id, viewMode }) => [id, viewMode]));
  const rights = rightsBy(areas, (area, grant) => {
    if (stored === null) return byDefault.get(area)!.includes(grant);
    const given = stored[area];
    return typeof given === 'object' && given[grant];
  });
  return { rights, exports: stored?.exports === true };
}
