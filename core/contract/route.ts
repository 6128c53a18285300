import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Static, TSchema } from 'typebox';
import type { Ctx } from './context.ts';
import type { Id } from './plugin.ts';
import type { BasicCredentials, ProgramUse } from './program.ts';

type Opt = TSchema | undefined;
type In<X> = X extends TSchema ? Static<X> : undefined;

/** `public` answers anybody; `signed-in` any session; a pair is asked of the actor's abilities. Never optional. */
export type Ability = readonly [action: string, subject: string] | 'public' | 'signed-in';

/** What nobody may act on through a screen that somebody else left open: such calls ask for the password again. */
export const SENSITIVE = ['credentials', 'money', 'people', 'mail server', 'domains', 'connections', 'view mode', 'exports'] as const;
export type Sensitive = (typeof SENSITIVE)[number];

/** What calls of strangers may use up besides reading: mail that somebody gets, about 20 ms of a processor, rows that stay, charges and what is asked of whoever makes them. */
export const SPENT = ['mail', 'password hashing', 'rows', 'money'] as const;
export type Spent = (typeof SPENT)[number];

/** A file instead of JSON, for routes whose response schema is `FileResponse`. */
export interface FileBody {
  filename: string;
  type: string;
  body: string | Uint8Array | FileParts;
  /** Shown instead of saved: pictures that the server made itself, never what somebody uploaded as it was. */
  inline?: boolean;
  /** Seconds for which browsers may keep it; its address must change with its content. */
  maxAge?: number;
  /** Instead of `maxAge` where the address stays: seconds after which browsers ask whether the content changed. */
  recheck?: number;
}

/** A file of any length, written a part at a time no faster than it is read. */
export interface FileParts<Place = any> {
  /** Where the first part begins. */
  from: Place;
  /**
   * Answers the part at a place, in pieces of some ten kilobytes where it is longer, and the place of the next one, null behind the last. The
   * first part is written in the transaction of the call; each further one in a short transaction of its own, as whoever may make the call
   * by then. Places must stay good while rows come and go: what the last row is ordered by, never a number of rows. Whatever is thrown
   * breaks the download off, so that it does not look whole.
   */
  write(ctx: Ctx, at: Place): Promise<{ text: string | Iterable<string>; next: Place | null }>;
}

/** What was uploaded: `text` is empty where the route takes bytes, and the other way round. The name is a claim. */
export interface UploadedFile {
  name: string;
  text: string;
  bytes: Buffer;
}

export interface RouteDef<P extends Opt = any, Q extends Opt = any, B extends Opt = any, R extends TSchema = any> {
  id: Id;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, e.g. `/notes/of/:companyId`; `{/:x}` marks an optional tail segment. */
  path: string;
  summary: string;
  ability: Ability;
  feature?: Id;
  params?: P;
  query?: Q;
  body?: B;
  response: R;
  status?: number;
  /** Honour `Idempotency-Key`: for 48 hours the same key and body answer the first result again. */
  idempotent?: boolean;
  /** Rate limits declared by a plugin; all of them must hold. */
  rate?: Id | readonly Id[];
  /** Of public routes, which all say it: what a call may use up besides reading; `[]` for nothing. Anything at all takes a `rate` that counts addresses. */
  spends?: readonly Spent[];
  /** Of public routes: what the handler limits by itself, e.g. mails to one account. Stands in docs/operations.md. */
  limits?: string;
  /** Has rates of its own, as large as those that it names: what it uses up stays there for the others. */
  countedApart?: true;
  /** Audit action written on success, in the same transaction. A write that neither says one nor logs by itself is logged under its id. */
  audit?: string;
  /** Why a success leaves nothing in the log: the call changes nothing, or nothing worth a row. */
  unlogged?: string;
  /** May cost money: a person is asked before, with the amount and by what it is paid (`asking`). Nothing is charged by other routes. */
  charges?: true;
  /** The route that says what a person is asked before this call; browsers make the call once they agreed. */
  asks?: Id;
  /** The route that says whether this call would be refused, changing nothing (`rehearsable`); browsers make it before they act on many rows. */
  rehearsal?: Id;
  /** Needs a password or second factor given within the last ten minutes. */
  stepUp?: true;
  /** Says so where the subject does not: the call acts on this, so it needs `stepUp` or a reason in `withoutStepUp`. */
  sensitive?: Sensitive;
  /** Why a call on something sensitive does without a fresh sign-in. */
  withoutStepUp?: string;
  /** In view mode writes are refused unless allowed, reads only if denied. */
  viewMode?: 'allow' | 'deny';
  /** Takes data out of the product: in view mode that takes a grant of its own. */
  exportsData?: true;
  /** Its file may be long and is written in parts (`FileParts`): so many of these at a time for each person, further ones are refused with 429. */
  inParts?: true;
  /** Answers programs with a token of their own as well. A POST of these says `idempotent`. */
  programs?: ProgramUse<P, Q, B, R>;
  /** Takes what OAuth sends: the body as a form too, and id and secret by HTTP's Basic authentication (`input.basic`). */
  oauth?: true;
  /** Which rows row-level security shows: the actor's company (default), or the host's for public routes. */
  scope?: 'actor' | 'host';
  /** `intent`: the handler opens its own short transactions around a network call. */
  db?: 'transaction' | 'intent';
  /** The body may be one uploaded file up to this many bytes, given to the handler as `file`: its text, or its bytes. `optional`: the file, and form data as such, may be left out. */
  upload?: { maxBytes: number; as?: 'text' | 'bytes'; optional?: true };
  /** The call knows the browser by a device id (`ctx.device`), which a browser without one gets where the handler asks for it (`ctx.keepDevice`). */
  device?: true;
  /** On success the browser forgets what it kept of earlier answers. */
  clearsCache?: true;
  /** Also answers a session that has not given its second factor. */
  anyAal?: true;
  handler(ctx: Ctx, input: RouteInput<P, Q, B>): Promise<Static<R>>;
}

export interface RouteInput<P extends Opt, Q extends Opt, B extends Opt> {
  params: In<P>;
  query: In<Q>;
  body: In<B>;
  /** Operator-defined `x_` fields of the form that submits to this route. */
  extra: Record<string, unknown>;
  file?: UploadedFile;
  /** The caller's `Idempotency-Key`, for `intent` routes, which must remember it themselves. */
  idempotencyKey?: string;
  /** In routes that say `oauth`. */
  basic?: BasicCredentials;
}

/** Declares a route; the one way to answer HTTP under `/api`. */
export const defineRoute = <R extends TSchema, P extends Opt = undefined, Q extends Opt = undefined, B extends Opt = undefined>(
  route: RouteDef<P, Q, B, R>,
): RouteDef<P, Q, B, R> => route;

/** Outside the one door, with a stated reason: the collect endpoint, the pixel script and inbound webhooks only. */
export interface RawRouteDef {
  method: 'GET' | 'HEAD' | 'POST' | 'OPTIONS';
  /** A full path; one trailing `*` matches the rest. */
  path: string;
  why: string;
  role: 'web' | 'collect';
  /** What calls of strangers may use up besides reading, and what bounds it. Both stand in docs/operations.md. */
  spends: readonly Spent[];
  limits: string;
  /** It limits its callers itself, or costs nothing: its requests do not count among those that a caller may have open. */
  ownLimits?: true;
  /** Headers of an answer that is given for it because the process is busy or the handler threw, so that pages of others can read it. */
  refused?: Readonly<Record<string, string>>;
  handle(kernel: RawKernel, request: IncomingMessage, response: ServerResponse): void | Promise<void>;
}

/** What a raw route may use of the kernel. */
export interface RawKernel {
  readonly log: import('./context.ts').Log;
  /** The product's clock. */
  now(): Date;
  /** Client address as seen behind the trusted proxy hops. */
  clientIp(request: IncomingMessage): string;
  /** A pool under the platform scope: no tenant is set, so every statement must name its rows itself. */
  readonly platform: import('knex').Knex;
  /** The installation's key for one purpose. */
  key(purpose: string): Buffer;
  /** With `rootId` what root switched for all its agencies counts too. */
  isOn(pluginId: string, agencyId: number, rootId?: number): boolean;
  /** Wakes the workers after rows were written. */
  wake(jobId: Id): void;
  /** Access to an outside service, to check what it sends; null: there is none. */
  service<K>(service: import('./service.ts').Service<K>): K | null;
  onStop(stop: () => Promise<void>): void;
}
