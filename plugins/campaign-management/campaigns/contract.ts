import type { Knex } from 'knex';
import type { Product } from '../../foundation/companies/contract.ts';
import {
  type Ctx,
  defineEvent,
  definePort,
  defineExtensionPoint,
  defineTrigger,
  type FieldUi,
  type FormProperty,
  givenWith,
  T,
  type TSchema,
} from '../../../core/contract.ts';
import type { CampaignBudget } from './budget.ts';
import type { Caps } from './trial-quota.ts';

export type { CampaignBudget, Caps };

export const STATUSES = ['draft', 'scheduled', 'active', 'paused', 'ended', 'stopped', 'archived', 'removed'] as const;
export type Status = (typeof STATUSES)[number];

/** What lists filter by and show: the status, or what matters more: a running or paused campaign's problem, or that its product is not installed. */
export const LIST_STATES = [...STATUSES, 'limit_reached', 'needs_attention', 'unavailable'] as const;
export type ListState = (typeof LIST_STATES)[number];

export const PAUSE_REASONS = [
  'user',
  'agency',
  'wallet_empty',
  'payment_failed',
  'account_not_connected',
  'module_disabled',
  'agreement_required',
  'provider_error',
  'compliance',
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** `reidentificationtype`: for how long a known person is not a new lead again. */
export const REIDENTIFICATION = ['never', '1week', '1month', '3months', '6months', '1year'] as const;
export type Reidentification = (typeof REIDENTIFICATION)[number];

/** `reportType`: the file that a campaign's reports are made as. */
export const REPORT_TYPES = ['CSV', 'PDF', 'Excel', 'GoogleSheet'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

export interface Campaign {
  id: number;
  companyId: number;
  agencyId: number;
  rootId: number;
  product: Product;
  name: string;
  status: Status;
  pauseReason: PauseReason | null;
  timezone: string;
  /** UTC instants; computed from the typed local dates in the campaign's zone. */
  startsAt: Date | null;
  endsAt: Date | null;
}

/** What the lead pipeline must know of a campaign. */
export interface CampaignRules extends Campaign {
  /** Leads that it may bring in a day; null where its cap counts otherwise, or there is none. */
  dailyLimit: number | null;
  /** What the client pays for a lead now, in cents; a change of price counts from the next local midnight. */
  retailCents: number;
  /** The same with advanced information, where it was said for this campaign; null: the price of its client counts. */
  advancedCents: number | null;
  reidentification: Reidentification;
  /** The window spans all campaigns of the client. */
  wholeClient: boolean;
  require: { email: boolean; phone: boolean; address: boolean };
  nationwide: boolean;
  /** Two-letter states, zip codes and lower-case cities of which one must match; empty with `nationwide`. */
  states: readonly string[];
  zips: readonly string[];
  cities: readonly string[];
}

/** Which campaigns are meant: those for which all that is given holds. */
export interface CampaignFilter {
  companyId?: number;
  agencyId?: number;
  product?: Product;
  campaignId?: number;
}

/** How a campaign's leads are reported: as what, and to which addresses. */
export interface Reporting {
  type: ReportType;
  sentTo: readonly string[];
}

export interface Described {
  name: string;
  /** What the fields hold that operators added to the campaign's forms, by their names. */
  ownFields: Readonly<Record<string, unknown>>;
}

export interface CampaignsApi {
  find(id: number): Promise<Campaign | null>;
  /** Whatever their status, removed ones included. */
  byId(ids: readonly number[]): Promise<Map<number, Campaign>>;
  /** What a campaign says of itself to others, or null for one that is not there. */
  described(id: number): Promise<Described | null>;
  reporting(ids: readonly number[]): Promise<Map<number, Reporting>>;
  /** The ids of campaigns whose leads are reported to some address, to narrow a query by. */
  reported(): Knex.QueryBuilder;
  /** The same with what the pipeline must know, lists of thousands of zip codes among it. */
  rules(ids: readonly number[]): Promise<Map<number, CampaignRules>>;
  /** Campaigns of the caller's company, a client, whose leads are shown to it without their phone numbers. */
  hidingPhones(): Promise<Set<number>>;
  /**
   * Takes up to `want` places under the campaign's lead cap and money ceiling for the window that `at` lies in, and answers how
   * many it got. One conditional statement, so no number of parallel workers takes more than there is. `centsEach`: what each of them costs, where
   * that is not the campaign's price.
   */
  reserveQuota(id: number, want: number, at: Date, centsEach?: number): Promise<number>;
  /** How many places there are under all of that now, at most `most`; takes none. For sources that can leave for later what has no room. */
  quotaLeft(id: number, most: number): Promise<number>;
  /**
   * Pauses or resumes campaigns of a company for an automatic cause; only that cause's pause is taken back. A person's pause takes its
   * place, so whoever pauses for a cause also fills `ActivationGuards` for as long as it lasts.
   */
  pauseAll(filter: CampaignFilter, reason: PauseReason): Promise<number>;
  /** Ends for good what runs, waits or is paused. Answers how many. */
  stopAll(filter: CampaignFilter): Promise<number>;
  resumeAll(filter: CampaignFilter, reason: PauseReason): Promise<number>;
  /** Activates a campaign as a person of the caller's company would, with all that may stand in the way. Throws 404 and 409. */
  activate(id: number): Promise<void>;
  /** Ends a running or paused campaign that has delivered all it was to. Answers whether it ended now. */
  end(id: number): Promise<boolean>;
  /** Ids of campaigns, whatever their status, as a subquery: a company may have thousands of them. */
  ids(filter: CampaignFilter): Knex.QueryBuilder;
  /** Ids of campaigns in `active` or `paused`, e.g. for the "stop them first" answer. */
  open(filter: CampaignFilter): Promise<number[]>;
  /** How many campaigns of agencies in the caller's sight are in `active` or `paused`, by agency; agencies without any are left out. */
  openByAgency(agencyIds: readonly number[]): Promise<Map<number, number>>;
  /** Time zones of campaigns in `active` or `paused`, each once. */
  zones(): Promise<string[]>;
  /** Time zones of all campaigns in the caller's sight, or of the one that is named, whatever their status: each once, in alphabetical order. */
  everyZone(campaignId?: number): Promise<string[]>;
  /** Ids of the campaigns in the caller's sight that lie in a time zone, whatever their status, as a subquery: by whose days their leads are counted. */
  inZone(timezone: string): Knex.QueryBuilder;
  /** Ids of campaigns that no list has any more, as a subquery. */
  unlisted(): Knex.QueryBuilder;
  /** Clients of the caller's agency that have a campaign in `active`. */
  running(agencyId: number): Promise<number[]>;
  options(product?: Product): Promise<{ value: number; label: string }[]>;
  /** What running campaigns that the caller may read may spend in this month, and have; those without a limit are left out, the most used come first. */
  budgets(): Promise<CampaignBudget[]>;
  /**
   * Refuses what the form of any campaign of the product refuses, whoever it is for, and keeps nothing. Answers when it would begin and end, as far as
   * that is sent. Throws 404 for a product that is not installed, and 422 on the fields.
   */
  check(product: Product, sent: Readonly<Record<string, unknown>>): { startsAt?: Date | null; endsAt?: Date | null };
  /**
   * Makes a campaign of a client as a draft, with what its form would send. Throws 404 for a client out of sight and a product that is off, 403, and 422
   * on the fields.
   */
  create(product: Product, companyId: number, sent: Readonly<Record<string, unknown>>): Promise<Campaign>;
  /**
   * Changes a campaign as its form would: `make` is called once nobody else can change it, and answers what to send. Throws 404 for one that the
   * caller may not change, and 422.
   */
  change(id: number, make: (campaign: Campaign) => Promise<Readonly<Record<string, unknown>>>): Promise<Campaign>;
}
/** Campaigns as other plugins read, limit, pause and end them. */
export const Campaigns = definePort<CampaignsApi>('campaigns.v1');

/** A campaign as it would be with other settings. */
export interface CampaignTrial {
  rules: CampaignRules;
  /** 0 for none of a kind; `centsEach` is its price. */
  caps: Caps;
}
export interface CampaignTrialsApi {
  /**
   * The campaign with what is sent, as its form sends it, in the place of what it has; keeps nothing. Throws 404 for one that the caller may not
   * change, and 422 on the fields.
   */
  of(id: number, sent: Readonly<Record<string, unknown>>): Promise<CampaignTrial>;
}
/** Campaigns with settings that are merely tried. */
export const CampaignTrials = definePort<CampaignTrialsApi>('campaigns.trials.v1');

export interface GuardFailure {
  /** Message key of what stands in the way. */
  code: string;
  /** The agency may activate all the same. */
  overridable?: boolean;
}

/** What else must hold before activation: asked of products, money and account plugins for every campaign. */
export type ActivationGuard = (ctx: Ctx, campaign: Campaign) => Promise<GuardFailure[]>;
export const ActivationGuards = defineExtensionPoint<ActivationGuard>('campaigns.activation-guard');

/**
 * Running campaigns that are asked about together: a page of a list, or all in the caller's sight. `column` has the names under which a condition on
 * one of them finds what it looks at.
 */
export interface RunningCampaigns {
  readonly column: Readonly<Record<'id' | 'companyId' | 'agencyId' | 'product' | 'reportType', string>>;
  /** Only those of a product. */
  of(product: Product): RunningCampaigns;
  /** Their ids, as a subquery. */
  ids(): Knex.QueryBuilder;
  /** Their clients, as an array in SQL. */
  clients(): Knex.Raw;
  /** Of which agencies and products there are any; others may be among them. */
  sold(): Promise<readonly { agencyId: number; product: Product }[]>;
  /** Those that lack something, named; null for none. */
  among(ids: readonly number[]): Lacking | null;
}

/** The condition on a running campaign that it lacks something, and where it is known a column with the moment since when. */
export interface Lacking {
  when: Knex.Raw;
  since?: Knex.Raw;
}

/**
 * Something that a running campaign lacks and without which it brings nothing; shown with the campaign, and among what needs attention, until it is
 * there.
 */
export interface CampaignIssue {
  /** Message key of what is missing and where to mend it; once among all issues. */
  code: string;
  /** Message key of the same in two or three words, for lists. */
  brief: string;
  /** The campaign brings something all the same, so that its status stays: it only needs attention. */
  works?: true;
  /** The tab of the campaign's page where it is mended. */
  tab?: string;
  /** Where it is mended for all campaigns at once: a message key of what to do, and a path inside the product. */
  remedy?: { title: string; address: string };
  /** Which running campaigns lack it, said in SQL: thousands are asked about in one statement. Null where none does. */
  lacking(ctx: Ctx, running: RunningCampaigns): Promise<Lacking | null>;
}
export const CampaignIssues = defineExtensionPoint<CampaignIssue>('campaigns.issue');

/** What comes true together with a person's activation of a campaign, in its transaction; throwing keeps it from going live. */
export type ActivationEffect = (ctx: Ctx, campaign: Campaign) => Promise<void>;
export const ActivationEffects = defineExtensionPoint<ActivationEffect>('campaigns.activation-effect');

/** What limits a campaign's leads beside its own caps, such as leads that are bought beforehand; one plugin fills it. */
export interface LeadAllowance {
  /** Takes up to `want` leads, of which each is posted at so much, in the caller's transaction and answers how many it got; safe among parallel workers. */
  take(ctx: Ctx, campaign: Campaign, want: number, centsEach: number): Promise<number>;
  /** Gives back, in the same transaction, what a cap did not let through. */
  release(ctx: Ctx, campaign: Campaign, leads: number, centsEach: number): Promise<void>;
  /** How many it would give now, at most `most`. */
  left(ctx: Ctx, campaign: Campaign, most: number): Promise<number>;
}
export const LeadAllowances = defineExtensionPoint<LeadAllowance>('campaigns.lead-allowance');

/**
 * Erases what a plugin holds of people for a campaign that was removed 30 days ago; what the ledger needs stays. Called with the
 * platform's sight, so each statement must name the campaign; a repeated call must do no harm.
 */
export type CampaignErasure = (ctx: Ctx, campaignId: number) => Promise<void>;
export const CampaignErasures = defineExtensionPoint<CampaignErasure>('campaigns.erasure');

/**
 * Fields of campaigns that a plugin brings: those of its product, or further ones for campaigns of every product. They stand in the calls, lists and
 * forms of campaigns. A campaign that has not got a field refuses what is sent for it.
 */
export interface CampaignFieldSet {
  /** Whose campaigns have them; those of every product when left out. */
  product?: Product;
  /** Fields of all other campaigns that campaigns of the product have not got. */
  omits?: readonly string[];
  /** As calls and forms send them; a call may leave out each. Products may give one name to different things, others may not. */
  fields: Readonly<Record<string, TSchema>>;
  /** As lists and forms show them. */
  shown: Readonly<Record<string, TSchema>>;
  /** Those that stand in forms, in their order; without a group they stand with the campaign's name. */
  ui: Readonly<Record<string, FieldUi>>;
  /** What operators may change about them. */
  open?: Readonly<Record<string, readonly FormProperty[]>>;
  /** Under this prefix stand their texts, `<prefix>.<field>`. */
  texts: string;
  /** The values of `shown`, for each of the campaigns that has any. */
  of(ctx: Ctx, campaigns: readonly Campaign[]): Promise<ReadonlyMap<number, Readonly<Record<string, unknown>>>>;
  /**
   * Looks at what was sent of all fields together, those of every campaign too, once they are kept. Throws 422 on a field. Asked of each campaign
   * that has the fields.
   */
  check?(ctx: Ctx, campaign: Campaign, sent: Readonly<Record<string, unknown>>): Promise<void>;
  /** Keeps what was sent, in the transaction in which a person makes (`isNew`) or changes the campaign. Throws 422 on a field. */
  save(ctx: Ctx, campaign: Campaign, sent: Readonly<Record<string, unknown>>, isNew: boolean): Promise<void>;
}
export const CampaignFieldSets = defineExtensionPoint<CampaignFieldSet>('campaigns.fields');

/** Emitted for every campaign that was created or changed in any way, with its status afterwards and, as an ISO instant, when. */
export const CampaignChanged = defineEvent({
  id: 'campaigns.changed',
  version: 1,
  payload: T.Object({
    campaignId: T.Integer(),
    companyId: T.Integer(),
    product: T.String(),
    status: T.String(),
    at: T.Optional(T.String()),
    /** The status before, null of one that is new; left out where the status stayed. */
    was: T.Optional(T.Union([T.String(), T.Null()])),
  }),
});

const CampaignGiven = givenWith({
  name: T.String(),
  product: T.String(),
  clientId: T.Integer(),
  client: T.String(),
  status: T.String(),
  /** Why it is paused; empty for one that is not. */
  pauseReason: T.String(),
  /** ISO instants, empty where there is none. */
  startsAt: T.String(),
  endsAt: T.String(),
});
const campaignTrigger = (id: `campaign.${string}`) =>
  defineTrigger({ id, title: `campaigns.trigger.${id.slice('campaign.'.length)}`, gives: CampaignGiven });
/** Somebody made a campaign. */
export const CampaignCreated = campaignTrigger('campaign.created');
/** A campaign runs, for the first time or again. */
export const CampaignActivated = campaignTrigger('campaign.activated');
/** A campaign was paused, by somebody or for a reason of its own. */
export const CampaignPaused = campaignTrigger('campaign.paused');
/** A campaign came to its end or was stopped. */
export const CampaignEnded = campaignTrigger('campaign.ended');
