import type { Knex } from 'knex';
import type { Rights } from './areas.ts';
import { definePort } from './plugin.ts';
import type { Program } from './program.ts';
import type { TenantKind, UserType } from './tenancy.ts';
import type { StoredViewRights } from './view-rights.ts';

/**
 * Changes of the kernel's tables; provided by core, for plugins whose manifest names the table in `changes`. All but those of
 * sessions happen in the caller's transaction and under its row-level security. What is only read stands in the views `core_public_*`.
 */

/** Somebody of the same agency and its clients, or of the root, has the e-mail address. The transaction is lost. */
export class AddressTaken extends Error {}

/** The rows of accounts: who may sign in, and with which rights. */
export interface AccountRowsApi {
  /** Answers the account's id; throws `AddressTaken`. */
  insert(account: {
    companyId: number;
    email: string;
    name: string;
    userType: UserType;
    isSystem: boolean;
    status: 'active' | 'suspended' | 'invited';
  }): Promise<number>;
  /** Changes what is given; `rights: null` stands for all rights of the user type. Throws `AddressTaken`. */
  change(
    id: number,
    change: { email?: string; name?: string; status?: 'active' | 'suspended' | 'invited'; rights?: Rights | null },
  ): Promise<void>;
  /** Sets what an operator of the company may do when they look through an account. Answers their name, or null when there is none. */
  setViewRights(operator: { id: number; companyId: number }, rights: StoredViewRights): Promise<string | null>;
  /** Holds an account, or the one whose id a query finds, until the transaction ends; with `share` others may hold it too, and nobody changes it. */
  lock(which: number | Knex.QueryBuilder, options?: { share?: true }): Promise<{ id: number; rights: Rights | null } | undefined>;
  /** Frees the address; sessions are ended by their own port. */
  remove(id: number): Promise<void>;
  /** The same for everybody of a company; answers their ids. */
  removeAllOf(companyId: number): Promise<number[]>;
  /** Takes names, addresses and sessions from the people of a removed company. Needs the platform's sight. */
  eraseAllOf(companyId: number): Promise<void>;
}
export const AccountsPort = definePort<AccountRowsApi>('core.accounts.v1', { changes: 'accounts' });

/** The rows of companies, and their places in the tree. */
export interface TenantRowsApi {
  /** Inserts a company; its place in the tree follows from the parent. Answers its id. */
  insert(company: { kind: Exclude<TenantKind, 'root'>; parentId: number; name: string }): Promise<number>;
  /** Answers whether there was such a company to rename. */
  rename(id: number, name: string): Promise<boolean>;
  /** The company and those below it, locked so that nothing is founded below it meanwhile. */
  lockSubtree(id: number): Promise<number[]>;
  /** Marks a company as gone for everybody. */
  remove(id: number): Promise<void>;
  /** Takes the name from a removed company; its number stays. */
  erase(id: number): Promise<void>;
}
export const TenantsPort = definePort<TenantRowsApi>('core.tenants.v1', { changes: 'tenants' });

/** Hosts belong to the platform: each of these is refused for a company that does not stand below the caller. */
export interface HostRowsApi {
  /** Gives an agency a domain of its own, to which links lead from now on; false when another company has it, or had it a short time ago. */
  take(agencyId: number, host: string): Promise<boolean>;
  /** A domain of the agency's own: left to send on until then, or with null dropped at once. */
  leave(agencyId: number, host: string, until: Date | null): Promise<void>;
  /**
   * Gives an agency the host `<label>.<host of its root>`, and answers whether it has it now. The earlier one sends on for so many days, and
   * stays out of others' hands for longer.
   */
  takeSubdomain(agencyId: number, label: string, redirectDays: number): Promise<boolean>;
  /** A removed company answers under no host any more. */
  releaseAllOf(companyId: number): Promise<void>;
}
export const HostsPort = definePort<HostRowsApi>('core.hosts.v1', { changes: 'hosts' });

/** A session as its owner may see it. */
export interface OpenSession {
  id: string;
  ip: string;
  agent: string;
  createdAt: Date;
  /** When it was last used, to the minute. */
  seenAt: Date;
}

export interface NewSession {
  /** A uuid made by the caller, when they must know the session's id. */
  id?: string;
  accountId: number;
  ip: string;
  agent: string;
  aal: number;
  /** Above `aal`: a second factor is still owed. */
  aalNeeded: number;
  viewedBy?: number;
  parentId?: string;
  minutes?: number;
  /** Whose token it is, where no person signs in: a program that acts in the account's name. */
  program?: Program;
}
/** Opening and ending sessions. Acts at once, whatever becomes of the caller's transaction. */
export interface SessionsApi {
  /** Answers the bearer token of a new session. */
  open(session: NewSession): Promise<string>;
  /** Notes that a password or second factor was given just now. */
  confirm(sessionId: string, aal: number): Promise<void>;
  end(sessionId: string): Promise<void>;
  /** Ends a look through an account; answers a new token for the session it was opened from, or null where that is over. */
  wayBack(lookId: string): Promise<string | null>;
  /** Ends a session and, where it is a look through an account, the one it was opened from. */
  endWithParent(sessionId: string): Promise<void>;
  /** The live sessions that a person opened for themselves, the last used first. */
  list(accountId: number): Promise<OpenSession[]>;
  /** Those of the sessions that have ended. */
  endedAmong(ids: readonly string[]): Promise<Set<string>>;
  /** Ends all sessions of programs with these credentials. */
  endPrograms(ids: readonly string[]): Promise<void>;
  /** Ends all sessions of an account but the one named. */
  endAll(accountId: number, but?: string): Promise<void>;
}
export const SessionsPort = definePort<SessionsApi>('core.sessions.v1', { changes: 'sessions' });

/** Operators' changes of forms; provided by core. */
export interface FormLayersApi {
  /** Ids of forms with published changes of the caller's company that no longer fit, one for each change. */
  unfit(): Promise<string[]>;
}
export const FormLayers = definePort<FormLayersApi>('core.form-layers.v1');
