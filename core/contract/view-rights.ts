import type { Grant, Rights } from './tenancy.ts';

/** What an operator may do through other people's accounts: `user_permissions_view_mode`. */
export interface ViewRights {
  rights: Rights;
  /** Whether he may carry leads away. */
  exports: boolean;
}
/** As it is kept with the operator's account; null: the default. */
export type StoredViewRights = (Partial<Rights> & { exports?: boolean }) | null;

const AREAS = ['AdsDesign', 'Campaign', 'LeadsPeek', 'Settings'] as const;
const GRANTS = ['enable', 'create', 'update', 'delete'] as const;

/** Without a setting of his own an operator reads everything and changes campaigns; of a setting only what it states is granted. */
export function viewRightsOf(stored: StoredViewRights): ViewRights {
  const rights = rightsWhere((area, grant) =>
    stored === null ? grant === 'enable' || (area === 'LeadsPeek' && grant === 'update') : stored[area]?.[grant] === true,
  );
  return { rights, exports: stored?.exports === true };
}

/** What both grant. */
export const bothGrant = (one: Rights, other: Rights): Rights => rightsWhere((area, grant) => one[area]?.[grant] && other[area]?.[grant]);

function rightsWhere(granted: (area: (typeof AREAS)[number], grant: Grant) => boolean): Rights {
  const area = (name: (typeof AREAS)[number]) => Object.fromEntries(GRANTS.map((grant) => [grant, granted(name, grant)]));
  return Object.fromEntries(AREAS.map((name) => [name, area(name)])) as unknown as Rights;
}
