import { definePort, defineExtensionPoint } from '../../../core/contract.ts';

/** A kind of account that the books of agencies may have. Only declared kinds can be posted to. */
export interface AccountKind {
  name: string;
  /** Whose accounts these are: one for the agency, or one for each of its clients. */
  of: 'agency' | 'client';
  /**
   * The least that may stand in such an account. Its balance is kept with each posting, it is opened by `open` alone, and only postings
   * of these codes move it.
   */
  floor?: { cents: number; codes: readonly string[] };
}
export const AccountKinds = defineExtensionPoint<AccountKind>('ledger.account-kinds');

/** Why something is posted; only declared codes can be. */
export interface PostingCode {
  /** Begins with the plugin's id: `billing.fee`. */
  code: string;
  /** Message key of its lines in statements. */
  title: string;
}
export const PostingCodes = defineExtensionPoint<readonly PostingCode[]>('ledger.posting-codes');

/** One side of a posting on an account, in whole cents, debits positive. */
export interface Entry {
  companyId: number;
  account: string;
  /** The account of the same company that is posted to where `account` is not in use. */
  orElse?: string;
  cents: number;
}

export interface Posting {
  /** Once in the books of an agency: a repeat posts nothing, other content under the same key is refused. */
  key: string;
  code: string;
  /** What or whom it is about, by the id that its plugin knows it by. */
  reference?: string;
  /** What its amounts are attributed to, by which they can be summed. */
  costCenter?: number;
  /** The company that it is about: the agency, or one of its clients, which then sees it. */
  companyId: number;
  /** They sum to zero; those of nothing are left out. */
  entries: readonly Entry[];
}

export interface Balance {
  companyId: number;
  account: string;
  cents: number;
  /** Less is left than was `arrange`d to be told of. */
  isLow: boolean;
}
export interface Run {
  /** Keys posted now. */
  posted: string[];
  /** Keys neither posted now nor before: an account would stand below its floor. */
  refused: string[];
  /** Of the accounts with a floor that moved, after it. */
  balances: Balance[];
}

/** Posts to the books of agencies. Each call runs in the caller's transaction and is narrowed to the agency whose books they are. */
export interface LedgerApi {
  /**
   * Posts once for its key; answers whether it was now. Opens the accounts it needs. Throws 409 where the key was used for another
   * content, or an account would stand below its floor.
   */
  post(agencyId: number, posting: Posting): Promise<boolean>;
  /**
   * Posts the longest run from the front that leaves no account below its floor, in one statement. `pastFloor`: all of it whatever is
   * left, for money that was taken back elsewhere. Throws 409 as `post` does, and has posted nothing then.
   */
  postRun(agencyId: number, postings: readonly Posting[], how?: { pastFloor: boolean }): Promise<Run>;
  /** Opens the agency's account of a kind with a floor; not in use yet. */
  open(agencyId: number, account: string): Promise<void>;
  /** What stands in the agency's account with a floor, locked until the transaction ends; null where it was not opened. */
  hold(agencyId: number, account: string): Promise<{ cents: number; isInUse: boolean } | null>;
  /** Whether it is paid from where there is a choice, and from when on posters are told that little is left. */
  arrange(agencyId: number, account: string, as: { isInUse: boolean; lowCents: number | null }): Promise<void>;
}
export const Ledger = definePort<LedgerApi>('ledger.v1');

/** An account of an agency's books. */
export interface AccountOf {
  companyId: number;
  account: string;
}
/** From its start up to but not including its end. */
export interface Stretch {
  from: Date;
  to: Date;
}
export interface Amounts {
  /** Of the accounts asked for, in their order. */
  cents: number[];
}
export interface Tally extends Amounts {
  costCenter: number | null;
  /** So many postings were alike. */
  postings: number;
}
/** A line of an account: a posting, or those of a day together. */
export interface Line {
  id: string;
  code: string;
  reference: string | null;
  costCenter: number | null;
  /** The newest of them. */
  at: Date;
  /** `YYYY-MM-DD` on the zone's calendar. */
  day: string;
  /** How many entries a day's line stands for; 0 for a posting by itself. */
  together: number;
  cents: number;
}
export interface LinesWish extends Stretch {
  zone: string;
  /** Postings of these codes make one line a day. */
  byDay: readonly string[];
  /** And one for each cost center. */
  perCostCenter?: boolean;
  newestFirst?: boolean;
  limit?: number;
  offset?: number;
}
/** What moved in a calendar month, `YYYY-MM`. */
export interface Month {
  month: string;
  debitCents: number;
  creditCents: number;
}
export interface StatementWish extends Stretch {
  zone: string;
  byDay: readonly string[];
  /** Lines above the first balance; they are sealed like the others. */
  heading: readonly string[][];
  opening: string;
  closing: string;
  /** The cells of a line between its text and its amount. */
  cells(line: Line): Promise<string[]> | string[];
}

/** Reads the books of agencies, as far as row-level security shows them to the caller: a client finds its own account alone. */
export interface BooksApi {
  /** What stands in an account, debits positive; 0 where it was never opened. `at`: what stood there just before. */
  cents(of: AccountOf, at?: Date): Promise<number>;
  /** What moved in an account, by postings of these codes or of all. */
  moved(of: AccountOf & Stretch & { codes?: readonly string[] }): Promise<number>;
  /** What postings about each company took of an agency's account with a floor on a day (`YYYY-MM-DD`), but for the agency's own. */
  drawn(of: AccountOf, day: string): Promise<Map<number, number>>;
  /** What all of them together took of it on each of the days from `first` to `last`; days without are left out. */
  drawnByDay(of: AccountOf, first: string, last: string): Promise<Map<string, number>>;
  /** Postings of a code about a company, those alike together: by cost center and by what they moved in the accounts. */
  tallies(of: Stretch & { companyId: number; code: string; accounts: readonly string[] }): Promise<Tally[]>;
  /** What single postings of an agency's books moved in the accounts, by reference; keys that were never posted are left out. */
  amounts(agencyId: number, keys: readonly string[], accounts: readonly string[]): Promise<Map<string, Amounts>>;
  lines(of: AccountOf, wish: LinesWish): Promise<{ rows: Line[]; total: number }>;
  /** Months in which anything moved, oldest first. */
  months(of: AccountOf, stretch: Stretch & { zone: string }): Promise<Month[]>;
  /** The lines of a statement from balance to balance, each with the hash of all before it; `head` is the last one. */
  statement(of: AccountOf, wish: StatementWish): Promise<{ rows: string[][]; head: string }>;
}
export const Books = definePort<BooksApi>('ledger.books.v1');
