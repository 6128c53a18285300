import { defineEvent, defineExtensionPoint, definePort, T } from '../../../core/contract.ts';

/** How an agency stands to developer mode; the indicator of the agency list is drawn from it. */
export interface DeveloperState {
  /** Root switched the mode on. */
  apiMode: boolean;
  /** Has an API key, be it suspended. */
  hasKey: boolean;
  /** The agency accepted the developer agreement since the mode was last switched on. */
  agreed: boolean;
  /** Nothing of the one-time fee is open. */
  paid: boolean;
}

/** Developer mode of agencies. */
export interface DeveloperApi {
  /** One entry for each agency asked for; agencies that the caller cannot see are left out. */
  stateOf(agencyIds: readonly number[]): Promise<Map<number, DeveloperState>>;
  /**
   * Switches the mode of an agency; needs `update` of `DeveloperMode`. Off suspends the keys at once and forgets the agreement,
   * so that switching on again asks for it, and for the fee, anew. Throws 404 for what is no agency below the caller.
   */
  setMode(agencyId: number, on: boolean): Promise<void>;
  /** Notes that what is due was paid, or settled otherwise; for billing, which asks for no right. */
  settle(agencyId: number): Promise<void>;
}
export const Developer = definePort<DeveloperApi>('developer.v1');

/** An agency accepted the developer agreement: the fee is due and the minimum spend of developer mode begins. Under the agency. */
export const DeveloperAgreed = defineEvent({
  id: 'developer.agreed',
  version: 1,
  payload: T.Object({
    agencyId: T.Integer(),
    /** US cents. */
    feeCents: T.Integer(),
    minimumMaxCents: T.Integer(),
    minimumListCents: T.Array(T.Integer()),
    /** ISO instant. */
    agreedAt: T.String(),
  }),
});

/** Something that programs may be allowed, such as `leads:read`; its title is a message key. */
export interface ApiScope {
  id: string;
  title: string;
}
/** What keys of the API may be good for. Routes name the scope that they need (`programs`). */
export const ApiScopes = defineExtensionPoint<ApiScope>('developer.api-scope');

/** Signing people of clients in without a password. */
export interface SignInLinksApi {
  /**
   * A link that signs one person of a client of the caller's agency in, once and within a minute. Throws 422 on `email` for anybody else.
   * `clientId`: of the program that asks.
   */
  make(clientId: string, email: string): Promise<{ url: string; token: string; seconds: number }>;
}
export const SignInLinks = definePort<SignInLinksApi>('developer.sign-in-links.v1');
