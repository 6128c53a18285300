import type { IncomingMessage } from 'node:http';
import type { Catalogue } from '../i18n/catalogue.ts';
import { type Locale, Problem } from '../contract.ts';
import type { ProblemBody } from '../contract/wire.ts';

const unavailable = (): Problem => new Problem(503, 'core.problem.unavailable', { headers: { 'retry-after': '2' } });

/** PostgreSQL error codes that say something about the caller's data. The server's own words may hold values, so they stay in the log. */
const DATABASE: Record<string, () => Problem> = {
  '23505': () => new Problem(409, 'core.problem.exists'),
  '23503': () => new Problem(409, 'core.problem.in-use'),
  '23514': () => new Problem(422, 'core.problem.invalid'),
  '23502': () => new Problem(422, 'core.problem.invalid'),
  '22P02': () => new Problem(422, 'core.problem.invalid'),
  '22003': () => new Problem(422, 'core.problem.invalid'),
  '22007': () => new Problem(422, 'core.problem.invalid'),
  '22008': () => new Problem(422, 'core.problem.invalid'),
  '22021': () => new Problem(422, 'core.problem.invalid'),
  '22P05': () => new Problem(422, 'core.problem.invalid'), // NUL within jsonb
  '42501': () => new Problem(404, 'core.problem.not-found'), // row-level security refused the row
  '40001': () => unavailable(),
  '40P01': () => unavailable(),
  '55P03': () => unavailable(),
  '57014': () => unavailable(),
};
/** Connection refused, reset or gone; server starting or stopping; no connection free in time. */
const AWAY = /^(08|57P|53)|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT/;

/** Whether the caller hung up before the whole request was there: nobody's mistake, and nobody hears the answer. */
export const isAborted = (request: IncomingMessage): boolean => request.destroyed && !request.complete;

/** Turns whatever was thrown into what the caller may see. Null: our own mistake, to be logged. */
export function problemOf(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  // `httpCode` is how the reader of multipart bodies says it.
  const {
    code,
    httpCode,
    status = httpCode,
    name,
    message,
  } = error as { code?: string; httpCode?: number; status?: number; name?: string; message?: string };
  if (
    name === 'KnexTimeoutError' ||
    (message &&
      /Connection terminated|timeout exceeded when trying to connect|Connection ended|not queryable|starting up|shutting down/.test(
        message,
      ))
  )
    return unavailable();
  if (name === 'TimeoutError' || name === 'AbortError') return unavailable();
  if (typeof code === 'string') {
    if (DATABASE[code]) return DATABASE[code]();
    if (AWAY.test(code)) return unavailable();
    if (code.startsWith('Z_')) return new Problem(400, 'core.problem.malformed'); // a packed body that does not unpack
  }
  if (status === 413) return new Problem(413, 'core.problem.too-large');
  if (typeof status === 'number' && status >= 400 && status < 500) return new Problem(status === 415 ? 415 : 400, 'core.problem.malformed');
  return null;
}

/** The problem as a document, in the caller's language. */
export function problemBody(problem: Problem, catalogue: Catalogue, locale: Locale, requestId: string): ProblemBody {
  const body: ProblemBody = {
    type: 'about:blank',
    title: catalogue.t(locale, `core.status.${problem.status}`),
    status: problem.status,
    detail: catalogue.t(locale, problem.code, problem.params),
    code: problem.code,
    requestId,
    ...problem.extra,
  };
  if (problem.errors.length > 0) {
    body.errors = problem.errors.map((e) => ({
      field: e.field,
      message: catalogue.t(locale, e.message, { field: e.field.split('.').at(-1) ?? '', ...e.params }),
    }));
  }
  return body;
}
