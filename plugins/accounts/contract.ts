import { defineEvent, definePort, T, type Tenant, type UserType } from '../../core/contract.ts';

export interface AccountSummary {
  id: number;
  companyId: number;
  email: string;
  name: string;
  userType: UserType;
  status: 'active' | 'suspended' | 'invited';
  phone: string;
}

/** People of companies: other plugins create and look up accounts here, never in the tables. */
export interface AccountsApi {
  /**
   * Creates an account and, without a password, mails an invitation to set one. Throws 422 on `email` when somebody of the
   * same root already has it.
   */
  create(input: {
    company: Tenant;
    email: string;
    name: string;
    userType: UserType;
    phone?: string;
    password?: string;
    isSystem?: boolean;
  }): Promise<{ id: number }>;
  /** Changes what is given; throws 404 for an account the caller cannot see. */
  update(id: number, change: { email?: string; name?: string; phone?: string; status?: 'active' | 'suspended' }): Promise<void>;
  find(id: number): Promise<AccountSummary | null>;
  /** The oldest account of each company: its owner. */
  owners(companyIds: readonly number[]): Promise<Map<number, AccountSummary>>;
  /** Ends all sessions and frees the e-mail addresses of a company's people. */
  removeAllOf(companyId: number): Promise<void>;
}
export const Accounts = definePort<AccountsApi>('accounts.v1');

export const AccountRegistered = defineEvent({
  id: 'accounts.registered',
  version: 1,
  payload: T.Object({ accountId: T.Integer(), companyId: T.Integer() }),
});
