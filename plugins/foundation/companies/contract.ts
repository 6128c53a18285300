import {
  type Ctx,
  defineEvent,
  defineExtensionPoint,
  definePort,
  Flag,
  type Static,
  T,
  type Tenant,
  type UserType,
} from '../../../core/contract.ts';
import type { COMPANY_USER_SORTS } from './filters.ts';

/** The company tree as other plugins use it. */
export interface CompaniesApi {
  /** Creates a company below `parent`; the name is trimmed and 1 to 200 characters long. */
  create(input: { kind: 'agency' | 'client'; parent: Tenant; name: string }): Promise<Tenant>;
  /** Whether the root has an agency of this name with a person of this address. Nobody founds another until the transaction ends. */
  isFounded(root: Tenant, name: string, email: string): Promise<boolean>;
  rename(companyId: number, name: string): Promise<void>;
  /**
   * Soft delete: the company and those below it are gone for everybody at once, their rows stay for 30 days. Throws 409 with all reasons
   * while other plugins hold something open (`RemovalGuards`).
   */
  remove(companyId: number): Promise<void>;
  /** Checks and tidies what was typed about a company and its person; throws 422 with every fault on its field. */
  contact(input: ContactInput, options: { phone: 'required' | 'optional' }): Contact;
  /**
   * Creates the person of a company, with the password given or else an invitation by mail, or with `accountId` changes that one.
   * Answers the account, and another e-mail address that counts only once it is confirmed. One that is taken answers 422 on `ClientEmail`.
   */
  savePerson(
    company: Tenant,
    person: Contact,
    userType: UserType,
    accountId?: number,
  ): Promise<{ id: number; pendingEmail: string | null }>;
  /**
   * Ids of companies for which all filters of the lists hold, as the plugins say that fill `CompanyFacts`; null when none was given.
   * Throws 422 for a filter or a value that nobody knows.
   */
  matching(filters: CompanyFilters): Promise<number[] | null>;
  /** What all plugins know of these companies, for the rows of a list. */
  facts(companyIds: readonly number[]): Promise<Map<number, NodeFacts>>;
  /** Which products are on for a company: root's grant, the agency's and the client's own narrowing. */
  products(company: Tenant): Promise<{ product: Product; plugin: string; on: boolean }[]>;
  /** Throws 409 with what is open of these products, by product: it is stopped by hand before they are taken away. */
  refuseWhileOpen(filter: OpenCampaignFilter, products: readonly string[]): Promise<void>;
  /** Whether the actor looks after the agency: as one of its sales people, or as an operator. */
  looksAfter(agencyId: number): Promise<boolean>;
  /** Payment terms that the company's agency may offer, in the order of the specification. */
  paymentTerms(company: Tenant): Promise<PaymentTerm[]>;
  /** How a company stands to the beta features: whether it can use any, and each by its slug with `status` T where it can use that one. */
  beta(company: Tenant): Promise<{ isBeta: boolean; betaFeature: Record<string, BetaFeature & { status: 'T' | 'F' }> }>;
}
export const Companies = definePort<CompaniesApi>('companies.v1');

/** What the forms about agencies and clients ask, under the specification's names. */
export interface ContactInput {
  /** Without it the company is called like its person. */
  ClientCompanyName?: string;
  ClientFullName: string;
  ClientEmail: string;
  ClientPhone?: string;
  /** Two-letter country for a number without a leading `+`; default US. */
  ClientPhoneCountryCode?: string;
  /** A first password; without one the person is invited by mail. */
  ClientPass?: string;
}
export interface Contact {
  companyName: string;
  fullName: string;
  email: string;
  /** `number` in the form +13125550123, or empty. */
  phone: { number: string; country: string; callingCode: string };
  /** For somebody new only. */
  password?: string;
}

const MaybeFlag = T.Optional(Flag);
const Text = T.Optional(T.Union([T.String(), T.Null()]));
const Account = T.Optional(T.Union([T.Integer(), T.Null()]));
const Choices = T.Optional(T.Array(T.Object({ value: T.String(), label: T.String() })));

/** The specification's further fields of a node of the tree. Each kind of company has those that make sense for it. */
const NodeFields = {
  subdomain: Text,
  orisubdomain: Text,
  domain: Text,
  external_organizationid: Text,
  package_id: Text,
  /** `(NWM)`, `(NWY)`, `(WM)`, `(WY)`, `(FREE)`, or empty. */
  package_label: T.Optional(T.String()),
  manual_bill: MaybeFlag,
  exclude_minimum_spend: T.Optional(T.Integer()),
  exclude_onboard_charge: T.Optional(T.Integer()),
  is_onboard_charged: T.Optional(T.Integer()),
  customer_payment_id: Text,
  /** `failed` or `active`. */
  payment_status: T.Optional(T.String()),
  is_whitelabeling: MaybeFlag,
  default_admin: MaybeFlag,
  api_mode: MaybeFlag,
  is_user_generate_api: MaybeFlag,
  is_marketing_services_agreement_developer: MaybeFlag,
  /** `orange`, `green`, `blue` or `gray`: how the agency stands to developer mode. */
  api_indicator: T.Optional(T.String()),
  profile_setup_completed: MaybeFlag,
  status_acc: T.Optional(T.String()),
  /** Whether the caller may have the person's second factor taken off. */
  may_reset_factor: MaybeFlag,
  /** Whether another e-mail address waits to be confirmed, and what a list says of it. */
  email_waits: MaybeFlag,
  email_note: Text,
  role_id: Account,
  salesrep: Text,
  salesrepid: Account,
  accountexecutive: Text,
  accountexecutiveid: Account,
  accountref: Text,
  accountrefid: Account,
  rootpaymentterm: Choices,
  rootmodules: Choices,
  selected_payment_term: T.Optional(T.Array(T.Object({ term: T.String(), status: Flag }))),
  selected_modules: T.Optional(T.Array(T.Object({ type: T.String(), status: Flag }))),
  /** Number of companies below. */
  children: T.Optional(T.Integer()),
};

const Node = T.Object(NodeFields);
/** Fields of a node that another plugin knows best. */
export type NodeFacts = Partial<Static<typeof Node>>;

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
  sales: T.Optional(T.Array(T.String())),
  timezone: T.Optional(T.String()),
  ...NodeFields,
});
export type CompanyUserRow = Static<typeof CompanyUser>;

/** Filters of the lists of companies; each is left out or one of the values that some plugin knows. */
export interface CompanyFilters {
  CardStatus?: string;
  CampaignStatus?: string;
  /** Names separated by commas, e.g. `api_key_generated,developer_mode_enabled`: all of them must hold. */
  Filters?: string;
}
export interface CompanyUserQuery extends CompanyFilters {
  offset: number;
  perPage: number;
  /** Null: newest first. */
  sort: (typeof COMPANY_USER_SORTS)[number] | null;
  order: 'asc' | 'desc';
  search: string;
  /** Companies to leave out. */
  exclude?: readonly number[];
}
/** How the specification's callers say yes and no. */
export type Yes = 'T' | 'F' | boolean;
/** Fields of the specification's CreateClient and UpdateClient that some kind of user takes notice of. What is left out stays as it is. */
export interface CompanyUserInput extends ContactInput {
  DownlineSubDomain?: string;
  /** An agency's own domain; empty takes it away. */
  DownlineDomain?: string;
  /** The agency's number in other systems. */
  DownlineOrganizationID?: string | number | boolean | null;
  ClientWhiteLabeling?: 'T' | 'F';
  ApiMode?: 'T' | 'F';
  timezone?: string;
  selectedterms?: { term: string; status: string | boolean }[];
  selectedmodules?: { type: string; status: string | boolean }[];
  /** A role of the caller's company; null or empty takes it away. */
  ClientRole?: number | string | null;
  /** The client's website. */
  ClientDomain?: string;
  disabledreceivedemail?: Yes;
  disabledaddcampaign?: Yes;
  enablephonenumber?: Yes;
  editorspreadsheet?: Yes;
  /** Asks the person for a code at each sign-in. */
  twoFactorAuth?: Yes;
  companyGroupID?: number | string | null;
  permission_active?: Yes;
  /** JSON text. */
  user_permissions?: string | null;
  defaultAdmin?: Yes;
  customercare?: Yes;
  adminGetNotification?: Yes;
  salesRep?: Yes;
  salesAE?: Yes;
  /** A sales person's referral code. */
  salesRef?: string | null;
}

/**
 * A kind of user under `/configuration/user`: the plugin that owns the kind contributes its rules.
 * Each function checks the caller's abilities itself and works in the caller's transaction.
 */
export interface UserKind {
  /** The value of `userType` and `{type}`. */
  type: UserType;
  list(ctx: Ctx, query: CompanyUserQuery): Promise<{ rows: CompanyUserRow[]; total: number }>;
  create(ctx: Ctx, input: CompanyUserInput): Promise<CompanyUserRow>;
  /** Answers an e-mail address that counts only once it is confirmed. */
  update(ctx: Ctx, at: { companyId: number; accountId: number }, input: CompanyUserInput): Promise<string | null>;
  /** Answers the name of what was removed. */
  remove(ctx: Ctx, companyId: number, accountId: number): Promise<string>;
  /** Its people belong to the caller's own company; otherwise to a company below. */
  own?: true;
}
export const UserKinds = defineExtensionPoint<UserKind>('companies.user-kind');

/** What a plugin knows of companies: fields of their rows in the lists of agencies and clients, and filters over those lists. */
export interface CompanyFactsOf {
  id: string;
  /** Facts of the companies asked for, in the caller's sight; those it knows nothing of are left out. A `failed` payment of one plugin counts. */
  of?(ctx: Ctx, companyIds: readonly number[]): Promise<Map<number, NodeFacts>>;
  /** By filter and value: the agencies and clients in the caller's sight for which it holds, e.g. `{ CardStatus: { failed: ... } }`. */
  filters?: Record<string, Record<string, (ctx: Ctx) => Promise<number[]>>>;
}
export const CompanyFacts = defineExtensionPoint<CompanyFactsOf>('companies.facts');

/** A product by the name that calls have for it, such as `local`. */
export type Product = string;

/** A product that clients may have campaigns of. What belongs to one whose plugin is gone stays, and shows as unavailable. */
export interface ProductOf {
  product: Product;
  /** The plugin whose switch turns it on and off. */
  plugin: string;
  /** Message key of its own name. */
  title: string;
  /** A Tabler icon by its name. */
  icon: string;
  /** Its place among the products. */
  order: number;
}
export const Products = defineExtensionPoint<ProductOf>('companies.product');

/** For when clients pay, as the specification names them and in its order. */
export const PAYMENT_TERMS = ['Weekly', 'Monthly', 'OneTime', 'Prepaid'] as const;
export type PaymentTerm = (typeof PAYMENT_TERMS)[number];

/** Whose things are meant: those of an agency's clients, or of one client. */
export interface OpenCampaignFilter {
  agencyId?: number;
  companyId?: number;
}
/** What is open of a product, e.g. the ids of its campaigns. Filled by the plugin that holds it. */
export type OpenOfProduct = (ctx: Ctx, filter: OpenCampaignFilter, product: string) => Promise<number[]>;
export const OpenOfProducts = defineExtensionPoint<OpenOfProduct>('companies.open-of-product');

/** A beta feature as the specification tells of it. `id` is the key of its switch, e.g. `wallet.data_wallet`. */
export interface BetaFeature {
  id: string;
  /** The key without its plugin: `data_wallet`. */
  slug: string;
  name: string;
  is_beta: 'T' | 'F';
  apply_to_all_agency: 'T' | 'F';
}
/** What a beta feature needs beside its switch, e.g. an accepted agreement. Filled by the plugin that knows. */
export interface BetaCondition {
  /** Key of the feature's switch. */
  feature: string;
  /** Message key of what is missing for the company, or null. Asked under the company itself or from above. */
  obstacle(ctx: Ctx, company: Tenant): Promise<string | null>;
}
export const BetaConditions = defineExtensionPoint<BetaCondition>('companies.beta-condition');

/**
 * Whether the caller may change the address of an account below or beside them: whoever gives an account another address can open it.
 * Answers a message key of what speaks against it, or null. Filled by the plugin that knows rights.
 */
export type AddressGuard = (ctx: Ctx, accountId: number) => Promise<string | null>;
export const AddressGuards = defineExtensionPoint<AddressGuard>('companies.address-guard');

/** Whether the actor looks after an agency: as one of its sales people, or as an operator. Filled by the plugin that assigns them. */
export type SalesAssignment = (ctx: Ctx, agencyId: number) => Promise<boolean>;
export const SalesAssignments = defineExtensionPoint<SalesAssignment>('companies.sales-assignment');

/**
 * What stands in the way of removing a company, as texts in the caller's language that name it, e.g. unpaid invoices.
 * Filled by plugins that hold something open for companies; asked for a client and for an agency with all its clients.
 */
export type RemovalGuard = (ctx: Ctx, company: Tenant) => Promise<string[]>;
export const RemovalGuards = defineExtensionPoint<RemovalGuard>('companies.removal-guard');

/**
 * Erases what a plugin holds of people in a company that was removed 30 days ago; what the ledger needs stays. Called with the
 * platform's sight, so each statement must name the company; a repeated call must do no harm.
 */
export type Erasure = (ctx: Ctx, companyId: number) => Promise<void>;
export const Erasures = defineExtensionPoint<Erasure>('companies.erasure');

/**
 * What goes on at agencies with products, and would change if they were taken away: counted in the caller's sight, as what follows is told before
 * a module is switched off. Filled by the plugin that holds it.
 */
export interface ProductUse {
  id: string;
  order: number;
  /** Message key with `{count}`: what it is, and what becomes of it. */
  text: string;
  /** How many there are at each of the agencies, with their clients; agencies without any are left out. In as many statements however many these are. */
  of(ctx: Ctx, products: readonly Product[], agencyIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
}
export const ProductUses = defineExtensionPoint<ProductUse>('companies.product-use');

/** Something that waits for people at agencies, as operators count it over all of them: how much and since when, never whose data it is. */
export interface AgencyIssue {
  id: string;
  order: number;
  /** Message key: what it is. */
  title: string;
  /** The agencies with any, their clients' included; in the caller's sight. It only reads (`ctx.together`). */
  of(ctx: Ctx): Promise<readonly { agencyId: number; count: number; since: Date | null }[]>;
}
export const AgencyIssues = defineExtensionPoint<AgencyIssue>('companies.agency-issue');

/** Topic of live news about the list of agencies. */
export const AGENCY_NEWS = 'companies.agencies';

/** The root has a new agency. Emitted under the agency. */
export const AgencyCreated = defineEvent({ id: 'companies.agency-created', version: 1, payload: T.Object({ agencyId: T.Integer() }) });
/** Emitted under the company above the removed one, which itself is gone. */
export const CompanyRemoved = defineEvent({ id: 'companies.removed', version: 1, payload: T.Object({ companyId: T.Integer() }) });
