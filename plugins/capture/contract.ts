import { defineEvent, definePort, T } from '../../core/contract.ts';
import type { Reidentification } from '../campaigns/contract.ts';
import type { Product } from '../companies/contract.ts';

export { isInPlace } from './pipeline/rules.ts';

/** What became of a visit; all but `lead` and `repeat` end without a lead and are counted by reason. */
export const OUTCOMES = [
  'lead',
  'repeat',
  'bot',
  'consent',
  'foreign_site',
  'unproven',
  'limited',
  'review',
  'no_match',
  'excluded',
  'duplicate',
  'outside_rules',
  'cap',
  'wallet',
  'share',
] as const;
export type OutcomeName = (typeof OUTCOMES)[number];

/** Live topic: what is counted from visits and leads moved. `leads` says that lists of leads did. */
export const FIGURES_TOPIC = 'figures';

/** Who runs the network of an address. */
export interface NetworksApi {
  /** The organisation's name; empty while nothing is known, and for networks that only sell access to others. */
  ownerOf(ip: string): string;
}
export const Networks = definePort<NetworksApi>('capture.networks.v1');

/** A person as a lead shows him. Empty text where nothing is known. */
export interface LeadPerson {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  company: string;
}
export interface Lead extends LeadPerson {
  /** UUID version 7: ids sort by time. */
  id: string;
  campaignId: number;
  companyId: number;
  product: Product;
  createdAt: Date;
  lastSeenAt: Date;
  visits: number;
  /** Page of the first visit. */
  url: string;
  isTest: boolean;
  retailCents: number;
}

export interface LeadQuery {
  campaignId?: number;
  companyId?: number;
  product?: Product;
  from?: Date;
  to?: Date;
  search?: string;
  sort: 'created' | 'name' | 'email' | 'campaign';
  order: 'asc' | 'desc';
  page: number;
  perPage: number;
}
/** Counts of one local day. */
export interface DayCount {
  day: string;
  visits: number;
  leads: number;
  retailCents: number;
}

/** Counts of one agency, its clients' campaigns together. */
export interface AgencyCount {
  agencyId: number;
  visits: number;
  leads: number;
  /** What the clients pay for these leads, and what the agency does. */
  retailCents: number;
  wholesaleCents: number;
}

/** Leads as other plugins read them; every call sees only what its caller may see. */
export interface LeadsApi {
  page(query: LeadQuery): Promise<{ rows: Lead[]; total: number }>;
  byId(ids: readonly string[]): Promise<Lead[]>;
  days(scope: { campaignId?: number; companyId?: number; product?: Product; from: Date; to: Date; timezone: string }): Promise<DayCount[]>;
  /** Agencies with anything to count in the period, in one statement; what they pay is for operators alone to see. */
  agencies(scope: { product?: Product; from: Date; to: Date; timezone: string }): Promise<AgencyCount[]>;
  /** How many visits ended how, since `from`. */
  outcomes(scope: {
    campaignId?: number;
    companyId?: number;
    product?: Product;
    from: Date;
    timezone: string;
  }): Promise<Record<OutcomeName, number>>;
  /** Makes a clearly fake lead that is kept out of billing, caps, de-duplication and reports, and delivers it everywhere. */
  test(campaignId: number): Promise<Lead>;
}
export const Leads = definePort<LeadsApi>('capture.leads.v1');

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
export const Duplicates = definePort<DuplicatesApi>('capture.duplicates.v1');

export interface PixelsApi {
  /** The campaign's pixel, made at the first call. `script` is the tag to put into the page. */
  of(campaignId: number): Promise<{ key: string; script: string; lastSeenAt: Date | null }>;
  /** When the pixels of these campaigns were last met by a visitor; those never met are left out. */
  lastSeen(campaignIds: readonly number[]): Promise<Map<number, Date>>;
}
export const Pixels = definePort<PixelsApi>('capture.pixels.v1');

/** Leads written by one batch for one campaign. Read them through the port: the event carries no personal data. */
export const LeadsCreated = defineEvent({
  id: 'capture.leads-created',
  version: 1,
  payload: T.Object({
    campaignId: T.Integer(),
    companyId: T.Integer(),
    product: T.String(),
    isTest: T.Boolean(),
    leadIds: T.Array(T.String({ format: 'uuid' }), { maxItems: 1000 }),
  }),
});
