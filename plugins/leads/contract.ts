import type { Knex } from 'knex';
import {
  type Ctx,
  defineEvent,
  definePort,
  defineExtensionPoint,
  type Id,
  type State,
  type Static,
  T,
  type TObject,
} from '../../core/contract.ts';
import type { Campaign, CampaignRules, Caps, Reidentification } from '../campaigns/contract.ts';
import type { Product } from '../companies/contract.ts';

/** Live topic: what is counted from observations and leads moved. `leads` says that lists of leads did. */
export const FIGURES_TOPIC = 'figures';

/** A person as a lead shows them. Empty text where nothing is known. */
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
/** What a source saw, in plain values by the names of its schema. */
export type Evidence = Readonly<Record<string, string | number | boolean>>;
export interface Lead extends LeadPerson {
  /** UUID version 7: ids sort by time. */
  id: string;
  campaignId: number;
  companyId: number;
  product: Product;
  /** Id of the source, and what it saw at first. */
  source: string;
  evidence: Evidence;
  createdAt: Date;
  lastSeenAt: Date;
  /** How often the person was observed. */
  observations: number;
  isTest: boolean;
  /** The person did what the campaign is after. */
  converted: boolean;
  retailCents: number;
  /** In the order of the alphabet. */
  tags: readonly string[];
}
/** A lead as a list shows it. */
export interface ListedLead extends Lead {
  /** Name of its client. */
  client: string;
  /** What other plugins know of it in a word, by the name of their facet. */
  facets: Readonly<Record<string, string>>;
}

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
/** Counts of one client in a period. */
export interface ClientCount extends Omit<DayCount, 'day'> {
  companyId: number;
}
/** Leads of one client and local day. */
export interface ClientDay {
  companyId: number;
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
  days(filter: { campaignId?: number; companyId?: number; product?: Product; from: Date; to: Date; timezone: string }): Promise<DayCount[]>;
  /** Clients with anything to count in the period, in one statement. */
  clients(filter: { product?: Product; from: Date; to: Date; timezone: string }): Promise<ClientCount[]>;
  /** Leads of these clients by day; days without any are left out. */
  clientDays(ids: readonly number[], filter: { product?: Product; from: Date; to: Date; timezone: string }): Promise<ClientDay[]>;
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

/** Leads written by one batch for one campaign. Read them through the port: the event carries no personal data. */
export const LeadsCreated = defineEvent({
  id: 'leads.created',
  version: 1,
  payload: T.Object({
    campaignId: T.Integer(),
    companyId: T.Integer(),
    product: T.String(),
    isTest: T.Boolean(),
    leadIds: T.Array(T.String({ format: 'uuid' }), { maxItems: 1000 }),
  }),
});

/** One way in which an observation can end: message keys of what it is called, and of why it came to that and what helps. */
export interface OutcomeDef {
  title: string;
  why: string;
  /** Nobody worth counting: neither observation nor lead in figures, only in the list of outcomes. */
  isNoise?: true;
  /** Where on the way to a lead it ended: before anybody was looked up, or because nobody was found. Left out: later. */
  stage?: 'screening' | 'identification';
  /** The tab of the campaign's page where that can be changed. */
  remedy?: 'source' | 'settings';
}

/** What figures call the observations of a source: message keys. */
export interface ObservationWords {
  /** Several of them, as the heading of a number. */
  several: string;
  /** Above a line of leads and one of them. */
  byDay: string;
  /** How many of them became leads. */
  share: string;
  /** Above the steps from all of them to leads. */
  became: string;
  /** When leads appear, where there are none yet. */
  noLeads: string;
}

/** Where observations of people come from. */
export interface LeadSource<E extends TObject = TObject> {
  id: Id;
  /** A message key: what an observation of it is called. */
  title: string;
  /** Words of its own for figures; those of reports when left out. */
  words?: ObservationWords;
  /** What a lead shows of where it came from: plain values, each with a `title` (a message key). None has the name of a field of `Lead`. */
  evidence: E;
  /** The field that narrow lists show. */
  listed?: string;
  /** It brings only what happened where the campaign wants people from. Otherwise it is the person's home that decides. */
  checksPlace?: true;
  /** How observations end before the intake, beside the outcomes of the intake itself. */
  outcomes: Readonly<Record<string, OutcomeDef>>;
  /** The evidence of a test lead: nobody could take it for real. */
  sample(ctx: Ctx, campaign: Campaign): Promise<Static<E>>;
}
export const defineLeadSource = <E extends TObject>(source: LeadSource<E> & { listed?: NoInfer<keyof E['properties']> }): LeadSource<E> =>
  source;
export const LeadSources = defineExtensionPoint<LeadSource>('leads.source');

/** Somebody whom a source observed for a campaign and knows. */
export interface Observation<E = Evidence> {
  /** The source's own name for it. */
  ref: string;
  campaignId: number;
  /** Who it is, alike whenever and by whichever source the person is met: 32 bytes. */
  personKey: Buffer;
  person: LeadPerson;
  /** It is about a company and nobody in it: what the campaign requires of people does not count. */
  isCompany?: true;
  at: Date;
  /** The person did what the campaign is after. */
  converted?: boolean;
  /** What its lead costs the client where that is not the campaign's price, in cents. */
  retailCents?: number;
  evidence: E;
}
export interface Outcome {
  name: string;
  /** The lead that it made or was added to. */
  leadId: string | null;
}

/** An observation in a source's own queue. */
export interface Queued {
  ref: string;
  campaignId: number;
  at: Date;
  /** The outcome under which it was counted while it was held. */
  countedAs?: string;
}
/** What a source found out of queued observations. Those that are in none of the lists were put off and come again. */
export interface Screened<E> {
  observations: readonly Observation<E>[];
  /** Ended before the intake. */
  ended: readonly { ref: string; outcome: string }[];
  /** Counted under an outcome while they wait for something; how they end later takes its place. */
  held: readonly { ref: string; outcome: string }[];
}
/** A source's queue, as the batch runner works it. Each call is made in a transaction of the agency. */
export interface LeadQueue<I extends Queued, E> {
  /** Locks observations of the agency that nobody else has in hand: at most so many, or those of them with these refs. */
  claim(ctx: Ctx, which: { most: number } | { refs: readonly string[] }): Promise<I[]>;
  screen(ctx: Ctx, items: readonly I[], rules: ReadonlyMap<number, CampaignRules>): Promise<Screened<E>>;
  /** Notes how observations ended; they do not come again. */
  close(ctx: Ctx, ended: readonly { item: I; outcome: string; leadId: string | null }[]): Promise<void>;
  /** Keeps an observation out of reach for so long. */
  setAside(ctx: Ctx, item: I, seconds: number): Promise<void>;
}

export interface LeadIntakeApi {
  /**
   * Makes leads of observations, in the caller's transaction and as their agency: one outcome for each, in their order. Counts them. Throws
   * where nobody funds leads.
   */
  take<E extends TObject>(source: LeadSource<E>, batch: readonly Observation<Static<E>>[]): Promise<readonly Outcome[]>;
  /**
   * Works up to `most` of what waits in a source's queue, in transactions of its own; answers how many it took. Of a batch that fails the
   * observation at fault is found by halving: it is tried again later, then it ends as `failed` and is a dead letter.
   */
  work<E extends TObject, I extends Queued>(source: LeadSource<E>, queue: LeadQueue<I, Static<E>>, most: number): Promise<number>;
  /** For how many leads of a client there is money now, at most `leads`; for sources that pay to find out who somebody is. */
  payable(wanted: Wanted): Promise<number>;
}
/** Makes leads of the observations of sources. */
export const LeadIntake = definePort<LeadIntakeApi>('leads.intake.v1');

/** Leads of one client and product that could be sold now. */
export interface Wanted {
  companyId: number;
  product: Product;
  leads: number;
}
export interface Reserved {
  /** How many can be paid for. */
  leads: number;
  /** What each of them costs the agency. */
  wholesaleCents: number;
  /** One of the funding's outcomes, for the rest; null where there is none. */
  short: string | null;
}
/** One lead's two sides, in cents. */
export interface SoldLead {
  leadId: string;
  campaignId: number;
  /** The client, who owes the agency `retailCents`. */
  companyId: number;
  retailCents: number;
  /** What the agency owes the root. */
  wholesaleCents: number;
}
/** Who pays for leads. Called as the agency, in the transaction of the batch. */
export interface Funding {
  /** Why a lead could not be paid for. */
  outcomes: Readonly<Record<string, OutcomeDef>>;
  /** Holds what it answers until the transaction ends, so that it can be charged. */
  reserve(ctx: Ctx, wanted: Wanted): Promise<Reserved>;
  charge(ctx: Ctx, sold: readonly SoldLead[]): Promise<void>;
}
/** Filled by exactly one plugin; without it no lead is made. */
export const LeadFunding = defineExtensionPoint<Funding>('leads.funding', { once: true });

/** Fields that a plugin knows of leads beside what their source saw: files and connectors have them as well. */
export interface LeadFieldSet {
  /** Plain values, each with a `title` (a message key). None has the name of a field of `Lead` or of a source's evidence. */
  fields: TObject;
  /** What stands in them for a lead that is made up, so that other systems learn of all of them. */
  sample(ctx: Ctx): Evidence;
  /** By lead id; leads that nothing is known of and fields that are empty are left out. */
  of(ctx: Ctx, leads: readonly Lead[]): Promise<ReadonlyMap<string, Evidence>>;
}
export const LeadFieldSets = defineExtensionPoint<LeadFieldSet>('leads.fields');

/**
 * What another plugin knows of each lead in one word: lists show it and are narrowed by it. Both are parts of statements over leads, so that
 * a list costs no more of them however many facets there are.
 */
export interface LeadFacet {
  /** In lower case; a query parameter and a column of lists. */
  name: string;
  /** Message key. */
  title: string;
  /** Who sees it and may ask for it. */
  ability: readonly [action: string, subject: string];
  /** Its values, and how they are shown. */
  states: Readonly<Record<string, State>>;
  /** One of the values, or null, for the lead whose id stands in the column `lead`, which is given with its table. */
  valueOf(ctx: Ctx, lead: string): Knex.Raw | Knex.QueryBuilder;
  /** Whether the lead has this of the values. */
  holds(ctx: Ctx, lead: string, value: string): Knex.Raw;
}
export const LeadFacets = defineExtensionPoint<LeadFacet>('leads.facet');

/** Which leads are meant; whatever is left out is left open. Test leads never are. */
export interface LeadSelection {
  companyId?: number;
  /** Of any of these, in each list. */
  campaigns?: readonly number[];
  products?: readonly Product[];
  states?: readonly string[];
  cities?: readonly string[];
  zips?: readonly string[];
  from?: Date;
  /** The first instant that is no longer meant. */
  to?: Date;
  leastObservations?: number;
  withEmail?: boolean;
  withPhone?: boolean;
}
export interface LeadSelectionsApi {
  /** At most `most`; `isLeast`: there may be more. */
  count(selection: LeadSelection, most: number): Promise<{ total: number; isLeast: boolean }>;
  /** The newest first, from so many further on. */
  page(selection: LeadSelection, at: { limit: number; offset?: number }): Promise<Lead[]>;
  /** All of them in steps, as `Leads.walk`. */
  walk(selection: LeadSelection, behind: LeadPlace | null, most: number): Promise<{ rows: Lead[]; next: LeadPlace | null }>;
}
/** Leads by what is known of them, as their caller may see them. */
export const LeadSelections = definePort<LeadSelectionsApi>('leads.selections.v1');

/** Who was observed in a local day and is wanted by the rules, in the order they came. */
export interface TrialDay {
  /** Such as 2027-03-08, and its first instant. */
  day: string;
  begins: Date;
  /** Numbers that tell people apart, and when each was observed, in milliseconds since the epoch. */
  people: ArrayLike<number>;
  times: ArrayLike<number>;
}
/** How those observations would have ended. */
export interface TrialCount {
  day: string;
  lead: number;
  repeat: number;
  duplicate: number;
  cap: number;
}
export interface LeadTrial {
  rules: CampaignRules;
  caps: Caps;
  /** Campaigns in whose place it would have been: what they brought since `from` is left out. */
  own: readonly number[];
  /** The number of somebody with a key as in an observation. */
  personAt(personKey: Buffer): number;
  from: Date;
  to: Date;
  days: readonly TrialDay[];
  /** Who finds no room comes again when there is some. */
  waits: boolean;
}
export interface LeadTrialsApi {
  /**
   * What the intake would have made of observations, beside what really became of the client's other campaigns: repeats, duplicates, caps, leads.
   * Money is not asked about, and caps begin unused. Writes nothing. `waiting`: who found no room to the end.
   */
  run(trial: LeadTrial): Promise<{ days: TrialCount[]; waiting: number }>;
  /** How observations of a campaign really ended, by local day. */
  outcomes(campaignId: number, first: string, last: string): Promise<{ day: string; outcome: string; count: number }[]>;
  /** Every outcome that the installed plugins declare, by how far it is from a lead. */
  declared(): ReadonlyMap<string, OutcomeDef>;
}
/** The intake, rehearsed on observations of the past. */
export const LeadTrials = definePort<LeadTrialsApi>('leads.trials.v1');
