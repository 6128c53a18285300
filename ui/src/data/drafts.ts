import { useSyncExternalStore } from 'react';
import type { Row } from './bindings.ts';

/** What stands in the forms on screen right now, by form, for parts of the page that follow the typing. */
const drafts = new Map<string, Row>();
const listeners = new Set<() => void>();

/** Notes what stands in a form; null when it left the screen. */
export function noteDraft(form: string, data: Row | null): void {
  if (data) drafts.set(form, data);
  else drafts.delete(form);
  for (const heard of listeners) heard();
}

const subscribe = (heard: () => void): (() => void) => {
  listeners.add(heard);
  return () => listeners.delete(heard);
};

/** What stands in a form that is on screen, or null. */
export const useDraft = (form: string): Row | null => useSyncExternalStore(subscribe, () => drafts.get(form) ?? null);
