import type { Knex } from 'knex';
import { definePort } from '../../../../core/contract.ts';
import type { Reidentification } from '../../../campaign-management/campaigns/contract.ts';
import type { Product } from '../../../foundation/companies/contract.ts';
import type { Evidence, Lead, LeadPerson, ListedLead } from './lead.ts';
import type { LeadSource, OutcomeDef } from './intake.ts';

/** Which leads; whatever is left out is left open. */
export interface LeadNarrowing {
  campaignId?: number;
  companyId?: number;
  product?: Product;
  from?: Date;
  /** The first instant that is no longer meant. */
  to?: Date;
  /** The beginning of a name, an e-mail address or a company. */
  search?: string;
  /** Two letters. */
  state?: string;
  isTest?: boolean;
  converted?: boolean;
  /** Upper and lower case are alike. */
  tag?: string;
  /** By the name of a facet the value that it is to have. */
  facets?: Readonly<Record<string, string>>;
  /** These and no others. */
  ids?: readonly string[];
  /** Those of these campaigns that came in their span: one span for each time zone in which days are counted. */
  spans?: readonly LeadSpan[];
}
/** When leads of some campaigns came; `to` is the first instant that is no longer meant. Of several spans all have a bound or none has. */
export interface LeadSpan {
  /** Their ids, as a subquery. */
  campaigns: Knex.QueryBuilder;
  from?: Date;
  to?: Date;
}
export interface LeadQuery extends LeadNarrowing {
  sort: 'created' | 'name' | 'email' | 'campaign';
  order: 'asc' | 'desc';
  page: number;
  perPage: number;
}
/** Which leads a walk goes through. */
export type LeadWalk = LeadNarrowing;
/** Where a walk is: behind this lead. */
export interface LeadPlace {
  id: string;
  /** When it was made, to the microsecond. */
  at: string;
}
/** Counts of one local day. Observations of robots and the like are none. */
export interface DayCount {
  day: string;
  observations: number;
  leads: number;
  /** What the clients pay for these leads, and what their agency does. */
  retailCents: number;
  wholesaleCents: number;
}
/** Leads of one campaign and local day. */
export interface CampaignDay extends Omit<DayCount, 'observations'> {
  campaignId: number;
  companyId: number;
  product: Product;
}
/** Leads of one client in a period. */
export interface ClientCount extends Omit<DayCount, 'day' | 'observations'> {
  companyId: number;
}
/** Leads of one client and local day. */
export interface ClientDay {
  companyId: number;
  day: string;
  leads: number;
}
/** Leads of one product and local day. */
export interface ProductDay {
  product: Product;
  day: string;
  leads: number;
}
/** Leads of one agency and local day. */
export interface AgencyDay {
  agencyId: number;
  day: string;
  leads: number;
}
/** Counts of one agency, its clients' campaigns together. */
export interface AgencyCount {
  agencyId: number;
  observations: number;
  leads: number;
  /** What the clients pay for these leads, and what the agency does. */
  retailCents: number;
  wholesaleCents: number;
}
export interface OutcomeCount extends OutcomeDef {
  name: string;
  count: number;
}
/** A field of a lead's evidence as screens and files show it. */
export interface EvidenceField {
  name: string;
  /** Message key. */
  title: string;
  as: 'text' | 'number' | 'time' | 'link';
}

export interface SoldFilter {
  campaignId?: number;
  companyId?: number;
  product?: Product;
  from: Date;
  to: Date;
  timezone: string;
}

/** Leads as other plugins read them; every call sees only what its caller may see. */
export interface LeadsApi {
  /** `isLeast`: there may be more than `total`, which is as far as they were counted. */
  page(query: LeadQuery): Promise<{ rows: ListedLead[]; total: number; isLeast: boolean }>;
  /**
   * The leads behind a place, newest first: at most so many, and often fewer or none before the end. `next` is where to go on, null at the end.
   * Each step costs the same however far the walk is, and meets nobody twice, whatever arrives or goes meanwhile.
   */
  walk(which: LeadWalk, behind: LeadPlace | null, most: number): Promise<{ rows: Lead[]; next: LeadPlace | null }>;
  byId(ids: readonly string[]): Promise<Lead[]>;
  days(filter: {
    campaignId?: number;
    companyId?: number;
    agencyId?: number;
    product?: Product;
    from: Date;
    to: Date;
    timezone: string;
  }): Promise<DayCount[]>;
  /** Leads by day and campaign, at most so many: the earliest days first. Days of campaigns that sold nothing are left out. */
  campaignDays(filter: SoldFilter, most: number): Promise<CampaignDay[]>;
  /**
   * On how many lines `campaignDays` answers, by day, the newest first. Counting stops at `most` lines, if need be within a day, and there may be more
   * then. Campaigns that `asOne` finds the ids of are one line of each day.
   */
  soldLines(
    filter: SoldFilter,
    asOne: Knex.QueryBuilder,
    most: number,
  ): Promise<{ days: { day: string; lines: number }[]; isLeast: boolean }>;
  /** Clients with leads in the period, in one statement. */
  clients(filter: { product?: Product; from: Date; to: Date; timezone: string }): Promise<ClientCount[]>;
  /** Leads of these clients by day; days without any are left out. */
  clientDays(ids: readonly number[], filter: { product?: Product; from: Date; to: Date; timezone: string }): Promise<ClientDay[]>;
  /** Leads of each product by day; days without any are left out. */
  productDays(filter: { from: Date; to: Date; timezone: string }): Promise<ProductDay[]>;
  /** Leads by the state in which their people live, in two letters; those of whom it is not known are left out. */
  states(filter: {
    campaignId?: number;
    product?: Product;
    from: Date;
    to: Date;
    timezone: string;
  }): Promise<{ state: string; leads: number }[]>;
  /** Agencies with anything to count in the period, in one statement; what they pay is for operators alone to see. */
  agencies(filter: { product?: Product; from: Date; to: Date; timezone: string }): Promise<AgencyCount[]>;
  /** Leads of these agencies by day; days without any are left out. */
  agencyDays(ids: readonly number[], filter: { from: Date; to: Date; timezone: string }): Promise<AgencyDay[]>;
  /** How many observations ended how from `from` on, up to `to` where that is said: every outcome that the installed plugins declare, by how far it is from a lead. */
  outcomes(filter: {
    campaignId?: number;
    companyId?: number;
    product?: Product;
    from: Date;
    to?: Date;
    timezone: string;
  }): Promise<OutcomeCount[]>;
  /** What a way to end is called, and why; undefined where nobody declares it any more. */
  outcome(name: string): OutcomeDef | undefined;
  /** Sources of which leads may be, with the fields of their evidence; `listed` is the one that stands in narrow lists. */
  sources(): ReadonlyMap<string, { title: string; fields: readonly EvidenceField[]; listed: EvidenceField | null; checksPlace: boolean }>;
  /** What other plugins know of leads: the fields, and what stands in them by lead id; what is empty is left out. */
  furtherFields(): readonly EvidenceField[];
  further(leads: readonly Lead[]): Promise<ReadonlyMap<string, Evidence>>;
  /** The same of a lead that is made up. */
  furtherSample(): Evidence;
  /** Makes a clearly fake lead that is kept out of billing, caps, de-duplication and reports, and delivers it everywhere. */
  test(campaignId: number, source: LeadSource): Promise<Lead>;
}
export const Leads = definePort<LeadsApi>('leads.v1');

/** A lead, and for how long somebody like it was not to be sold to its campaign, or to its whole client, again. */
export interface PersonWindow {
  id: string;
  window: Reidentification;
  wholeClient: boolean;
}
export interface EarlierLead {
  id: string;
  createdAt: Date;
}
export interface DuplicatesApi {
  /** For each of the leads the oldest one that was the same person in its window, by the later lead's id. Test leads are none. */
  earlier(leads: readonly PersonWindow[]): Promise<Map<string, EarlierLead>>;
}
/** Which earlier lead was the same person. */
export const Duplicates = definePort<DuplicatesApi>('leads.duplicates.v1');

/** Somebody who is a lead of a client. */
export interface ClientPerson extends LeadPerson {
  leadId: string;
  /** As in an observation. */
  key: Buffer;
  createdAt: Date;
}
export interface PeopleQuery {
  companyId: number;
  /** Leads of these campaigns; none: of all. */
  campaigns: readonly number[];
  /** Not those of this product. */
  without: Product;
  /** Only who lacks an e-mail address, a phone number or a part of the postal address. */
  onlyIncomplete: boolean;
  /** Leads behind this one. */
  after: { at: Date; id: string | null } | null;
  /** Leads from before, of people whom the client got from no campaign since. */
  until: Date;
}
export interface ClientPeopleApi {
  /** The oldest leads first; somebody may be several of them. Test leads are none. */
  page(query: PeopleQuery, most: number): Promise<ClientPerson[]>;
}
/** People who are leads of a client already, for sources that tell it more about them. */
export const ClientPeople = definePort<ClientPeopleApi>('leads.people.v1');
