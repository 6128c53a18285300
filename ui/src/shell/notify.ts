import type { Severity } from '../../../core/contract/page.ts';
import { CANCELLED, problemOf } from '../api/problem.ts';
import { hasText, text as textOf } from '../text/texts.ts';

export interface NoticeMore {
  title?: string;
  /** Milliseconds until it goes by itself; five seconds when left out, ten where it offers to take the act back. */
  timeout?: number;
}

let areWanted = false;
const listeners = new Set<() => void>();

/** Whether somebody was told something: visitors may never be, so the place for it comes with the first notice. */
export const areNoticesWanted = (): boolean => areWanted;
export function hearNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a notice at the top right, with an offer to take the act back if there is one. */
export function notify(severity: Severity, text: string, undo?: () => void, more?: NoticeMore): void {
  areWanted = true;
  for (const listener of listeners) listener();
  void import('./notices.tsx').then(({ show }) => show(severity, text, undo, more));
}

/** What a refusal says to a person: its own words, or ours where there are none. `failed` is said where the server had no reason to tell. */
export function problemText(error: unknown, failed?: string): string {
  const problem = problemOf(error);
  if (failed && (problem.status === 0 || problem.status >= 500)) return failed;
  if (problem.detail) return problem.detail;
  const own = problem.code.startsWith('ui.') && hasText(problem.code);
  return textOf(own ? problem.code : 'ui.error');
}

/** The number that support will ask for, of what only support can help with: whoever typed something wrong has no use for it. */
export function supportNumber(error: unknown): string {
  const { status, requestId } = problemOf(error);
  return status >= 500 ? requestId : '';
}

export function notifyProblem(error: unknown, failed?: string): void {
  const { code } = problemOf(error);
  const requestId = supportNumber(error);
  if (code === CANCELLED) return;
  const said = problemText(error, failed);
  notify('bad', requestId ? `${said} ${textOf('ui.error.request', { id: requestId })}` : said);
}
