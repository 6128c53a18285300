import { type Ctx, defineExtensionPoint, definePort } from '../../../core/contract.ts';
import type { LeadPerson } from '../leads/contract.ts';
import type { Place } from '../../foundation/places/contract.ts';

/** Days that records are kept. */
export const KEEP_DAYS = 90;
/** Of suggestions: characters before anything is looked for, and how many there are. */
export const SUGGEST_FROM = 3;
export const MOST_SUGGESTIONS = 10;
/** Where reading begins. */
export const START = '0';
/** Records looked at in one batch. */
export const MOST_AT_ONCE = 5_000;

export interface KeywordCount {
  keyword: string;
  /** Different people with records for the keyword, wherever they are. */
  people: number;
  /** Those of them who were within one of the places; the same as `people` where no place was named. */
  inside: number;
}

/** Whose records are meant. All texts are cleaned by `keywordOf`; what is no keyword is nobody's. */
export interface IntentQuery {
  /** Records for exactly these. */
  keywords?: readonly string[];
  /** Records for keywords that hold all words of one of these. */
  contextual?: readonly string[];
  /** No records for keywords that hold all words of one of these. */
  stopWords?: readonly string[];
  /** Within one of these; null: wherever. Nowhere where it is empty. */
  places: readonly Place[] | null;
}

/** Somebody who was looking for a keyword. */
export interface FoundRecord {
  position: string;
  keyword: string;
  searchedAt: Date;
  personKey: Buffer;
  person: LeadPerson;
}
export interface Batch {
  records: FoundRecord[];
  /** Give it as `behind` next time; keep it in the transaction that does something with the records. */
  position: string;
  /** Nothing stands behind it now. */
  isEnd: boolean;
}

/** What a running campaign searches for, as suppliers of records are told. Nothing of it is personal, nor names a company. */
export interface IntentSearch {
  /** Names it towards the supplier. */
  id: number;
  keywords: readonly string[];
  contextual_keywords: readonly string[];
  stop_words: readonly string[];
  nationwide: boolean;
  /** Two-letter codes. */
  states: readonly string[];
  cities: readonly string[];
  zips: readonly string[];
  /** Around a zip code or city, in miles; null: not by distance. */
  radius: { center: string; miles: number } | null;
  /** What the supplier itself calls it, by the names of the specification; empty where nobody said. */
  external: Readonly<Record<string, string>>;
}
/** What is searched for now, everywhere on the platform; asked as the root. */
export const IntentSearches = defineExtensionPoint<(ctx: Ctx) => Promise<IntentSearch[]>>('intent.search');

/** Records of a local day of people of whom the same is known, without who they were. */
export interface Outline {
  /** Such as 2027-03-08. */
  day: string;
  /** What is known is not empty; no value is anybody's. */
  has: LeadPerson;
  records: number;
  /** The first six bytes of the person's key as a number, and microseconds since the year 2000; 8 bytes each, in no order. */
  people: Buffer;
}

export interface IntentApi {
  /** Exact, in the order of the keywords, all as of one moment. */
  counts(keywords: readonly string[], places: readonly Place[] | null): Promise<KeywordCount[]>;
  /** Different people of all keywords together, exact. For 10,000,000 records and wide keywords this takes seconds, `counts` milliseconds. */
  people(query: IntentQuery): Promise<number>;
  /** Keywords that somebody may mean who typed this, the most searched first. Nothing for fewer than `SUGGEST_FROM` characters. */
  suggest(typed: string): Promise<{ keyword: string; people: number }[]>;
  /** When records last came in, or null; and the position behind the last of them. */
  state(): Promise<{ asOf: Date | null; position: string }>;
  /** The records of a stretch of time by the day of the search, without anybody's data: for trials of what a campaign would look for. */
  outlines(query: IntentQuery, span: { from: Date; to: Date; timezone: string }): Promise<Outline[]>;
  /** The next records behind a position, in their order. For background work alone: nobody else reads records. */
  read(query: IntentQuery, behind: string, most?: number): Promise<Batch>;
}
/** Who was looking for which keyword where: how many people, and their records for background work. */
export const Intent = definePort<IntentApi>('intent.intent.v1');
