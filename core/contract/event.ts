import type { Static, TSchema } from 'typebox';
import type { Ctx } from './context.ts';
import type { Id } from './plugin.ts';

/** Something that happened, past tense: `notes.note-added`. */
export interface EventDef<E extends TSchema = TSchema> {
  id: Id;
  version: number;
  payload: E;
}
export const defineEvent = <E extends TSchema>(event: EventDef<E>): EventDef<E> => event;

/**
 * What becomes of an event while the subscriber's plugin is off for the company: it is held and delivered once the plugin is on again, at most 30
 * days later, or it is dropped.
 */
export type WhileOff = 'hold' | 'drop';

export interface Subscription {
  id: Id;
  event: EventDef;
  /** Required of plugins at the level of agencies; others drop what comes while a plugin is off that they need. */
  whileOff?: WhileOff;
  /** `intent`: no surrounding transaction. */
  db?: 'transaction' | 'intent';
  run(ctx: Ctx, payload: any, meta: { eventId: string; attempt: number }): Promise<void>;
}
/** Declares a handler of another plugin's (or one's own) event. */
export const subscribe = <E extends TSchema>(s: {
  id: Id;
  event: EventDef<E>;
  whileOff?: WhileOff;
  db?: 'transaction' | 'intent';
  run(ctx: Ctx, payload: Static<E>, meta: { eventId: string; attempt: number }): Promise<void>;
}): Subscription => s;
