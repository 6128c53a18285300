import type { Knex } from 'knex';
import { type Ctx, definePort, defineExtensionPoint } from '../../../core/contract.ts';
import type { CampaignRules } from '../../campaign-management/campaigns/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import type { PageRules } from './screening/page-rules.ts';

export type { PageRules };

/** Who runs the network of an address. */
export interface NetworksApi {
  /** The organisation's name; empty while nothing is known, and for networks that only sell access to others. */
  ownerOf(ip: string): string;
}
export const Networks = definePort<NetworksApi>('capture.networks.v1');

export interface PaidQuestionsApi {
  /** Takes up to `want` of the questions to paid suppliers that a campaign may ask in its local day, in the caller's transaction; answers how many. */
  take(campaign: { campaignId: number; companyId: number; timezone: string }, want: number): Promise<number>;
}
/** How many questions a campaign may put to suppliers who charge for each, whatever they are about. */
export const PaidQuestions = definePort<PaidQuestionsApi>('capture.paid-questions.v1');

export interface PixelsApi {
  /** The campaign's pixel, made at the first call. `script` is the tag to put into the page. */
  of(campaignId: number): Promise<{ key: string; script: string; lastSeenAt: Date | null }>;
  /** The campaign's newest visit since then, and on how many different pages there were any. */
  visits(campaignId: number, since: Date): Promise<{ newestAt: Date | null; pages: number }>;
  /** The condition that a visitor met the pixel of the campaign in that column of a statement, last after `since` and up to `until`. */
  isSeen(column: string, since: Date, until?: Date): Knex.Raw;
  /** When it was last met, as a column. */
  lastSeenAt(column: string): Knex.Raw;
}
/** A campaign's pixel: its script, its key, and when it was last met. */
export const Pixels = definePort<PixelsApi>('capture.pixels.v1');

/** Recognised visits of a local day. */
export interface RecognisedDay {
  /** Such as 2027-03-08. */
  day: string;
  /** Of people whom the rules do not want, and of others who stood on an exclusion list at the time. */
  outsideRules: number;
  excluded: number;
  /** Of all others: who (`personAt`), and when in microseconds since the year 2000; 8 bytes each, in no order. */
  wanted: Buffer | null;
}
/** Recognised visits of the last 30 days, of which it is known what rules of campaigns ask and not who it was. */
export interface RecognitionsApi {
  /** The recognised visits of a campaign, of the rules' own client, as other rules would have evaluated them. */
  evaluated(rules: CampaignRules, campaignId: number, span: { from: Date; to: Date; timezone: string }): Promise<RecognisedDay[]>;
  /** By what somebody with a key as in an observation is recognised at a client, and nowhere else. */
  personAt(companyId: number): (personKey: Buffer) => number;
  /** Erases somebody at one client, or at every client in the caller's sight; answers how many visits there were. */
  forget(personKey: Buffer, companyId?: number): Promise<number>;
}
export const Recognitions = definePort<RecognitionsApi>('capture.recognitions.v1');

/** The website of a campaign, whose visits count. */
export interface Website {
  /** A page of it, and the one that means a conversion; empty where nobody said. */
  url: string;
  thankYouUrl: string;
  /** Hosts from which page views count, `*.` before one for all below it; none: nobody knows yet which website is meant. */
  hosts: readonly string[];
  /** Which pages make leads, and whose views do not count. */
  rules: PageRules;
  /** E-mail addresses that visitors type into its forms tell who they are. */
  readsForms: boolean;
}
/** Filled by each product whose campaigns have websites. */
export interface WebsitesOf {
  product: Product;
  of(ctx: Ctx, campaignIds: readonly number[]): Promise<ReadonlyMap<number, Website>>;
}
export const Websites = defineExtensionPoint<WebsitesOf>('capture.websites');

/** What happened on a page, as its site says. */
export interface SiteEvent {
  name: string;
  /** The site's own name for it: the same one counts once. */
  id?: string;
  /** What it is worth, in the currency's smallest unit; only a conversion has one. */
  value?: { amount: number; currency: string };
}
/** What a page said of itself beside its address. */
export interface PageDetails {
  title?: string;
  /** Campaign parameters of its address. */
  params?: Readonly<Record<string, string>>;
  event?: SiteEvent;
}
/** A page view of a person, whether anybody knows them or not, that the pipeline is done with. */
export interface FollowedVisit {
  campaignId: number;
  companyId: number;
  rootId: number;
  /** The visitor's id on the site. */
  visitor: string;
  at: Date;
  /** The day of `at` in the campaign's zone, by which all its figures count. */
  day: string;
  url: string;
  /** Host the visitor came from, or empty. */
  referrer: string;
  details: PageDetails | null;
  thankYou: boolean;
  outcome: string;
  /** The campaign wants to be told of leads on this page. */
  isHot: boolean;
  /** The organisation that runs the visitor's network; empty as `Networks.ownerOf` is. */
  network: string;
  /** The lead that it made or was added to. */
  leadId: string | null;
}
/** Somebody who follows visitors from page to page. */
export interface VisitFollower {
  /** Hears of page views as they end, in the transaction of their batch and as the agency; afterwards nothing of those without a lead is kept. */
  follow(ctx: Ctx, visits: readonly FollowedVisit[]): Promise<void>;
  /** Forgets visitors who took their consent back, but for what belongs to a lead by now. As the agency; some of them nobody ever heard of. */
  forget(ctx: Ctx, visitors: readonly Pick<FollowedVisit, 'campaignId' | 'visitor'>[]): Promise<void>;
}
export const VisitFollowers = defineExtensionPoint<VisitFollower>('capture.visit-followers');

/** How suppliers of a kind stand together: one that needs somebody wins, then one that is asked. */
export const SUPPLIER_STATES = ['active', 'off', 'unset', 'problem'] as const;
/** A kind of outside suppliers, a card of the root's page Suppliers: `<kind>.supplier-kind` and `.help` are its texts, `kind` its plugin. */
export interface SupplierKind {
  kind: string;
  /** A Tabler icon by its name. */
  icon: string;
  order: number;
  state(ctx: Ctx): Promise<(typeof SUPPLIER_STATES)[number]>;
}
export const SupplierKinds = defineExtensionPoint<SupplierKind>('capture.supplier-kinds');

/** What a supplier was asked in some days, and what that cost in cents; `failed` had no answer. */
export interface SupplierUse {
  /** Once among all suppliers. */
  supplier: string;
  /** In the caller's language. */
  name: string;
  /** For whom alone it was asked; null where that is not kept. */
  agencyId: number | null;
  asked: number;
  found: number;
  failed: number;
  costCents: number;
}
/** What suppliers of a plugin were asked from the UTC day `first` to `last`; several for a supplier are added up. It only reads (`ctx.together`). */
export type SupplierUsesOf = (ctx: Ctx, days: { first: string; last: string }) => Promise<SupplierUse[]>;
/** What was asked of suppliers, for figures of the platform. */
export const SupplierUses = defineExtensionPoint<SupplierUsesOf>('capture.supplier-uses');
