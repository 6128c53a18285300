import { defineExtensionPoint, definePort, type Ctx } from '../../../core/contract.ts';

/** How an account stands with setting up and paying; the navigation guard and `GET /user/checksetupcomplete/{id}` go by it. */
export interface SetupState {
  setupcomplete: 'T' | 'F';
  /** Why access is narrowed, e.g. `paymentfailed`; empty: it is not. */
  accessmodule: string;
  /** The campaign whose payment failed, and the amount in cents as text; both empty otherwise. */
  fcampid: string;
  finamt: string;
  paymentStatusFailed: boolean;
  cardSet: boolean;
  /** The company's account at the payment provider. */
  accountConnected: 'completed' | 'pending' | 'inverification' | 'failed' | 'empty';
  /** Whether an agency has one of the plans that the operator sells; whoever needs none has it. */
  planSet: boolean;
}

/** Whether an account counts as connected: an agency needs its plan beside the account at the provider. */
export const countsAsConnected = ({ accountConnected, planSet }: Pick<SetupState, 'accountConnected' | 'planSet'>): boolean =>
  accountConnected === 'completed' && planSet;

/** What other plugins know of an account's set-up. Later answers replace earlier ones field by field. */
export interface SetupCheck {
  order: number;
  of(ctx: Ctx): Promise<Partial<SetupState>>;
}
export const SetupChecks = defineExtensionPoint<SetupCheck>('profile.setup-checks');

/** Where a company is, as its profile says; parts that it left out are empty. */
export interface CompanyAddress {
  line1: string;
  city: string;
  /** Two letters in the United States. */
  region: string;
  postalCode: string;
  country: string;
}
export interface CompanyAddressesApi {
  /** Of the caller's company or one below it; null where its profile says nothing. */
  of(companyId: number): Promise<CompanyAddress | null>;
}
/** Companies' own addresses. */
export const CompanyAddresses = definePort<CompanyAddressesApi>('profile.company-addresses.v1');
