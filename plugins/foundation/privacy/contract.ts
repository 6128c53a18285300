import { type Ctx, defineExtensionPoint, definePort, type Id } from '../../../core/contract.ts';

/** By what the data of one person is found. */
export interface Person {
  /** E-mail addresses, in lower case. */
  readonly emails: readonly string[];
  /** Ids of leads. */
  readonly leads: readonly string[];
  /** By what the person is told from others whatever source they were met by: 32 bytes, in hex. */
  readonly keys: readonly string[];
}

/** What somebody typed about a person: an address, the last ten digits of a telephone number, or the id of a lead. */
export type Typed = { email: string } | { phone: string } | { lead: string };

/** One thing that is held of a person. */
export interface PersonRecord {
  /** Unique within its kind. */
  id: string;
  at: Date;
  /** In one line, for people. */
  what: string;
  /** All of it, for the file: plain values by English names. */
  data: Readonly<Record<string, unknown>>;
}

/**
 * A kind of records that a plugin holds of people. Each call has the sight of the company that was asked: an agency with its clients, or a client. Personal data of
 * a plugin that contributes none is a fault of the tests.
 */
export interface PersonData {
  id: Id;
  /** Message key: what the records are called. */
  title: string;
  /** Place among the kinds. */
  order: number;
  /** What erasing does with them. What is `kept` is what keeps the person from coming back; it is written before anything is erased. */
  erasing: 'deleted' | 'anonymised' | 'kept';
  /** Tables with personal columns that this speaks for. */
  tables: readonly string[];
  /** Everybody whom what was typed may mean. */
  whom?(ctx: Ctx, typed: Typed): Promise<readonly Person[]>;
  /** What else is known to be theirs; asked until nothing is added. */
  more?(ctx: Ctx, person: Person): Promise<Person>;
  count(ctx: Ctx, person: Person): Promise<number>;
  /** The newest first, behind the record with this id: at most so many. */
  find(ctx: Ctx, person: Person, behind: string | null, most: number): Promise<readonly PersonRecord[]>;
  /**
   * Erases them as the system, in a transaction of its own; answers how many. It is called again after a crash and some minutes later, for what was on its way meanwhile,
   * so a repeated call must do no harm. Money and counts stay as they are. `request` is the number of the request.
   */
  erase(ctx: Ctx, person: Person, request: number): Promise<number>;
  /** Other systems that were asked to erase the person, as a request set it off, and what became of that; for the request's page and its receipt. */
  elsewhere?(ctx: Ctx, request: number): Promise<readonly ErasedElsewhere[]>;
}
/** What another system was asked to erase. */
export interface ErasedElsewhere {
  /** What its owner calls it, in one line. */
  name: string;
  /** `waiting`: it is still being asked. `open`: somebody has to do it there. `confirmed`: somebody did, and said so. */
  state: 'waiting' | 'done' | 'open' | 'confirmed';
  /** Its own words, or ours why it could not be asked. */
  answer: string;
  askedAt: Date;
  finishedAt: Date | null;
}
export const PersonRecords = defineExtensionPoint<PersonData>('privacy.person-data');

/** Somebody whom the platform knows, as a kind of records holds them. */
export interface KnownPerson {
  /** Unique within its kind, and what its places are ordered by. */
  id: string;
  /** Whose records these are; null: of the platform itself. */
  agencyId: number | null;
  /** In lower case, or empty. */
  email: string;
  /** As it is written, or empty. */
  phone: string;
  /** By what they are told from others, in hex. */
  key: string;
}
/** All people of one kind of records, for lists that name people by hashes alone. Called with the sight of the root. */
export interface KnownPeople {
  id: Id;
  /** Those behind this id: at most so many, in the order of the ids. */
  page(ctx: Ctx, behind: string | null, most: number): Promise<readonly KnownPerson[]>;
  /** Erases records of the platform itself; what an agency holds is erased by a request there. A repeated call does no harm. */
  erase?(ctx: Ctx, ids: readonly string[]): Promise<number>;
}
export const AllPeople = defineExtensionPoint<KnownPeople>('privacy.known-people');

/** How a request of somebody who proved to be the person, or whom a state's list names, stands. */
export type ErasureStanding = 'erasing' | 'erased' | 'closed';
export interface PrivacyRequestsApi {
  /**
   * Has the person with this address erased at the caller's company, an agency or a client, in the background; the request stands among its privacy requests. Answers its number,
   * that of the one under way where there is one. `leads` and `keys` are what else is known to be theirs.
   */
  erase(whom: { email: string; leads?: readonly string[]; keys?: readonly string[] }, origin: 'person' | 'drop'): Promise<number>;
  /** How requests of the caller's company stand, by number. */
  standing(ids: readonly number[]): Promise<ReadonlyMap<number, ErasureStanding>>;
}
/** Erasing whoever asked for it without being a user, as a request of the company that was asked. */
export const PrivacyRequests = definePort<PrivacyRequestsApi>('privacy.requests.v1');
