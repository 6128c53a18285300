import type { Static, TSchema } from 'typebox';
import type { Log } from './context.ts';
import type { EventDef } from './event.ts';
import type { Outcome } from './outcome.ts';
import { definePort, type Id } from './plugin.ts';

/** What a connector's code sees: its credentials and a guarded HTTP client, nothing of the platform. */
export interface ConnectorClient<A extends TSchema> {
  readonly auth: Static<A>;
  readonly log: Log;
  /** Milliseconds since the epoch; connectors never read the clock themselves. */
  readonly now: number;
  /** Stable over retries of the same delivery: send it as the idempotency key. */
  readonly deliveryId: string;
  /** A property, not a method: actions take it apart from the rest. */
  readonly http: (request: ConnectorRequest) => Promise<ConnectorResponse>;
}
export interface ConnectorRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  /** The body exactly as it is to be sent, e.g. because it is signed; wins over `json` and `form`. */
  body?: string;
}
export interface ConnectorResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** When it came, in milliseconds since the epoch. */
  at: number;
}

export interface ActionDef<A extends TSchema = any, I extends TSchema = any> {
  title: string;
  input: I;
  run(client: ConnectorClient<A>, input: Static<I>): Promise<Outcome>;
}

/** The names of an object's fields, for the compiler alone. */
type Names<X extends TSchema> = { [K in keyof Static<X>]-?: true };

/** An event on which connectors act, and the fields that their actions can be given then. */
export interface Trigger<G extends TSchema = any> {
  event: EventDef;
  gives: G;
  readonly __names?: Names<G>;
}
export const defineTrigger = <G extends TSchema>(trigger: Trigger<G>): Trigger<G> => trigger;

/** An integration in one file: data plus a handler for each action. */
export interface ConnectorDef<A extends TSchema = any> {
  id: Id;
  version: number;
  title: string;
  /** A message key: one sentence for the card. */
  summary: string;
  /** The only hosts `http` may reach (`*.host`: those below it); `*` means the urls that the tenant gave, still behind the egress guard. */
  egress: readonly string[];
  auth: { fields: A; /** Fields never shown again once saved. */ secret: readonly string[] };
  /** Values made by the platform when the connection is created, e.g. a signing secret. */
  generate?: Record<string, () => string>;
  /**
   * Proves the credentials by a call that writes nothing at the other end; throws or answers what is wrong. Null where the other system
   * offers no such call: its connections count as not tested until a record arrives.
   */
  test: ((client: ConnectorClient<A>) => Promise<Outcome>) | null;
  actions: Record<string, ActionDef<A>>;
  /** What runs which action; the action's input names none but fields that the trigger gives. */
  on: readonly { trigger: Trigger; action: string }[];
}
/** `on`, held to the names of the actions and to what each of them asks for. */
type On<N> = {
  [K in keyof N & string]: { trigger: { __names?: N[K] extends ActionDef<any, infer I> ? Names<I> : never }; action: K };
}[keyof N & string];
export const defineAction = <A extends TSchema, I extends TSchema>(_auth: A, action: ActionDef<A, I>): ActionDef<A, I> => action;
export const defineConnector = <A extends TSchema, N extends Record<string, ActionDef<A>>>(
  connector: ConnectorDef<A> & { actions: N; on: readonly On<NoInfer<N>>[] },
): ConnectorDef<A> => connector;

/** One run of a connector's action. */
export interface ConnectorRun {
  connector: ConnectorDef;
  /** Name of the action; the connector's own `test` when left out. */
  action?: string;
  auth: Record<string, unknown>;
  deliveryId: string;
  /** Cut down to what the action's input schema names. */
  input?: Record<string, unknown>;
}

/** The registered connectors and the way to run them; provided by core. */
export interface ConnectorsApi {
  /** Connectors whose plugin is on for the caller's company, by title. */
  list(): readonly ConnectorDef[];
  /** Null when its plugin is gone, or off for the caller's company. */
  find(id: string): ConnectorDef | null;
  /** The field of `auth` that holds an address which the connector may not call, or null. */
  refusedField(connector: ConnectorDef, auth: Record<string, unknown>): string | null;
  /** Calls the other end; never inside a transaction. Never throws: what went wrong is the outcome, without secrets in its note. */
  run(run: ConnectorRun): Promise<Outcome>;
}
export const Connectors = definePort<ConnectorsApi>('core.connectors.v1');
