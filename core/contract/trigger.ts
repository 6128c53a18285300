import { type Static, type TObject, type TSchema, Type as T } from 'typebox';
import type { Ctx } from './context.ts';
import type { EventDef } from './event.ts';

/** The names of an object's fields, for the compiler alone. */
type Names<X extends TObject> = { [K in keyof Static<X>]-?: true };

/** Something that happens, on which connectors act, and the fields that their actions can be given then. */
export interface Trigger<G extends TObject = any> {
  /** What it is called at the other end, past tense: `order.shipped`. */
  id: `${string}.${string}`;
  /** A message key: what people read where they choose what a connection sends. */
  title: string;
  gives: G;
  readonly __names?: Names<G>;
}
export const defineTrigger = <G extends TObject>(trigger: Trigger<G>): Trigger<G> => trigger;

/** An action on this is run for each trigger that the connector has no action of its own for, with what they have in common. */
export const EveryTrigger = defineTrigger({
  id: 'core.every',
  title: 'core.trigger.every',
  gives: T.Object({
    /** Id of the trigger. */
    trigger: T.String(),
    /** When it happened, as an ISO instant. */
    at: T.String(),
    /** Of what it happened to. */
    id: T.String(),
    isTest: T.Boolean(),
  }),
});

/** What a trigger gives, with what they all have in common. */
export const givenWith = <F extends Record<string, TSchema>>(fields: F): TObject<F & typeof EveryTrigger.gives.properties> =>
  T.Object({ ...fields, ...EveryTrigger.gives.properties });

/** One thing to which it happened. */
export interface Occasion {
  /** Whose it is: the connections of this company and of its agency hear of it. */
  companyId: number;
  /** What it happened to: `order:17`. A connection sends what happens to the same thing in that order. */
  subject: string;
  /** Tells apart what happens to the same thing more than once; left out where it happens once. */
  occasion?: string;
  isTest?: boolean;
}
/** What a delivery knows of its occasion. */
export interface OccasionOf {
  subject: string;
  /** Empty where it happens once. */
  occasion: string;
}

/** A trigger as the plugin that owns it runs it. */
export interface TriggerSource<E extends TSchema = any> {
  trigger: Trigger;
  event: EventDef<E>;
  /** What an event comes to; nothing where it is no occasion of this trigger. Runs in the transaction that marks the event as handled. */
  occasions(ctx: Ctx, payload: Static<E>, meta: { eventId: string }): Promise<readonly Occasion[]>;
  /**
   * What an action is given, read when it is sent and as the connection's company may see it; null where the thing is gone by then. Of a lead
   * (`lead:<id>`) only what the trigger gives beside the lead.
   */
  read(ctx: Ctx, of: OccasionOf): Promise<Record<string, unknown> | null>;
  /** The same of a made-up thing, for samples and tests. */
  sample(ctx: Ctx): Record<string, unknown>;
}
/** Declares how a trigger runs; it stands among the `triggers` of the plugin. */
export const runTrigger = <E extends TSchema, G extends TObject>(source: {
  trigger: Trigger<G>;
  event: EventDef<E>;
  occasions: TriggerSource<E>['occasions'];
  read(ctx: Ctx, of: OccasionOf): Promise<Partial<Static<G>> | null>;
  sample(ctx: Ctx): Partial<Static<G>>;
}): TriggerSource<E> => source;
