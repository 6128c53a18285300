import type { Entity, EntityClass, EntityQuery } from './entity.ts';
import type { MongoAbility } from '@casl/ability';
import type { Knex } from 'knex';
import type { Static, TSchema } from 'typebox';
import type { AreaDef } from './areas.ts';
import type { Actor, Tenant, UserType, Viewer } from './tenancy.ts';
import type { EventDef } from './event.ts';
import type { Attachment } from './mail.ts';
import type { JobDef } from './job.ts';
import type { Program } from './program.ts';
import type { Id, Port, ReadsAhead, SettingsDef, ExtensionPoint } from './plugin.ts';
import type { Service } from './service.ts';

export type AppAbility = MongoAbility;
export type Locale = 'en' | 'ar';

/** What one request, job run, event delivery or connector action sees. */
export interface Ctx {
  readonly actor: Actor;
  /** Somebody else looking through this account, or null. */
  readonly viewedBy: Viewer | null;
  /** The company the actor acts in; for an anonymous visitor the company whose host was asked. */
  readonly tenant: Tenant;
  /** The company whose brand answers: the owner of the request's host. */
  readonly host: Tenant;
  readonly ability: AppAbility;
  /** The areas of rights that installed plugins declare, in their order. */
  readonly areas: readonly AreaDef[];
  /** The one transaction of this call, already under row-level security. Throws in `intent` routes: use `transaction`. */
  readonly db: Knex.Transaction;
  readonly now: Date;
  readonly locale: Locale;
  readonly timezone: string;
  readonly ip: string;
  /** What the caller's program calls itself (`User-Agent`), a claim; empty for background work. */
  readonly agent: string;
  /** The network that the call comes from: the address, or the first 64 bits of an IPv6 address. */
  readonly network: string;
  /** The browser's device id in routes that say `device`; else empty. It proves nothing by itself. */
  readonly device: string;
  /** Lets the browser keep its device id, after a good sign-in. */
  keepDevice(): void;
  readonly requestId: string;
  readonly sessionId: string | null;
  /** The program that makes this call in the actor's name, or null. */
  readonly program: Program | null;
  /** Whether a password or second factor was given within the last ten minutes, as routes with `stepUp` demand. */
  readonly isFresh: boolean;
  /** Whether this call may cost money: routes say so (`charges`), background work always may. */
  readonly mayCharge: boolean;
  readonly signal: AbortSignal;
  readonly log: Log;

  /** True when the actor may do `action` to `subject`, or to this very row of it. */
  can(action: string, subject: string, row?: object): boolean;
  /** Rows of the subject's table that the actor may `action` (default `read`): CASL rules as SQL, on top of row-level security. */
  query(subject: string, action?: string): Knex.QueryBuilder;
  /** The rows of an entity that the actor may `action`; others are not there. */
  rows<M extends Entity>(entity: EntityClass<M>, action?: string): EntityQuery<M>;
  /** The same narrowing for a query already begun. */
  narrow<Q extends { whereRaw(sql: string, ...bindings: any[]): any }>(query: Q, subject: string, action?: string): Q;
  /** Another plugin's port, in this transaction. Throws 404 `module_off` when its owner is off for this agency. */
  use<P>(port: Port<P>): P;
  /** Whether the owner of the port is on for this agency, without throwing. */
  has(port: Port<unknown>): boolean;
  /** What plugins that are on for this agency contribute to an extension point. */
  contributions<T>(point: ExtensionPoint<T>): readonly T[];
  /** The same by all installed plugins, whether they are on for this agency or not. */
  installed<T>(point: ExtensionPoint<T>): readonly T[];
  /** Writes an outbox row in this transaction; subscribers receive it at least once, after commit. */
  emit<E extends TSchema>(event: EventDef<E>, payload: Static<E>): Promise<void>;
  /** Asks for a job run in this transaction. The same `key` is accepted once. */
  enqueue<X extends TSchema>(job: JobDef<X>, payload: Static<X>, options?: { key?: string; runAt?: Date }): Promise<void>;
  /** Wakes a queue consumer after commit, in whichever process runs it; with `afterMs` so many milliseconds later. */
  wake(job: Pick<JobDef, 'id'>, afterMs?: number): Promise<void>;
  /** The platform's access to an outside service, a setting of the process; null: there is none. */
  service<K>(service: Service<K>): K | null;
  /** The effective value: the definition's default, then root, agency, company. */
  setting<X extends TSchema>(def: SettingsDef<X>, of?: Tenant): Promise<Static<X>>;
  /** The same for each of many companies, in one statement. */
  settings<X extends TSchema>(def: SettingsDef<X>, of: readonly Tenant[]): Promise<Map<number, Static<X>>>;
  saveSetting<X extends TSchema>(def: SettingsDef<X>, value: Static<X>, of?: Tenant): Promise<void>;
  /** Reads in one go what the call is about to read piece by piece, where it is one that only reads; elsewhere it does nothing. */
  readAhead(reads: ReadsAhead): Promise<void>;
  /**
   * Reads side by side, where the call is one that only reads: what the parts ask at one moment is one statement. They may read and no more,
   * and not for another company (`as`); elsewhere they take turns.
   */
  together<const P extends readonly (() => Promise<unknown>)[]>(parts: P): Promise<AnswersOf<P>>;
  /** Whether a declared feature is on for this agency. */
  feature(id: Id): boolean;
  /** Checks a value as the body of a route is checked, for what a schema can only be known of at run time. Throws 422 on its fields. */
  checked<X extends TSchema>(schema: X, value: unknown): Static<X>;
  /** A message in the actor's language. */
  t(key: string, params?: Record<string, string | number>): string;
  /** The display name and url segment of a renameable thing, e.g. `local` -> Site ID, siteid. */
  named(key: string): { name: string; url: string };
  /** Whether a renameable thing is offered here: always, unless it wants names of its own first or a feature (`RenameableThing`). */
  isOffered(key: string): boolean;
  /** One append-only audit row in this transaction. */
  audit(entry: AuditInput): Promise<void>;
  /** Queues a mail in this transaction; it is sent after commit. Answers its `ref` in `core_public_mail`, or null for a muted notice. */
  mail(message: MailInput): Promise<string | null>;
  /** Tells open browsers of the tenant that a topic has news, after commit. */
  live(topic: string, of?: Tenant | number): Promise<void>;
  /** `https://host` under which a company's people reach the product: a verified host of its agency, never the request's claim. */
  origin(of?: Tenant): Promise<string>;
  readonly secrets: Secrets;
  readonly http: Egress;
  /** Opens a transaction of its own; the way of `intent` routes and jobs to write around a network call. */
  transaction<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>;
  /** The same call on behalf of another company of the tree below (never above): narrows every RLS policy to it. */
  as<T>(tenant: Tenant, work: (ctx: Ctx) => Promise<T>): Promise<T>;
  /**
   * For background work: the same call as a person of the company or below would make it, with the language, rights and row-level security
   * that they have now. Null where they may not sign in (any more). `timezone`: the zone of the clock that they read.
   */
  asPerson<T>(accountId: number, timezone: string, work: (ctx: Ctx) => Promise<T>): Promise<{ answer: T } | null>;
  /** A company the actor can see, or null. */
  company(id: number): Promise<Tenant | null>;
}

/** What the parts of `together` answer, in their order. */
export type AnswersOf<P extends readonly (() => Promise<unknown>)[]> = { -readonly [N in keyof P]: Awaited<ReturnType<P[N]>> };

export interface Log {
  info(details: object, message?: string): void;
  warn(details: object, message?: string): void;
  error(details: object, message?: string): void;
}

export interface AuditInput {
  /** `plugin.what-happened`, past tense. */
  action: string;
  /** In English, for files and for readers without a text of the action in their language. */
  description: string;
  /** What the text of the action in a reader's language names, as far as `target`, `companyId` and `detail` do not hold it. */
  params?: Record<string, string | number>;
  /** Company concerned; the actor's own when left out. */
  companyId?: number;
  /** Who did it, where the call proved that only on its way, as a sign-in does; its actor when left out. */
  by?: { id: number; name: string; userType: UserType };
  target?: string;
  /** What it was done about, so that the log can be asked for it: the kind is a word of the plugin whose it is, such as `note`. */
  concerns?: { kind: string; id: string | number };
  detail?: Record<string, unknown>;
}

/** A text by its key, with what it is filled with. */
export interface TextOf {
  key: string;
  params?: Record<string, string | number>;
}

export interface MailInput {
  to: string;
  /** Message keys of the plugin's catalogue. */
  subject: string;
  text: string;
  /** What reads the same in every language: names, amounts, numbers, links, and days (`2027-03-08`), which are written out. */
  params?: Record<string, string | number>;
  /** Parameters that are texts themselves, written in the mail's language; what is no key of a text stands as it is. */
  texts?: Record<string, string | TextOf>;
  /** Moments, written out in the mail's language. */
  moments?: Record<string, { at: Date; zone: string }>;
  /** Left out: the language that the recipient is known to read (`MailLanguages`), or else the caller's. */
  locale?: Locale;
  /** Files that go along, together at most `MOST_ATTACHED` bytes. */
  attachments?: readonly Attachment[];
  /** A `notice` is dropped where somebody muted them (`MailMutes`); security and billing mail, the default, always goes out. */
  about?: 'security' | 'billing' | 'notice';
}
/** What a mail's texts are filled with. */
export type MailFilling = Pick<MailInput, 'params' | 'texts' | 'moments'>;

/** Sealed values: AES-256-GCM under a key of the tenant, bound to the place they are stored in. */
export interface Secrets {
  /** `place` names table, column and row; opening with another place fails. */
  seal(tenantId: number, place: string, plain: string): Promise<string>;
  open(tenantId: number, place: string, sealed: string): Promise<string>;
  /** A 256-bit key of the installation for one purpose, for keyed hashes that must be alike everywhere. Never stored. */
  key(purpose: string): Buffer;
}

export interface EgressRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** Milliseconds for the whole call; default 10,000. */
  timeoutMs?: number;
}
export interface EgressResponse {
  status: number;
  headers: Record<string, string>;
  /** At most 1 MiB; the rest is cut. */
  body: string;
}
/** The one door to the outside: refuses internal addresses, never follows redirects. */
export interface Egress {
  fetch(request: EgressRequest): Promise<EgressResponse>;
}
