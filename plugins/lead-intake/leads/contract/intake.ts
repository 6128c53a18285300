import { type Ctx, definePort, defineExtensionPoint, type Id, type Static, type TObject } from '../../../../core/contract.ts';
import type { Campaign, CampaignRules } from '../../../campaign-management/campaigns/contract.ts';
import type { Wanted } from './funding.ts';
import type { Evidence, LeadPerson } from './lead.ts';

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
  /** The field of the campaign's form that decides. */
  setting?: string;
  /** What the campaign's settings say about it now, in the reader's language. */
  rule?(ctx: Ctx, rules: CampaignRules): { title: string; value: string }[];
  /** Some or all of them are only counted: no list of observations holds as many as figures say. */
  isCounted?: true;
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
  /** What is left after each step on the way to a lead. A source that ends nothing on a step leaves its words out, and the step too. */
  steps: { seen: string; screened?: string; identified?: string; fresh: string; leads: string };
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
  /** The tab of a campaign's page that lists its observations by `?outcome=` and `?period=`, and who may read it. */
  log?: { tab: string; ability: readonly [action: string, subject: string] };
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
