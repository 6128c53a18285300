import type { ProblemBody } from '../../../core/contract/wire.ts';

/** The person did not agree, or gave no password that a call needs again: nothing was done, and nothing needs to be said about it. */
export const CANCELLED = 'ui.cancelled';

/** A refused call. `network` is true when no answer came at all. */
export class ProblemError extends Error {
  readonly problem: ProblemBody;
  readonly network: boolean;

  constructor(problem: ProblemBody, network = false) {
    super(problem.detail || problem.title);
    this.name = 'ProblemError';
    this.problem = problem;
    this.network = network;
  }

  get code(): string {
    return this.problem.code;
  }
}

/** Whether a submission was refused because operators changed its form meanwhile; the refusal holds the new one. */
export const formChanged = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.code === 'core.problem.form-changed';

/** A problem for an answer that is not a problem document, such as a proxy's error page. */
export function plainProblem(status: number, code: string, detail: string, requestId = ''): ProblemBody {
  return { type: 'about:blank', title: detail, status, detail, code, requestId };
}

/** The problem behind any thrown value. */
export function problemOf(error: unknown): ProblemBody {
  if (error instanceof ProblemError) return error.problem;
  return plainProblem(0, 'ui.error', error instanceof Error ? error.message : '');
}
