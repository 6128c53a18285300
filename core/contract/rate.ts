import type { Id } from './plugin.ts';
import type { RouteDef } from './route.ts';

export interface RateDef {
  id: Id;
  points: number;
  seconds: number;
  /**
   * What is counted: the client address, the account, the company, or the value of one body field together with the host. `device`:
   * a browser that signed in before, in routes that say `device`; else the client address. `each: 'device'` counts the value of a field
   * for each of these apart, so that nobody uses up what another may do with it.
   */
  by: 'ip' | 'device' | 'account' | 'company' | { body: string; each?: 'device' };
  /** Counted by each process for itself and without a statement: for reads, which should not cost more by being counted. */
  inMemory?: true;
  /** Whoever has a session is not counted. */
  strangersOnly?: true;
}

/** Counts strangers in public routes without a rate of their own. An office behind one address stays far below it. */
export const STRANGERS: RateDef = { id: 'core.strangers', points: 1200, seconds: 60, by: 'ip', inMemory: true, strangersOnly: true };

/** Counts who reads a description of all routes: it is written anew each time, and a megabyte long. */
export const DOCUMENTS: RateDef = { id: 'core.documents', points: 60, seconds: 60, by: 'ip', inMemory: true };

/** The rates that a route is held to. */
export const ratesOf = (route: Pick<RouteDef, 'ability' | 'rate'>): readonly Id[] =>
  [route.rate ?? (route.ability === 'public' ? STRANGERS.id : [])].flat();
