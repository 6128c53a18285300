import type { Knex } from 'knex';
import { type Ctx, defineEvent, definePort, defineExtensionPoint, T, type Tenant, type UserType } from '../../../core/contract.ts';

export interface AccountSummary {
  id: number;
  companyId: number;
  email: string;
  name: string;
  userType: UserType;
  status: 'active' | 'suspended' | 'invited';
  phone: string;
}

/** Ids of accounts, or a query that selects them: what is asked by a query need not wait for another's answer. */
export type AccountIds = readonly number[] | Knex.QueryBuilder;

/** People of companies: other plugins create and look up accounts here, never in the tables. */
export interface AccountsApi {
  /**
   * Creates an account and, without a password, mails an invitation to set one. Throws 422 on `email` when somebody of the same agency
   * and its clients, or of the root, already has it.
   */
  create(input: {
    company: Tenant;
    email: string;
    name: string;
    userType: UserType;
    phone?: string;
    password?: string;
    isSystem?: boolean;
    /**
     * `now`: a stranger typed the address and the password, so a code is mailed, and nobody signs in before it was shown at the page
     * `go`. `at-sign-in`: whoever makes the account chose the password, so the first sign-in asks for a code.
     */
    proveEmail?: 'now' | 'at-sign-in';
  }): Promise<{ id: number; go?: string }>;
  /**
   * Changes what is given; throws 404 for an account the caller cannot see. Another e-mail address needs a fresh sign-in (403) and counts
   * only when it was confirmed through a link mailed to it: until then it is answered as `pendingEmail`.
   */
  update(
    id: number,
    change: { email?: string; name?: string; phone?: string; status?: 'active' | 'suspended' },
  ): Promise<{ pendingEmail: string | null }>;
  /** Tells whoever has the address in the agency by mail that somebody tried to register with it. */
  tellTaken(agencyId: number, email: string): Promise<void>;
  find(id: number): Promise<AccountSummary | null>;
  /** The oldest account of each company: its owner. */
  owners(companyIds: readonly number[]): Promise<Map<number, AccountSummary>>;
  /** Selects the ids of these owners. */
  ownerIds(companyIds: readonly number[]): Knex.QueryBuilder;
  /** Ends all sessions and frees the e-mail addresses of a company's people. */
  removeAllOf(companyId: number): Promise<void>;
  /** Removes one account: its sessions end at once and its e-mail address is free again. Throws 404 for an account the caller may not change. */
  remove(id: number): Promise<void>;
  /** Mails a fresh invitation; the links mailed before are void. Throws 404 as above, 409 for somebody who has a password already. */
  invite(id: number): Promise<void>;
  /** The phone numbers of some accounts, as they were given; those without one are left out. */
  phones(ids: readonly number[]): Promise<Map<number, string>>;
  /** Those of the accounts that have not set a password yet. */
  invited(ids: AccountIds): Promise<Set<number>>;
  /** Those of the accounts that show a second factor at sign-in. */
  withFactor(ids: readonly number[]): Promise<Set<number>>;
  /** Those of the accounts whose second factor the caller may have taken off: they have one, and nobody asked for it yet. */
  resettable(ids: AccountIds): Promise<Set<number>>;
  /** The address that waits to be confirmed, of those of the accounts that have one. */
  pendingEmails(ids: AccountIds): Promise<Map<number, string>>;
  /**
   * Takes name, address and secrets from the people of a company that was removed long ago; their numbers stay, for the user log
   * names them. Needs the platform's sight.
   */
  eraseAllOf(companyId: number): Promise<void>;
  /**
   * Asks the account for a mailed code at each sign-in, or no longer does; an authenticator app that the person chose stays. Whose
   * password is short because of the code is mailed a link to set a longer one when they next sign in.
   */
  demandFactor(id: number, on: boolean): Promise<void>;
}
export const Accounts = definePort<AccountsApi>('accounts.v1');

/** Signing in people whose identity another way than a password has shown; for public `intent` routes with the host's scope. */
export interface SignInApi {
  /** The active accounts with an e-mail address among those that the request's host serves: of several companies on a shared host. Needs a transaction. */
  people(email: string): Promise<{ id: number; companyId: number }[]>;
  /**
   * Stands for a password that was right: opens a session, or answers the challenge of a second factor that the account asks for and the
   * path where its code is typed. Throws 401 for an account that may not sign in. To be called outside of transactions.
   */
  admit(accountId: number): Promise<{ access_token: string } | { challenge: string; go: string }>;
}
export const SignIn = definePort<SignInApi>('accounts.sign-in.v1');

/** Keeps machines from trying names and passwords or registering in bulk: for public `intent` routes, outside of transactions. */
export interface HumanCheckApi {
  /**
   * Throws 422 on `gtoken` when the caller's address or the name has had too many attempts, a captcha service is configured and the
   * token does not show that a person solved its puzzle. `captcha` and `captcha_script` in the problem
   * are what the puzzle is drawn with.
   */
  pass(name: string, token: string | undefined): Promise<void>;
  /** Counts an attempt of the caller's address with this name. */
  note(name: string): Promise<void>;
}
export const HumanCheck = definePort<HumanCheckApi>('accounts.human-check.v1');

/**
 * What another plugin adds to the signed-in user's answer of `GET /user`: fields under the specification's names, in the
 * caller's transaction. The account's own fields win over fields of the same name.
 */
export interface UserFieldsOf {
  id: string;
  /** Those of its fields that others ask for by their names (`userField`); for one of these nobody but those who name it is asked. */
  named?: readonly string[];
  /** Asked side by side with the others (`ctx.together`): it only reads. */
  of(ctx: Ctx): Promise<Record<string, unknown>>;
}
export const UserFields = defineExtensionPoint<UserFieldsOf>('accounts.user-fields');

/** What another plugin does with a new account in the transaction that makes it, e.g. limit its rights. Throwing prevents it. */
export type NewAccount = (ctx: Ctx, accountId: number) => Promise<void>;
export const NewAccounts = defineExtensionPoint<NewAccount>('accounts.new');

/** Somebody registered by themselves. Emitted under their company. */
export const AccountRegistered = defineEvent({
  id: 'accounts.registered',
  version: 1,
  payload: T.Object({ accountId: T.Integer(), companyId: T.Integer() }),
});
