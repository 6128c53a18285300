import type { AbilityBuilder } from '@casl/ability';
import type { Knex } from 'knex';
import type { Static, TSchema } from 'typebox';
import type { AppAbility, Ctx, Locale, Log } from './context.ts';
import type { AreaDef } from './areas.ts';
import type { ConnectorDef } from './connector.ts';
import type { ContentSecurity } from './content-security.ts';
import type { EventDef, Subscription } from './event.ts';
import type { FormDef } from './form.ts';
import type { JobDef } from './job.ts';
import type { Action, Block, Column, Explained, MenuDef, PageDef, Severity, Tab } from './page.ts';
import type { TriggerSource } from './trigger.ts';
import type { Brand } from './wire.ts';
import type { RateDef } from './rate.ts';
import type { Ability, RawRouteDef, RouteDef, Sensitive } from './route.ts';
import type { Tenant, Who } from './tenancy.ts';

/** `<plugin id>.<thing>`; the prefix is checked at boot. */
export type Id = `${string}.${string}`;

/** What the kernel keeps and a few plugins change, by ports (`kernel-ports.ts`). */
export type KernelTable = 'accounts' | 'tenants' | 'hosts' | 'sessions' | 'work';

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
  /** What it changes of the kernel; with the port of anything else in its code it is off. */
  changes?: readonly KernelTable[];
  /** `agency`: root switches it per agency at run time. `platform`: on for everybody. */
  level: 'platform' | 'agency';
  /** At the level of agencies: on without an explicit switch. Default true. */
  defaultOn?: boolean;
  /** A failed critical plugin stops the boot; others count as off and the boot report says why. */
  critical?: boolean;
  /** A message key: what the toggle list calls it. Required at the level of agencies. */
  title?: string;
  /** A message key: what stays while it is off, and where. Said on its pages then. */
  whenOff?: string;
  features?: Record<string, { title: string; beta: boolean; defaultOn: boolean }>;
}

/** A typed reference to another plugin's functions. */
export interface Port<P> {
  readonly id: `${string}.v${number}`;
  /** What of the kernel it changes: only for plugins whose manifest says so. */
  readonly changes?: KernelTable;
  readonly __api?: P;
}
export const definePort = <P>(id: Port<P>['id'], options: { changes?: KernelTable } = {}): Port<P> => ({ id, ...options });
export interface Provided {
  port: Port<any>;
  make(ctx: Ctx): unknown;
}
/** Binds a port to its implementation; `make` runs once per call context. */
export const provide = <P>(port: Port<P>, make: (ctx: Ctx) => P): Provided => ({ port, make });

/** A named list to which other plugins contribute, e.g. products. */
export interface ExtensionPoint<T> {
  readonly id: Id;
  /** One plugin contributes one value; a second is at fault. */
  readonly once?: true;
  readonly __value?: T;
}
export const defineExtensionPoint = <T>(id: Id, options: { once?: true } = {}): ExtensionPoint<T> => ({ id, ...options });
export interface Contribution {
  point: ExtensionPoint<any>;
  value: unknown;
}
export const contribute = <T>(point: ExtensionPoint<T>, value: T): Contribution => ({ point, value });

/** Values that operators change at run time; stored per company, layered default -> root -> agency -> company. */
export interface SettingsDef<X extends TSchema = any> {
  id: Id;
  title: string;
  schema: X;
  default: Static<X>;
  /** What the settings' own call may store, where that depends on what is installed: a narrower schema. Values stored before stay. */
  accepts?(ctx: Ctx): TSchema;
  /** The lowest level that may hold a value of its own. */
  level: 'platform' | 'agency' | 'client';
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

/** What a call is about to read, so that it can be read in one go. */
export interface ReadsAhead {
  /** Statements as they will be asked, built and not sent: a statement that nobody asks costs time, and one that is missing is asked by itself. */
  rows?: readonly (Knex.QueryBuilder | Knex.Raw)[];
  /** Settings that will be asked of the caller's own company. */
  settings?: readonly SettingsDef[];
}

/** Decides, after the ability said yes, whether a page is to be entered now. The first answer counts. */
export interface PageGuard {
  id: Id;
  order: number;
  /** Asked before the page's own ability, so that somebody who may not enter can be sent on instead of being told that nothing is there. */
  early?: true;
  /**
   * Null: no objection. `missing`: answer as if the page did not exist. `go`: a path to be sent to. `ask`: the page, shown in a dialog,
   * on which the actor must agree first; it is asked again as soon as they did something there. `why` is a message key, or empty.
   */
  check(ctx: Ctx, page: PageDef): Promise<{ go: string; why: string } | { ask: Id; why?: string } | 'missing' | null>;
}

/** Where a signed-in actor lands: the first page, by order, that is open to them. */
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

/** What a banner says. `text` and the link's title are in the actor's language; `href` is a path or an https address. */
export interface Banner {
  severity: Severity;
  text: string;
  link?: { title: string; href: string };
  /** The POST route by which its reader closes it for good. */
  dismiss?: { route: Id; params: Readonly<Record<string, string>> };
}
/** A line at the very top of every screen that stays until its cause is gone, or until its reader closes it where it says how. */
export interface BannerDef {
  id: Id;
  order: number;
  /** Null: nothing to say now. Of several each has a `key` of its own. */
  of(ctx: Ctx): Promise<Banner | readonly (Banner & { key: string })[] | null>;
}

/** What is put onto the pages of one role, after their own blocks and in order. */
export interface PageExtension {
  /** One of some plugin's `pageRoles`; no page needs to have it. */
  role: string;
  /** Only those of them that state these values. */
  where?: Readonly<Record<string, string>>;
  /** Among all extensions; below 0 the blocks stand before those of the page. */
  order: number;
  blocks: Block[];
  /** Further actions of the page's head, or else of its cards, or else of its first table's rows or detail; `when` says for which of them. */
  actions?: Action[];
  /** Further actions on the selected rows of the page's first table. */
  bulk?: Action[];
  /** Further columns of the page's first table. */
  columns?: Column[];
  /** Further blocks of what a row of the page's first table opens; their bindings know the row. */
  opened?: Block[];
  /** Further tabs of the page's first tabs; of one that is there already only the blocks count, behind what is in it. */
  tabs?: Tab[];
  /** Further entries of the page's help. */
  help?: Explained[];
}

/** Whether an address wants no notices; asked under the RLS policies of whoever sends one. */
export type MailMute = (ctx: Ctx, to: string) => Promise<boolean>;
export const MailMutes = defineExtensionPoint<MailMute>('core.mail-mutes');

/** The language that an address reads, or null where nobody knows; asked under the RLS policies of whoever sends. */
export type MailLanguage = (ctx: Ctx, to: string) => Promise<Locale | null>;
export const MailLanguages = defineExtensionPoint<MailLanguage>('core.mail-languages');

/** The name of a parameter of mails whose value is a name, and so is cut at the length of one. */
export const MailNames = defineExtensionPoint<string>('core.mail-names');

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

/** How a plugin or feature stands for a company. */
export interface SwitchState {
  key: string;
  title: string;
  kind: 'module' | 'feature';
  beta: boolean;
  on: boolean;
  granted: boolean;
  /** What was said of this very company, or null where it follows the root or the default. */
  explicit: boolean | null;
}

/** Switching plugins and features for companies; provided by core. */
export interface SwitchesApi {
  /** Root's grant of a plugin or feature to a company (the root company itself: for all agencies). */
  grant(company: Tenant, key: string, on: boolean | null): Promise<void>;
  /** A company's own narrowing of what it was given. */
  narrow(company: Tenant, pluginId: string, on: boolean): Promise<void>;
  /** What was said of this very company, by key, as it stands in the caller's transaction. */
  said(company: Tenant): Promise<ReadonlyMap<string, boolean>>;
  /** All switchable plugins and features as they stand for a company. */
  list(company: Tenant): SwitchState[];
  /** One of them, or null where there is none of this key. */
  find(company: Tenant, key: string): SwitchState | null;
  /** How many of some agencies were given each, by key. Takes as long as what was said of them, not as there are agencies. */
  countGranted(agencies: readonly Tenant[]): ReadonlyMap<string, number>;
}
export const Switches = definePort<SwitchesApi>('core.switches.v1');

/** Grants to the builder what `who` may do. By `who` alone: what comes of it is kept for as long as that and the switches stay the same. */
export type AbilityRules = (b: AbilityBuilder<AppAbility>, who: Who) => void;

/** What all installed plugins contribute to extension points, whether they are on for an agency or not. */
export interface Contributions {
  /** Areas of rights, in their order. */
  readonly areas: readonly AreaDef[];
  of<T>(point: ExtensionPoint<T>): readonly T[];
}
/** All from which definitions may follow. */
export interface Installed extends Contributions {
  /** What connectors can act on. */
  readonly triggers: readonly TriggerSource[];
}
/** Definitions that follow from what others contribute. Contributions are none of them: nothing derived changes what is derived. */
export type Derived = Pick<Plugin, 'routes' | 'forms' | 'pages' | 'extend' | 'menu' | 'on'>;

/** Definitions that operators published, and their texts by key; ids and keys begin with the plugin's id. */
export interface Published extends Pick<Plugin, 'connectors' | 'forms' | 'extend'> {
  texts: Readonly<Record<Locale, Readonly<Record<string, string>>>>;
}
/** Where a plugin keeps what operators publish while the product runs. Both see all companies. */
export interface PublishedSource {
  /** Another number whenever something else is published; one statement. */
  revision(db: Knex): Promise<number>;
  /** All that is published now. What no longer makes a definition is left out and logged. */
  read(db: Knex, log: Log): Promise<Published>;
}

/** A thing that agencies may rename: its default display name (message key) and url segment. */
export interface RenameableThing {
  name: string;
  url: string;
  /** It is offered where the agency or its root has given it both a name and an address, and nowhere else. */
  onlyNamed?: true;
  /** It is offered where this feature is on, and nowhere else. */
  feature?: Id;
}
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
  /**
   * What its guards, banners, menu entries and landing pages read for a person's first screen: the kernel reads that of all plugins in one go.
   * Not asked for visitors.
   */
  firstReads?(ctx: Ctx): ReadsAhead;
  guards?: readonly PageGuard[];
  settings?: readonly SettingsDef[];
  connectors?: readonly ConnectorDef[];
  /** What happens here and connectors act on, of whatever plugin. */
  triggers?: readonly TriggerSource[];
  provides?: readonly Provided[];
  contributions?: readonly Contribution[];
  /** What of others its pages load, for companies for which the plugin is on; nothing else of others runs. */
  contentSecurity?: ContentSecurity;
  /** Things that agencies may rename. */
  names?: Record<string, RenameableThing>;
  /** Further definitions, e.g. one for each product. Pure; asked once, at boot, when all that is installed is known. */
  derive?(from: Installed): Derived;
  /**
   * Further definitions that change while the product runs. Tables behind it announce a change with the trigger `core_config_changed()`: every process
   * reads them anew then, within a second or two.
   */
  publishes?: PublishedSource;
  locales?: { en: URL; ar: URL };
}
export const definePlugin = (plugin: Plugin): Plugin => plugin;
