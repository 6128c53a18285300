import type { ConnectorResponse } from './connector.ts';

/**
 * How an attempt ended. What concerns one record (`reject`) never stops the connection's others; what concerns the connection does.
 * `record` is said of the record itself: `invalid`, the other end says that nobody can be reached under its address; `unfit`, it lacks what the
 * other end needs, so that nobody was asked and the refusal says nothing of the connection.
 */
export type Outcome = { record?: 'invalid' | 'unfit' } & (Accepted | NotNow | Rejected | Closing);

/**
 * `ref`: what the other end calls the record, by which it can be found and erased there. `again`: it took the record but is not done with it; the
 * action runs again after so many seconds, with the same steps, to ask what became of it.
 */
interface Accepted {
  ok: true;
  note?: string;
  ref?: string;
  again?: number;
  /** Of `test`: values of the fields that `auth.learned` names. */
  learned?: Readonly<Record<string, string>>;
}
/** Try again later; `after` is the number of seconds that the other end asked for, or with `paced` the platform's own `rate`. */
interface NotNow {
  ok: false;
  then: 'retry';
  after?: number;
  paced?: true;
  note: string;
}
/** This record is refused for good, others may pass. */
interface Rejected {
  ok: false;
  then: 'reject';
  note: string;
}
/**
 * `reauthorise`: the credentials do not work. `hold`: the connection waits for a person. `disable`: the other end is gone for good. `remedy`: a
 * message key of the connector's catalogue that says in one sentence what its owner is to do. `field`: the field of the form that is wrong, and `said`
 * what it says there in place of the remedy.
 */
interface Closing {
  ok: false;
  then: 'reauthorise' | 'hold' | 'disable';
  remedy?: string;
  field?: string;
  said?: { message: string; params?: Record<string, string | number> };
  note: string;
}

/** The longest wait that another system may ask for, in seconds. */
const LONGEST_WAIT = 86_400;
/** Statuses that say "not now" below 500: request timeout, too early, too many requests. */
const NOT_NOW = new Set([408, 425, 429]);
/** Statuses that say that the credentials do not work. */
const NO_ACCESS = new Set([401, 403, 407]);
/** Statuses about the address or the account, not about the record: 402, not found, method not allowed. */
const WRONG_PLACE = new Set([402, 404, 405]);

/** The usual reading of an HTTP answer. Redirects are not followed, so they wait for somebody who corrects the address. */
export function outcomeOf(response: ConnectorResponse): Outcome {
  const { status } = response;
  const note = noteOf(response);
  if (status >= 200 && status < 300) return { ok: true, note };
  if (status >= 500 || NOT_NOW.has(status)) {
    const after = waitAskedFor(response);
    return { ok: false, then: 'retry', note, ...(after === null ? {} : { after }) };
  }
  if (status < 400)
    return { ok: false, then: 'hold', note: `HTTP ${status}: moved to ${response.headers['location'] ?? '?'}`.slice(0, 200) };
  if (status === 410) return { ok: false, then: 'disable', note };
  if (NO_ACCESS.has(status)) return { ok: false, then: 'reauthorise', note };
  return WRONG_PLACE.has(status) ? { ok: false, then: 'hold', note } : { ok: false, then: 'reject', note };
}

/** What an answer says for people: its status, and its own words or, where it has none in a usual place, all of its text. */
export function noteOf({ status, text }: Pick<ConnectorResponse, 'status' | 'text'>, words = wordsIn(objectIn(text)) ?? text): string {
  return `HTTP ${status}${words ? `: ${words.slice(0, 200)}` : ''}`;
}

const WORDS = ['message', 'error', 'error_description', 'detail', 'title', 'errors'];

/** Answers nest their words no deeper; what is nested without end is not followed. */
const DEEPEST = 4;

/** The sentence in the JSON of a refusal: in the members that are usual for it, on their own or inside of `error` or the first of `errors`. */
function wordsIn(said: unknown, depth = 0): string | undefined {
  if (typeof said === 'string') return said || undefined;
  if (typeof said !== 'object' || said === null || depth === DEEPEST) return undefined;
  if (Array.isArray(said)) return wordsIn(said[0], depth + 1);
  for (const name of WORDS) {
    const words = wordsIn((said as Record<string, unknown>)[name], depth + 1);
    if (words) return words;
  }
  return undefined;
}

/** Ends the action in which it is thrown, inside a step or outside, with its outcome. */
export class NotAccepted extends Error {
  readonly outcome: Extract<Outcome, { ok: false }>;
  constructor(outcome: Extract<Outcome, { ok: false }>) {
    super(outcome.note);
    this.outcome = outcome;
  }
}

/** What stands in an answer that is fine; any other ends the action with what `outcomeOf` says of it. Empty where there is no JSON object. */
export function accepted(response: ConnectorResponse): Readonly<Record<string, unknown>> {
  const outcome = outcomeOf(response);
  if (!outcome.ok) throw new NotAccepted(outcome);
  return objectIn(response.text);
}

/** The JSON object that a text is; empty for any other text. */
export function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Seconds that `Retry-After` asks for, as a number or an HTTP date, between one second and a day; null without a readable one. */
export function waitAskedFor({ headers, at }: Pick<ConnectorResponse, 'headers' | 'at'>): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : /[a-z]{3}/i.test(text) ? (Date.parse(text) - at) / 1000 : NaN;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 1), LONGEST_WAIT);
}
