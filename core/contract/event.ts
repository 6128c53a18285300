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

export interface Subscription {
  id: Id;
  event: EventDef;
  /** `intent`: no surrounding transaction. */
  db?: 'transaction' | 'intent';
  run(ctx: Ctx, payload: any, meta: { eventId: string; attempt: number }): Promise<void>;
}
/** Declares a handler of another plugin's (or one's own) event. */
export const subscribe = <E extends TSchema>(s: {
  id: Id;
  event: EventDef<E>;
  db?: 'transaction' | 'intent';
  run(ctx: Ctx, payload: Static<E>, meta: { eventId: string; attempt: number }): Promise<void>;
}): Subscription => s;
