import type { Call, ProblemBody, WireFormBody } from '../../../core/contract/wire.ts';
import { session, ZONE } from '../session.ts';
import { confirmationOf, isConfirmed } from './confirmation.ts';
import { CANCELLED, ProblemError, plainProblem } from './problem.ts';
import { puzzleOf, solve } from './puzzle.ts';
import { putQuestion, type Question } from './question.ts';
import { tell } from './signals.ts';
import { confirmAgain } from './step-up.ts';
import { fillPath, queryString, type Values } from './url.ts';

export interface CallInput {
  params?: Values;
  query?: Values;
  body?: unknown;
  /** Sent as a multipart form instead of JSON. */
  file?: File;
  /** The form that was filled in. */
  form?: Pick<WireFormBody, 'id' | 'etag'>;
  /** Lets the server recognise the same intention sent twice. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

const UNAUTHENTICATED = 'core.problem.unauthenticated';
const STEP_UP = 'core.problem.step-up';

/** Headers of every call to the server. */
export function headersOf(): Record<string, string> {
  const token = session.token;
  return {
    accept: 'application/json, application/problem+json',
    'accept-language': session.locale,
    'x-timezone': ZONE,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
}

function bodyOf(target: Call, input: CallInput): { body?: BodyInit; type?: string } {
  if (input.file) {
    const form = new FormData();
    form.append('file', input.file);
    for (const [name, value] of Object.entries((input.body ?? {}) as Values)) form.append(name, String(value ?? ''));
    return { body: form };
  }
  if (target.method === 'GET') return {};
  return { body: JSON.stringify(input.body ?? {}), type: 'application/json' };
}

async function refusal(response: Response): Promise<ProblemError> {
  const requestId = response.headers.get('x-request-id') ?? '';
  if (/\bjson\b/.test(response.headers.get('content-type') ?? '')) {
    const problem = (await response.json().catch(() => null)) as ProblemBody | null;
    if (problem?.code) return new ProblemError({ ...problem, requestId: problem.requestId || requestId });
  }
  return new ProblemError(plainProblem(response.status, `http.${response.status}`, response.statusText, requestId));
}

/** Sends a call; one that needs the password again, a puzzle solved, or something confirmed, is repeated with it. */
async function send(target: Call, input: CallInput, confirmed = false): Promise<Response> {
  const { body, type } = bodyOf(target, input);
  const headers = headersOf();
  if (type) headers['content-type'] = type;
  if (input.form) headers['x-form'] = `${input.form.id}@${input.form.etag}`;
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey;
  const sentToken = session.token;
  const url = fillPath(target, input.params) + queryString(input.query);
  let response: Response;
  try {
    response = await fetch(url, { method: target.method, headers, body: body ?? null, signal: input.signal ?? null });
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw new ProblemError(plainProblem(0, 'ui.error.network', ''), true);
  }
  const rotated = response.headers.get('x-session-token');
  // A slow answer to an older session must not bring its token back.
  if (rotated && session.token === sentToken) session.token = rotated;
  const config = response.headers.get('x-config-version');
  if (config) tell('config', config);
  if (response.ok) return response;
  const problem = await refusal(response);
  if (response.status === 401 && problem.code === UNAUTHENTICATED && sentToken && session.token === sentToken) tell('ended', undefined);
  const puzzle = puzzleOf(problem.problem);
  if (puzzle) {
    const gtoken = await solve(puzzle);
    if (gtoken === null) throw cancelled(problem);
    return send(target, { ...input, body: { ...(input.body as Values | undefined), gtoken } }, confirmed);
  }
  const asked = confirmationOf(problem.problem);
  if (asked) {
    if (!(await isConfirmed(asked))) throw new ProblemError({ ...problem.problem, detail: asked.refused, confirm: undefined });
    return send(target, input, confirmed);
  }
  if (response.status !== 403 || problem.code !== STEP_UP || confirmed) throw problem;
  if (await confirmAgain()) return send(target, input, true);
  throw cancelled(problem);
}

const cancelled = (refused?: ProblemError): ProblemError =>
  new ProblemError(plainProblem(refused?.problem.status ?? 0, CANCELLED, '', refused?.problem.requestId));

/** Asks what the server wants asked before the call. Operators' own fields are none of the question's. */
async function isAgreed(path: string, { params, body, signal }: CallInput): Promise<boolean> {
  const own = Object.entries((body ?? {}) as Values).filter(([name]) => !name.startsWith('x_'));
  const input = { ...(params ? { params } : {}), body: Object.fromEntries(own), ...(signal ? { signal } : {}) };
  const { question } = await call<{ question: Question | null }>({ method: 'POST', path }, input);
  return question === null || putQuestion(question);
}

/** Makes a call and answers its JSON (null when the answer is empty), after the question that goes before it. Throws a ProblemError. */
export async function call<T = unknown>(target: Call, input: CallInput = {}): Promise<T> {
  if (target.asks && !(await isAgreed(target.asks, input))) throw cancelled();
  const response = await send(target, input);
  const text = await response.text();
  if (!text) return null as T;
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new ProblemError(plainProblem(response.status, 'ui.error.answer', '', response.headers.get('x-request-id') ?? ''));
  }
}

const TICKET: Call = { method: 'POST', path: '/api/tickets' };

/** Lets the browser save a file by itself, with a ticket in place of the session. What the server refuses is thrown. */
export async function download(target: Call, input: CallInput = {}): Promise<void> {
  const { url } = await call<{ url: string }>(TICKET, { body: { path: fillPath(target, input.params) + queryString(input.query) } });
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
