import { type Ctx, definePort, defineExtensionPoint, type Grant, type Rights, type Tenant, type UserType } from '../../../core/contract.ts';

/** What a person may be given beside the areas; kept in `user_permissions`. */
export const PERMISSIONS = ['report_analytics'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** `user_permissions`: what is not named is not given. */
export type PersonalPermissions = { [area: string]: Partial<Record<Grant, boolean>> | boolean | undefined } & Partial<
  Record<Permission, boolean>
>;

/** How a person's rights are made up. */
export interface PersonalRights {
  accountId: number;
  roleId: number | null;
  roleName: string | null;
  /** Their own restriction, which counts only while `permissionActive`. */
  permissions: PersonalPermissions;
  permissionActive: boolean;
  /** Owners of an agency and of the platform keep all rights of their type, whatever is set. */
  isOwner: boolean;
}
export interface PersonalChange {
  /** Null takes the role away. */
  roleId?: number | null;
  permissionActive?: boolean;
  permissions?: PersonalPermissions;
}

export interface RolesApi {
  /** Whether the account holds a permission that no area covers. Unknown accounts and names do not. */
  permission(accountId: number, name: Permission): Promise<boolean>;
  /** Null for an account the caller cannot see. */
  of(accountId: number): Promise<PersonalRights | null>;
  /** The roles of some people, for lists; those without one are left out. */
  named(accountIds: readonly number[]): Promise<Map<number, { id: number; name: string }>>;
  /**
   * Changes role and restrictions of a person and what they amount to, at once. Throws 404 for a foreign person or role, 409 for
   * oneself and for an owner, 403 for a right that the caller does not have themselves. Without `ClientRole`, `permission_active` and
   * the like in a request there is nothing to change: do not call it.
   */
  set(accountId: number, change: PersonalChange): Promise<void>;
  /** Reads `user_permissions` as callers send it: JSON text or an object. Throws 422 on `field`. */
  parse(field: string, sent: unknown): PersonalPermissions;
  /** Whether a person may do nothing that the caller may not do as well: only then may their address or access be changed. */
  withinOwn(accountId: number): Promise<boolean>;
  /** Works out anew the rights of a company's people, after something that a `RightsCaps` value looks at has changed. */
  refresh(company: Tenant): Promise<void>;
  /** Roles the caller may give, for choosers. */
  options(): Promise<{ value: number; label: string }[]>;
}
/** The roles of a company and the rights that they grant. */
export const Roles = definePort<RolesApi>('roles.v1');

/** What else narrows the rights of people, e.g. a client that may not add campaigns. Never widens them. */
export interface RightsCap {
  id: string;
  /** Message key of the reason, for the screen "who may do what". */
  why: string;
  /** The most the person may have, or null for no limit. Call `Roles.refresh` when the answer changes. */
  of(ctx: Ctx, person: { accountId: number; userType: UserType; company: Tenant }): Promise<Partial<Rights> | null>;
}
export const RightsCaps = defineExtensionPoint<RightsCap>('roles.rights-cap');

/** What the role editor is told of an agency beside its roles (`GetRoleList` with `getrolemodule`). */
export interface AgencyRoleFieldsOf {
  id: string;
  of(ctx: Ctx, agency: Tenant): Promise<Record<string, unknown>>;
}
export const AgencyRoleFields = defineExtensionPoint<AgencyRoleFieldsOf>('roles.agency-fields');
