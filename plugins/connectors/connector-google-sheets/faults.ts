import { waitAskedFor } from '../../../core/contract.ts';

/**
 * What Google's answer means for what comes next. `rest`: nobody is to call for a while (`after`, in seconds, if Google says so).
 * `reauthorise`: the platform has no access to the account any more. The others concern one spreadsheet.
 */
export interface Fault {
  kind: 'rest' | 'reauthorise' | 'missing' | 'denied' | 'full' | 'refused';
  after: number | null;
  /** Google's own words, short, without credentials. */
  note: string;
}

interface Answer {
  status?: number;
  headers?: Headers;
  data?: unknown;
}
interface Said {
  error?: string | { message?: unknown; status?: unknown; errors?: unknown; details?: unknown } | null;
  error_description?: string;
}

/** Reasons under a 403 that say "too much now" and not "you may not". */
const TOO_MUCH = /^(?:user)?rateLimitExceeded$|^dailyLimitExceeded$|^quotaExceeded$|^RATE_LIMIT_EXCEEDED$|^RESOURCE_EXHAUSTED$/i;
/** The person took the permission back that they had given. */
const NO_SCOPE = /^ACCESS_TOKEN_SCOPE_INSUFFICIENT$|^insufficientPermissions$/;
/** A spreadsheet holds ten million cells; Google says so in words alone. */
const TOO_MANY_CELLS = /above the limit of [\d,.]+ cells/i;
const LONGEST_NOTE = 200;
const HIDDEN = '•••';
/** What Google's tokens look like: also those that were renewed meanwhile. */
const TOKEN = /\b(?:ya29\.|1\/\/)[\w.-]+/g;

/** Reads what a call of Google's libraries threw. `secrets` are taken out of the note, however Google repeats them. */
export function faultOf(error: unknown, now: number, secrets: readonly string[] = []): Fault {
  const answer = (error as { response?: Answer }).response;
  const status = answer?.status;
  if (!answer || status === undefined) return { kind: 'rest', after: null, note: 'no answer' };
  const said = dataOf(answer.data);
  const plain = secrets
    .filter((secret) => secret.length > 3)
    .reduce((text, secret) => text.replaceAll(secret, HIDDEN), wordsOf(said))
    .replace(TOKEN, HIDDEN);
  const note = `HTTP ${status}${plain ? `: ${plain}` : ''}`.slice(0, LONGEST_NOTE).replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ');
  const reasons = reasonsOf(said);
  const rest = (): Fault => ({
    kind: 'rest',
    after: waitAskedFor({ headers: { 'retry-after': answer.headers?.get('retry-after') ?? '' }, at: now }),
    note,
  });
  const is = (kind: Fault['kind']): Fault => ({ kind, after: null, note });
  if (status === 429 || status === 408 || status >= 500) return rest();
  if (typeof said.error === 'string') return is(said.error === 'invalid_grant' ? 'reauthorise' : 'refused');
  if (status === 401 || reasons.some((reason) => NO_SCOPE.test(reason))) return is('reauthorise');
  if (status === 403) return reasons.some((reason) => TOO_MUCH.test(reason)) ? rest() : is('denied');
  if (status === 400 && TOO_MANY_CELLS.test(wordsOf(said))) return is('full');
  return is(status === 404 ? 'missing' : 'refused');
}

function dataOf(data: unknown): Said {
  if (typeof data === 'object' && data !== null) return data;
  try {
    const read: unknown = JSON.parse(String(data));
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    return {};
  }
}

const wordsOf = ({ error, error_description: more }: Said): string =>
  typeof error === 'string' ? [error, more].filter(Boolean).join(': ') : textOf(error?.message);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Whatever stands where reasons belong: the other end may send anything. */
const reasonsOf = ({ error }: Said): string[] => {
  if (typeof error !== 'object' || error === null) return [];
  return [error.status, ...listOf(error.errors), ...listOf(error.details)].map(
    (one) => textOf(one) || textOf((one as Reason | null)?.reason),
  );
};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
interface Reason {
  reason?: unknown;
}
