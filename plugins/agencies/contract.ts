import { type Ctx, defineEvent, definePort, defineSlot, type Static, T, type Tenant, type UserType } from '../../core/contract.ts';

/** The company tree as other plugins use it. */
export interface CompaniesApi {
  /** Creates a company below `parent`; the name is trimmed and 1 to 200 characters long. */
  create(input: { kind: 'agency' | 'client'; parent: Tenant; name: string }): Promise<Tenant>;
  rename(companyId: number, name: string): Promise<void>;
  /** Soft delete: the company and those below it are gone for everybody at once, their rows stay for 30 days. */
  remove(companyId: number): Promise<void>;
  /** Which products are on for a company: root's grant, the agency's and the client's own narrowing. */
  modules(company: Tenant): Promise<{ product: string; plugin: string; on: boolean }[]>;
  /** Checks and tidies what was typed about a company and its person; throws 422 with every fault on its field. */
  contact(input: ContactInput, options: { phone: 'required' | 'optional' }): Contact;
  /**
   * Creates the person of a company, with an invitation by mail, or with `accountId` changes that one.
   * An e-mail address that is taken answers 422 on `ClientEmail`.
   */
  savePerson(company: Tenant, person: Contact, userType: UserType, accountId?: number): Promise<void>;
}
export const Companies = definePort<CompaniesApi>('agencies.v1');

/** What the forms about agencies and clients ask, under the specification's names. */
export interface ContactInput {
  /** Without it the company is called like its person. */
  ClientCompanyName?: string;
  ClientFullName: string;
  ClientEmail: string;
  ClientPhone?: string;
  /** Two-letter country for a number without a leading `+`; default US. */
  ClientPhoneCountryCode?: string;
}
export interface Contact {
  companyName: string;
  fullName: string;
  email: string;
  /** `number` in the form +13125550123, or empty. */
  phone: { number: string; country: string; callingCode: string };
}

/** A company together with its person, as the lists of the specification show it. */
export const CompanyUser = T.Object({
  /** Account of the person; null for a company that has nobody. */
  id: T.Union([T.Integer(), T.Null()]),
  company_id: T.Integer(),
  company_root_id: T.Integer(),
  company_name: T.String(),
  name: T.String(),
  email: T.String(),
  user_type: T.String(),
  phonenum: T.String(),
  phone_country_code: T.String(),
  phone_country_calling_code: T.String(),
  created_at: T.String(),
  subdomain: T.Optional(T.Union([T.String(), T.Null()])),
  sales: T.Optional(T.Array(T.String())),
  timezone: T.Optional(T.String()),
});
export type CompanyUserRow = Static<typeof CompanyUser>;

export const COMPANY_USER_SORTS = ['company_name', 'name', 'email', 'phonenum', 'sales', 'created_at'] as const;
export interface CompanyUserQuery {
  offset: number;
  perPage: number;
  /** Null: newest first. */
  sort: (typeof COMPANY_USER_SORTS)[number] | null;
  order: 'asc' | 'desc';
  search: string;
}
/** Fields of the specification's CreateClient and UpdateClient that some kind of user takes notice of. */
export interface CompanyUserInput extends ContactInput {
  DownlineSubDomain?: string;
  timezone?: string;
  selectedterms?: { term: string; status: string | boolean }[];
  selectedmodules?: { type: string; status: string | boolean }[];
}

/**
 * A kind of user under `/configuration/user`: the plugin that owns the kind fills the slot with its rules.
 * Each function checks the caller's abilities itself and works in the caller's transaction.
 */
export interface UserKind {
  /** The value of `userType` and `{type}`. */
  type: UserType;
  list(ctx: Ctx, query: CompanyUserQuery): Promise<{ rows: CompanyUserRow[]; total: number }>;
  create(ctx: Ctx, input: CompanyUserInput): Promise<CompanyUserRow>;
  update(ctx: Ctx, at: { companyId: number; accountId: number }, input: CompanyUserInput): Promise<CompanyUserRow>;
  /** Answers the name of what was removed. */
  remove(ctx: Ctx, companyId: number): Promise<string>;
}
export const UserKinds = defineSlot<UserKind>('agencies.user-kind');

export const AgencyCreated = defineEvent({ id: 'agencies.agency-created', version: 1, payload: T.Object({ agencyId: T.Integer() }) });
/** Emitted under the company above the removed one, which itself is gone. */
export const CompanyRemoved = defineEvent({ id: 'agencies.company-removed', version: 1, payload: T.Object({ companyId: T.Integer() }) });
/** Root switched a module for an agency. */
export const ModuleSwitched = defineEvent({
  id: 'agencies.module-switched',
  version: 1,
  payload: T.Object({ agencyId: T.Integer(), plugin: T.String(), on: T.Boolean() }),
});
