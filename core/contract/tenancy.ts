/** Who owns what: the company tree and the people in it. */

import type { Rights } from './areas.ts';

/** The tree has three levels: a root company, its agencies, their clients. */
export type TenantKind = 'root' | 'agency' | 'client';

/** One company. For the root company `agencyId` and `rootId` are its own id; for an agency `agencyId` is. */
export interface Tenant {
  readonly id: number;
  readonly kind: TenantKind;
  readonly name: string;
  readonly agencyId: number;
  readonly rootId: number;
}

/** The user types of the specification; `user` belongs to the root company. */
export const USER_TYPES = ['user', 'userdownline', 'administrator', 'sales', 'client'] as const;
export type UserType = (typeof USER_TYPES)[number];

export interface Actor {
  /** Account id; 0 for nobody (anonymous) and for the system itself. */
  readonly id: number;
  readonly kind: 'anonymous' | 'user' | 'system';
  readonly userType: UserType | null;
  /** Staff of the root company: operates the platform. */
  readonly isSystemUser: boolean;
  readonly name: string;
  readonly email: string;
}

/** An operator looking through somebody else's account. */
export interface Viewer extends Actor {
  /** Whether they were granted to take data out. */
  readonly mayExport: boolean;
  /** When the look ends by itself. */
  readonly until: Date;
}

/** What an ability function may look at when it grants rights. */
export interface Who {
  readonly actor: Actor;
  readonly tenant: Tenant;
  readonly rights: Rights;
  /** Set while somebody else looks through this account. */
  readonly viewedBy: Viewer | null;
}

/** The condition "rows of my company and of those below it": for abilities, and said in a query so that an index serves; there of the table `of`. */
export function ownedBy({ id, kind }: Tenant, of?: string): Record<string, number> {
  const column = `${kind === 'client' ? 'company' : kind}_id`;
  return { [of === undefined ? column : `${of}.${column}`]: id };
}
