import { useSyncExternalStore } from 'react';

/** The forms on screen with changes that are not saved, each with its id if it has one. */
const dirty = new Map<object, string | undefined>();
const listeners = new Set<() => void>();

export function markDirty(form: object, on: boolean, id?: string): void {
  if (on === dirty.has(form)) return;
  if (on) dirty.set(form, id);
  else dirty.delete(form);
  for (const heard of listeners) heard();
}
export const anyDirty = (): boolean => dirty.size > 0;

const subscribe = (heard: () => void): (() => void) => {
  listeners.add(heard);
  return () => listeners.delete(heard);
};

/** Whether a form of this id is on screen with changes that are not saved. */
export const isUnsaved = (id: string): boolean => [...dirty.values()].includes(id);
export const useUnsaved = (id: string | undefined): boolean => useSyncExternalStore(subscribe, () => id !== undefined && isUnsaved(id));
