import { type Ctx, defineExtensionPoint, type Id } from '../../core/contract.ts';

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
