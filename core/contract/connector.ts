import type { Static, TObject } from 'typebox';
import type { Log } from './context.ts';
import type { Outcome } from './outcome.ts';
import { definePort, type Id } from './plugin.ts';
import type { Service } from './service.ts';
import type { Trigger, TriggerSource } from './trigger.ts';

/** What can be stored of a step: plain data. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** What a connector's code sees: its credentials and a guarded HTTP client, nothing of the platform. */
export interface ConnectorClient<A extends TObject = any> {
  readonly auth: Static<A>;
  /** What the company chose to send under names of its own, for a connector with `mapping`; empty for all others. */
  readonly fields: Readonly<Record<string, Json>>;
  /** The payload that the company wrote itself, filled in; null where it wrote none. For a connector with `mapping.template`. */
  readonly payload: string | null;
  /** Values that `generate` made before those in `auth`, for a day after they were made anew: the other end may not know the new ones yet. */
  readonly before: Readonly<Record<string, string>>;
  /** The access token of a connection that was authorised by OAuth, good for at least a minute; empty for all others. */
  readonly token: string;
  /** The platform's own access to the other system: the connector's `service`, and no other. Ends the action where it is not set up. */
  readonly service: <K>(service: Service<K>) => K;
  readonly log: Log;
  /** Milliseconds since the epoch; connectors never read the clock themselves. */
  readonly now: number;
  /** Stable over retries of the same delivery: send it as the idempotency key. */
  readonly deliveryId: string;
  /** A property, not a method: actions take it apart from the rest. Waits for the connection's turn where the connector has a `rate`. */
  readonly http: (request: ConnectorRequest) => Promise<ConnectorResponse>;
  /**
   * One call of several in a delivery: what it answers is kept, and a retry of the delivery gets that instead of calling again. `work` gets an
   * idempotency key of its own, and may throw what `accepted` throws. A process that ends between call and keeping calls again.
   */
  readonly step: <R extends Json>(name: string, work: (key: string) => Promise<R>) => Promise<R>;
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

/** The names of an object's fields, for the compiler alone. */
type Names<X extends TObject> = { [K in keyof Static<X>]-?: true };

export interface ActionDef<A extends TObject = any, I extends TObject = any> {
  title: string;
  /** What it acts on; `input` names none but fields that this gives. */
  on: Trigger & { readonly __names?: Names<NoInfer<I>> };
  input: I;
  /** Fields of `input` that go where nobody has chosen; all of them when left out. */
  usual?: readonly string[];
  /** Says by what a record is the same as an earlier one of the connection that has arrived: it is not sent then. Empty: it is like no other. */
  same?(input: Static<I>): string;
  run(client: ConnectorClient<A>, input: Static<I>): Promise<Outcome>;
}

/** The names of the fields of a schema; any name where it is not known which schema it is. */
type FieldOf<A extends TObject> = string extends keyof A['properties'] ? string : keyof A['properties'] & string;

/** By what the other system knows somebody who is to be erased there. */
export interface Erased {
  /** What it answered as `ref` when it was given their records. */
  readonly refs: readonly string[];
  /** E-mail addresses, in lower case. */
  readonly emails: readonly string[];
}

/** At most so many calls in so many seconds, which the platform keeps to by waiting. */
export interface ConnectorRate<A extends TObject = any> {
  calls: number;
  seconds: number;
  /**
   * Who shares it: each connection by itself (the default), all connections of the connector, or those for which a function answers the same,
   * such as an API key. Never something that a stranger can guess, who could use it up, unless it is shared `within` one company.
   */
  per?: 'connection' | 'connector' | ((auth: Static<A>) => string);
  within?: 'company';
}

/** The platform's registration with a system that people authorise by signing in there. */
export interface OAuthKeys {
  clientId: string;
  clientSecret: string;
  /** Where that system sends browsers back to: `/oauth/connection` of an address that is registered there. */
  redirectUri: string;
}

/** Signing in at the other system (authorization code with PKCE) in place of keys, and tokens that renew themselves. */
export interface ConnectorOAuth<A extends TObject = any> {
  /** The registration, among the `services` of the process; a system without one cannot be connected. */
  service: Service<OAuthKeys>;
  /** Where the browser goes, and where codes and refresh tokens are exchanged. */
  authorize: string;
  token: string;
  /** Where a token is given up (RFC 7009) when the connection is removed. */
  revoke?: string;
  scopes: readonly string[];
  /** Further parameters of the address that the browser goes to. */
  params?: Readonly<Record<string, string>>;
  /** How the platform proves itself at `token`: in the body (the default) or by a header. */
  client?: 'post' | 'basic';
  /** Fields of `auth` that the token's answer tells, such as the account; they are not in the form. */
  gives?: { readonly [K in FieldOf<A>]?: (answer: Readonly<Record<string, unknown>>) => string };
}

/** An integration in one file: data plus a handler for each action. Made by `defineConnector`, which knows the types of its fields. */
export interface ConnectorDef<A extends TObject = any> {
  id: Id;
  version: number;
  /** Its name, or a message key where that differs by language. */
  title: string;
  /** A message key: one sentence for the card. */
  summary: string;
  /** The only hosts `http` may reach (`*.host`: those below it); `*` means the urls that the tenant gave, still behind the egress guard. */
  egress: readonly string[];
  auth: {
    fields: A;
    /** Fields never shown again once saved. */
    secret: readonly FieldOf<A>[];
    /** Fields that nobody enters: `test` answers them as `learned`, such as the id of what was entered by its name. */
    learned?: readonly FieldOf<A>[];
    oauth?: ConnectorOAuth<A>;
  };
  /** The platform's own access to the other system, among the `services` of the process; without it nobody can connect the system. */
  service?: Service<object>;
  /** What is wrong with what was entered, as far as can be said without a call: the field, and a message key of the connector's catalogue. */
  check?: (auth: Partial<Static<A>>) => { field: FieldOf<A>; message: string; params?: Record<string, string | number> } | null;
  /** A message key: what people are to know before they rely on it, such as that the vendor has not confirmed it. On the card and on each connection's page. */
  caution?: string;
  /** Values made by the platform when the connection is created, e.g. a signing secret. */
  generate?: Record<string, () => string>;
  rate?: ConnectorRate<A> | readonly ConnectorRate<A>[];
  /**
   * Proves the credentials by a call that writes nothing at the other end; throws or answers what is wrong. Null where the other system
   * offers no such call: its connections count as not tested until a record arrives.
   */
  test: ((client: ConnectorClient<A>) => Promise<Outcome>) | null;
  /**
   * Erases somebody at the other end. It is repeated until it succeeds, so whoever is not there (any more) is a success. Null where the other
   * system offers no such call: its owner is told to do it there.
   */
  erase: ((client: ConnectorClient<A>, person: Erased) => Promise<Outcome>) | null;
  /** The company chooses further fields and what they are called at the other end. */
  mapping?: Mapping<A>;
  actions: Record<string, ActionDef<A>>;
}
/** Which further fields a company may choose. Without any member: all of them under any name, and what nobody has chosen goes under its own. */
export interface Mapping<A extends TObject = any> {
  /** The fields that there are at the other end. The fields of `input` keep their places, and further ones go where there is a field for them. */
  names?: (client: ConnectorClient<A>) => Promise<readonly FieldName[]>;
  /** The fields of `input` keep their places, and further ones go under any name. */
  keepsPlaces?: true;
  /** Field -> the name under which it is sent where nobody has chosen; no others are sent then. */
  usual?: Readonly<Record<string, string>>;
  /** Names that nobody may give, because the other end has them for itself. */
  taken?: readonly string[];
  /** The company may write the whole payload itself, as JSON with places for fields. */
  template?: true;
}
/** A field at the other end: what it is called there, and how people know it. */
export interface FieldName {
  value: string;
  label: string;
}
export const defineConnector = <A extends TObject, I extends Record<string, TObject>>(
  connector: Omit<ConnectorDef<A>, 'actions'> & { actions: { [K in keyof I]: ActionDef<A, I[K]> } },
): ConnectorDef<A> => connector;

/** What a system gave for a code or a refresh token. */
export interface Tokens {
  access: string;
  /** Null where it gave none: what there was stays in use. */
  refresh: string | null;
  /** When the access token ends, in milliseconds since the epoch; null where it was not said. */
  until: number | null;
  /** By field of `auth`, what `gives` made of the answer. */
  given: Readonly<Record<string, string>>;
}

/** One run of a connector's code. */
export interface ConnectorRun {
  connector: ConnectorDef;
  /** `test` and `erase` are the connector's own. */
  what:
    | { action: string; input: Record<string, unknown>; fields?: Readonly<Record<string, Json>>; payload?: string | null }
    | { erase: Erased }
    | 'test';
  auth: Record<string, unknown>;
  before?: Readonly<Record<string, string>>;
  token?: string;
  deliveryId: string;
  /** Called before each call of the other end; answers the seconds until its turn when that is too far off to wait for. */
  turn?: () => Promise<number>;
  /** Steps of the delivery that succeeded before, and how further ones are kept. */
  steps?: { done: Readonly<Record<string, Json>>; keep(name: string, value: Json): Promise<void> };
  /** Told of each call once it was made, for people who try a connector: without secrets. */
  trace?: (exchange: Exchange) => void;
}

/** A call of the other end and what came back, as people may see it: secrets are hidden and long texts cut. */
export interface Exchange {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Null where nothing was answered; `answer` says why then. */
  status: number | null;
  answer: string;
}

/** The registered connectors and the way to run them; provided by core. */
export interface ConnectorsApi {
  /** Connectors whose plugin is on for the caller's company, by title. */
  list(): readonly ConnectorDef[];
  /** What connectors can act on, in the order of the plugins that publish it; without that of plugins which are off for the caller's company. */
  triggers(): readonly TriggerSource[];
  /** Null when its plugin is gone, or off for the caller's company. */
  find(id: string): ConnectorDef | null;
  /** Whether the process has what the connector needs to be connected at all: its `service`, and its registration where people sign in. */
  isSetUp(connector: ConnectorDef): boolean;
  /**
   * Has `find` answer what is published by now, however far behind this process is: for whoever is about to call the other end; best outside of
   * transactions. A run under way keeps the connector that it began with.
   */
  catchUp(id: string): Promise<void>;
  /** Checks what a form brought against the schema of a published connector. Throws 422 on the field. */
  checked(schema: TObject, fields: unknown): Record<string, unknown>;
  /** The field of `auth` that holds an address which the connector may not call, or null. */
  refusedField(connector: ConnectorDef, auth: Record<string, unknown>): string | null;
  /** Calls the other end; never inside a transaction. Never throws: what went wrong is the outcome, without secrets in its note. */
  run(run: ConnectorRun): Promise<Outcome>;
  /** The fields that there are at the other end, or why that is not known; like `run`. */
  names(
    run: Pick<ConnectorRun, 'connector' | 'auth' | 'before' | 'token' | 'turn'>,
  ): Promise<{ ok: true; names: readonly FieldName[] } | Refused>;
  /** The address at which a person lets the platform in. Throws 409 where the installation is not registered with that system. */
  authorizeUrl(connector: ConnectorDef, flow: { state: string; verifier: string }): Promise<string>;
  /** Exchanges the code that the browser brought; never inside a transaction. Answers tokens, or how it was refused. */
  exchange(connector: ConnectorDef, flow: { code: string; state: string; verifier: string }): Promise<Tokens | Refused>;
  /** The same with a refresh token; one that is not taken any more is `reauthorise`. */
  renew(connector: ConnectorDef, refresh: string): Promise<Tokens | Refused>;
  /** Gives a token up at the other end, if that has a call for it; answers whether it took note. */
  revoke(connector: ConnectorDef, token: string): Promise<boolean>;
}
export type Refused = Extract<Outcome, { ok: false }>;
export const Connectors = definePort<ConnectorsApi>('core.connectors.v1');
