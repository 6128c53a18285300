import { useCallback, useSyncExternalStore } from 'react';
import type { WireAction } from '../../../core/contract/wire.ts';
import { holds, type Row } from './bindings.ts';

/** Whether the actor's rules let an action of a subject be done to a row. */
export type Allows = (ability: readonly [string, string], row: Row | null) => boolean;

// Until the rules' code is there, everything counts as allowed that the server did not leave out already.
let allowed: Allows = () => true;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Takes the actor's rules: whatever shows actions is drawn again. */
export function takeRules(next: Allows): void {
  allowed = next;
  for (const listener of listeners) listener();
}

/** Whether an action is shown for a row: its condition holds and the actor's rules do not forbid it for this very row. */
export function useOffered(): (action: Pick<WireAction, 'when' | 'ability'>, row: Row | null) => boolean {
  const allows = useSyncExternalStore(subscribe, () => allowed);
  return useCallback((action, row) => holds(action.when, row) && (!action.ability || allows(action.ability, row)), [allows]);
}
