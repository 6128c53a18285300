import { definePort } from '../../../core/contract.ts';
import type { CompanyUserInput } from '../../foundation/companies/contract.ts';

/** Somebody who works for an agency or the root, for other plugins to write to or to name. */
export interface Colleague {
  id: number;
  name: string;
  email: string;
}
export interface PeopleApi {
  /**
   * Gives an account the role and personal restrictions that a call names: `ClientRole`, `permission_active`, `user_permissions`.
   * A call that names none of them changes nothing. Throws what `Roles.set` throws, and 422 on the field.
   */
  giveRights(accountId: number, input: CompanyUserInput): Promise<void>;
  /** People of a company who asked to be told of what happens (`adminGetNotification`), as far as the caller sees them. */
  notified(companyId: number): Promise<Colleague[]>;
  /** Whom a company's clients turn to: who is named for `customercare`, else the default administrator, else the owner. */
  customerCare(companyId: number): Promise<Colleague | null>;
  /** The sales person of the caller's root with this referral code, whatever the caller sees; null for an unknown code. */
  byReferralCode(code: string): Promise<Colleague | null>;
}
/** Administrators and sales people of a company. */
export const People = definePort<PeopleApi>('people.v1');
