import { type Ctx, definePort, defineExtensionPoint, type Static, type Tenant, type TSchema } from '../../../core/contract.ts';

import type { PaymentTerm } from '../../foundation/companies/contract.ts';

/**
 * A setting under `GET /configuration/setting/{companyId}/{name}` and `PUT /configuration/setting`. The plugin that owns it
 * contributes it; the calls themselves are declared once, by white-label. Who may do what is checked here, by the owner.
 */
export interface NamedSetting<X extends TSchema = TSchema> {
  /** The specification's `settingname` and `comsetname`. */
  name: string;
  /** Its value may also be read by companies below the one that holds it, e.g. by an agency's clients. Default: only from above. */
  fromBelow?: true;
  /**
   * The answer of the GET, e.g. `{ data, rootcostagency, dpay }`. `company` is the caller's own, one below it, or with `fromBelow` one
   * above it, then without its name. Throws `notFound()` where the caller may not know it.
   */
  read(ctx: Ctx, company: Tenant): Promise<Record<string, unknown>>;
  /** How `comsetval` is stored. Without it the setting cannot be changed by this call. */
  save?: {
    /** Of `comsetval`; checked before `run`, faults answer 422 on `comsetval.<field>`. A function where it depends on what is installed. */
    schema: X | ((ctx: Ctx) => X);
    /** Stores the value and writes the audit row. May answer a message instead of 'Your settings have been saved.' */
    run(ctx: Ctx, company: Tenant, value: Static<X>): Promise<string | void>;
  };
}
export const NamedSettings = defineExtensionPoint<NamedSetting>('white-label.named-setting');
/** Helps with the types of `save.schema` and `save.run`. */
export const defineNamedSetting = <X extends TSchema>(setting: NamedSetting<X>): NamedSetting<X> => setting;

/** Addresses of companies as other plugins use them. */
export interface DomainsApi {
  /**
   * Gives the agency the host `<label>.<host of its root>`; the earlier one stays its own, so old links work on. Throws 422 on `field`
   * for a label that is reserved, taken or malformed. Answers the label as it is kept.
   */
  giveSubdomain(agencyId: number, typed: string, field: string): Promise<string>;
  /**
   * Claims a domain of its own for the agency, in place of the one it had; empty gives it up. It answers once its DNS proves the claim.
   * Throws 422 on `field` for a name that cannot be claimed. The same name again changes nothing.
   */
  claimDomain(agency: Tenant, typed: string, field: string): Promise<void>;
  /** The labels of agencies' subdomains by their number; those without one are left out. */
  subdomainsOf(agencyIds: readonly number[]): Promise<Map<number, string>>;
  /** Domains of agencies by their number, whatever their state. */
  domainsOf(agencyIds: readonly number[]): Promise<Map<number, { domain: string; state: 'pending' | 'verified' | 'failed' }>>;
}
/** The payment term that an agency lets things begin with (`paymenttermDefault`), one of those it offers. */
export interface TermDefaultsApi {
  of(agency: Tenant): Promise<PaymentTerm>;
}
export const TermDefaults = definePort<TermDefaultsApi>('white-label.term-defaults.v1');

export const Domains = definePort<DomainsApi>('white-label.v1');
