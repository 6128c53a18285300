import type { AbilityBuilder } from '@casl/ability';
import type { Static, TSchema } from 'typebox';
import type { AppAbility, Ctx, Locale } from './context.ts';
import type { AreaDef } from './areas.ts';
import type { ConnectorDef } from './connector.ts';
import type { ContentSecurity } from './content-security.ts';
import type { EventDef, Subscription } from './event.ts';
import type { FormDef } from './form.ts';
import type { JobDef } from './job.ts';
import type { Action, Block, Explained, MenuDef, PageDef, Tone } from './page.ts';
import type { Brand } from './wire.ts';
import type { Ability, RateDef, RawRouteDef, RouteDef, Sensitive } from './route.ts';
import type { Tenant, Who } from './tenancy.ts';

/** `<plugin id>.<thing>`; the prefix is checked at boot. */
export type Id = `${string}.${string}`;

/** What a plugin is; readable without running plugin code. */
export interface Manifest {
  id: string;
  version: string;
  /** Semver range of this contract. */
  core: string;
  /** Plugin id -> semver range: without them it does not work, so it is off when one of them is. Gives load and migration order. */
  requires?: Record<string, string>;
  /** Other plugins that it knows and can do without: whose contract it imports, or whose routes, pages or other things it names. */
  uses?: readonly string[];
  /** `agency`: root switches it per agency at run time. `platform`: on for everybody. */
  scope: 'platform' | 'agency';
  /** For agency scope: on without an explicit switch. Default true. */
  defaultOn?: boolean;
  /** A failed critical plugin stops the boot; others count as off and the boot report says why. */
  critical?: boolean;
  /** A message key: what the toggle list calls it. Required for agency scope. */
  title?: string;
  /** A message key: what stays while it is off, and where. Said on its pages then. */
  whenOff?: string;
  features?: Record<string, { title: string; beta: boolean; defaultOn: boolean }>;
}

/** A typed reference to another plugin's functions. */
export interface Port<P> {
  readonly id: `${string}.v${number}`;
  readonly __api?: P;
}
export const definePort = <P>(id: Port<P>['id']): Port<P> => ({ id });
export interface Provided {
  port: Port<any>;
  make(ctx: Ctx): unknown;
}
/** Binds a port to its implementation; `make` runs once per call context. */
export const provide = <P>(port: Port<P>, make: (ctx: Ctx) => P): Provided => ({ port, make });

/** A registry that other plugins fill with data, e.g. products. */
export interface Slot<T> {
  readonly id: Id;
  /** One plugin fills it, with one value; a second is at fault. */
  readonly once?: true;
  readonly __value?: T;
}
export const defineSlot = <T>(id: Id, options: { once?: true } = {}): Slot<T> => ({ id, ...options });
export interface Fill {
  slot: Slot<any>;
  value: unknown;
}
export const fill = <T>(slot: Slot<T>, value: T): Fill => ({ slot, value });

/** Values that operators change at run time; stored per company, layered default -> root -> agency -> company. */
export interface SettingsDef<X extends TSchema = any> {
  id: Id;
  title: string;
  schema: X;
  default: Static<X>;
  /** The lowest level that may hold a value of its own. */
  scope: 'platform' | 'agency' | 'client';
  /** Who reads and writes it by the settings' own calls; null: nobody, the plugin has calls for it. */
  read: Ability | null;
  write: Ability | null;
}
export const defineSetting = <X extends TSchema>(s: SettingsDef<X>): SettingsDef<X> => s;

/** A CASL subject and the table behind it. `fields` are the columns that rules may name. */
export interface SubjectDef {
  table: string;
  fields: readonly string[];
}

/** Decides, after the ability said yes, whether a page is to be entered now. The first answer counts. */
export interface PageGuard {
  id: Id;
  order: number;
  /** Asked before the page's own ability, so that somebody who may not enter can be sent on instead of being told that nothing is there. */
  early?: true;
  /**
   * Null: no objection. `missing`: answer as if the page did not exist. `go`: a path to be sent to. `ask`: the page, shown in a dialog,
   * on which the actor must agree first; it is asked again as soon as he did something there. `why` is a message key, or empty.
   */
  check(ctx: Ctx, page: PageDef): Promise<{ go: string; why: string } | { ask: Id; why?: string } | 'missing' | null>;
}

/** Where a signed-in actor lands: the first page, by order, that is open to him. */
export interface LandingDef {
  page: Id;
  order: number;
  /** For whom it is a landing page; for everybody when left out. */
  when?(ctx: Ctx): Promise<boolean>;
}

/** An address without a page of its own, such as the root of a group or one that has moved. `{local}` and `:id` as in a page's path. */
export interface RedirectDef {
  from: string;
  to: Id;
}

/** A line at the very top of every screen that stays until its cause is gone. */
export interface BannerDef {
  id: Id;
  order: number;
  /** Null: nothing to say now. `text` and the link's title are in the actor's language; `href` is a path or an https address. */
  of(ctx: Ctx): Promise<{ tone: Tone; text: string; link?: { title: string; href: string } } | null>;
}

/** What is put onto the pages of one role, after their own blocks and in order. */
export interface PageExtension {
  /** One of some plugin's `pageRoles`; no page needs to have it. */
  role: string;
  /** Among all extensions; below 0 the blocks stand before those of the page. */
  order: number;
  blocks: Block[];
  /** Further actions of the page's first cards, table rows or detail; `when` says for which of them. */
  actions?: Action[];
  /** Further entries of the page's help. */
  help?: Explained[];
}

/** Whether an address wants no notices; asked under the walls of whoever sends one. */
export type MailMute = (ctx: Ctx, to: string) => Promise<boolean>;
export const MailMutes = defineSlot<MailMute>('core.mail-mutes');

/** The language that an address reads, or null where nobody knows; asked under the walls of whoever sends. */
export type MailLanguage = (ctx: Ctx, to: string) => Promise<Locale | null>;
export const MailLanguages = defineSlot<MailLanguage>('core.mail-languages');

/** How an agency looks to the browser; provided by one plugin. */
export interface BrandApi {
  of(tenant: Tenant): Promise<Brand>;
}
export const BrandPort = definePort<BrandApi>('core.brand.v1');

/** Pictures of people; provided by one plugin. */
export interface PortraitsApi {
  /** Path of an account's picture, or null. */
  of(accountId: number): Promise<string | null>;
}
export const PortraitsPort = definePort<PortraitsApi>('core.portraits.v1');

/** Erasing what is kept of a removed company; provided by core. */
export interface ErasureApi {
  /** Deletes the company's rows of every plugin, installed or not, but those that a plugin declares to be kept. */
  rowsOf(companyId: number): Promise<void>;
}
export const ErasurePort = definePort<ErasureApi>('core.erasure.v1');

/** What becomes of a removed company's rows: gone, or kept for a reason. What is kept names nobody, or the plugin takes the names out. */
export type ErasureRule = 'delete' | { keep: string };

/** What the product may do with the rows of a table. */
export type TableRight = 'select' | 'insert' | 'update' | 'delete';

/** Switching plugins and features for companies; provided by core. */
export interface SwitchesApi {
  /** Root's grant of a plugin or feature to a company (the root company itself: for all agencies). */
  grant(company: Tenant, key: string, on: boolean | null): Promise<void>;
  /** A company's own narrowing of what it was given. */
  narrow(company: Tenant, pluginId: string, on: boolean): Promise<void>;
  /** All switchable plugins and features as they stand for a company. */
  list(company: Tenant): {
    key: string;
    title: string;
    kind: 'module' | 'feature';
    beta: boolean;
    on: boolean;
    granted: boolean;
    /** What was said of this very company, or null where it follows the root or the default. */
    explicit: boolean | null;
  }[];
}
export const Switches = definePort<SwitchesApi>('core.switches.v1');

/** A session as its owner may see it. */
export interface OpenSession {
  id: string;
  ip: string;
  agent: string;
  createdAt: Date;
  /** When it was last used, to the minute. */
  seenAt: Date;
}

export interface NewSession {
  /** A uuid made by the caller, when he must know the session's id. */
  id?: string;
  accountId: number;
  ip: string;
  agent: string;
  aal: number;
  /** Above `aal`: a second factor is still owed. */
  aalNeeded: number;
  viewedBy?: number;
  parentId?: string;
  minutes?: number;
}
/** Opening and ending sessions; provided by core. Acts at once, whatever becomes of the caller's transaction. */
export interface SessionsApi {
  /** Answers the bearer token of a new session. */
  open(session: NewSession): Promise<string>;
  /** Notes that a password or second factor was given just now. */
  confirm(sessionId: string, aal: number): Promise<void>;
  end(sessionId: string): Promise<void>;
  /** Ends a look through an account; answers a new token for the session it was opened from, or null where that is over. */
  wayBack(lookId: string): Promise<string | null>;
  /** Ends a session and, where it is a look through an account, the one it was opened from. */
  endWithParent(sessionId: string): Promise<void>;
  /** The live sessions that a person opened for himself, the last used first. */
  list(accountId: number): Promise<OpenSession[]>;
  /** Those of the sessions that have ended. */
  endedAmong(ids: readonly string[]): Promise<Set<string>>;
  /** Ends all sessions of an account but the one named. */
  endAll(accountId: number, but?: string): Promise<void>;
}
export const SessionsPort = definePort<SessionsApi>('core.sessions.v1');

export type AbilityRules = (b: AbilityBuilder<AppAbility>, who: Who) => void;

/** What all installed plugins contribute to extension points, whether they are on for an agency or not. */
export interface Contributions {
  /** Areas of rights, in their order. */
  readonly areas: readonly AreaDef[];
  of<T>(slot: Slot<T>): readonly T[];
}
/** Definitions that follow from what others contribute. Contributions are none of them: nothing derived changes what is derived. */
export type Derived = Pick<Plugin, 'routes' | 'forms' | 'pages' | 'extend' | 'menu'>;

export interface Plugin {
  manifest: Manifest;
  migrations?: URL;
  /** By tenant table of the plugin: what becomes of its rows 30 days after a company was removed. */
  erasure?: Readonly<Record<string, ErasureRule>>;
  /**
   * Its tables that belong to no company, and what the product may do with their rows. Also tables of companies that need other rights than
   * all, or all but deleting where rows are kept.
   */
  tables?: Readonly<Record<string, readonly TableRight[]>>;
  /** By table: columns that its definitions rely on, and their types as PostgreSQL writes them. The boot compares. */
  columns?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  subjects?: Record<string, SubjectDef>;
  /** By subject, with or without a table of its own: what may be done to it. An ability that names anything else is a fault. */
  actions?: Readonly<Record<string, readonly string[]>>;
  /** Subjects whose changes need a fresh sign-in, by what they are about: the boot asks every route of theirs for `stepUp`. */
  sensitive?: Record<string, Sensitive>;
  /** Areas in which roles grant rights; abilities of any plugin may ask for them. */
  areas?: readonly AreaDef[];
  abilities?: AbilityRules;
  routes?: readonly RouteDef[];
  raw?: readonly RawRouteDef[];
  rates?: readonly RateDef[];
  jobs?: readonly JobDef[];
  events?: readonly EventDef[];
  on?: readonly Subscription[];
  /** Form widgets that its browser files (`ui/index.ts`) export; forms of any plugin name them as `<plugin>.<widget>`. */
  widgets?: readonly string[];
  forms?: readonly FormDef[];
  pages?: readonly PageDef[];
  /** Roles that pages may have, this plugin's or others', and what they are: by them extensions find their pages, of whatever plugin. */
  pageRoles?: Readonly<Record<string, string>>;
  extend?: readonly PageExtension[];
  landing?: readonly LandingDef[];
  redirects?: readonly RedirectDef[];
  banners?: readonly BannerDef[];
  menu?: readonly MenuDef[];
  guards?: readonly PageGuard[];
  settings?: readonly SettingsDef[];
  connectors?: readonly ConnectorDef[];
  provides?: readonly Provided[];
  fills?: readonly Fill[];
  /** What of others its pages load, for companies for which the plugin is on; nothing else of others runs. */
  contentSecurity?: ContentSecurity;
  /** Renameable things and their default display name (message key) and url segment. */
  names?: Record<string, { name: string; url: string }>;
  /** Further definitions, e.g. one for each product. Pure; asked once, at boot, when all that is installed is known. */
  derive?(from: Contributions): Derived;
  locales?: { en: URL; ar: URL };
}
export const definePlugin = (plugin: Plugin): Plugin => plugin;
