import type {
  AreaDef,
  BannerDef,
  ConnectorDef,
  ContentSecurity,
  ErasureRule,
  EventDef,
  FormDef,
  JobDef,
  LandingDef,
  MenuDef,
  PageDef,
  PageExtension,
  PageGuard,
  Plugin,
  Port,
  Provided,
  RateDef,
  RawRouteDef,
  RedirectDef,
  RenameableThing,
  RouteDef,
  Sensitive,
  SettingsDef,
  ExtensionPoint,
  SubjectDef,
  Subscription,
} from '../contract.ts';
import { type Collection, collect, type Owned } from './collect.ts';
import type { Fault } from './fault.ts';
import { formlessRoutes } from './formless-routes.ts';
import type { Loaded } from './load.ts';
import { type PluginState, workingPlugins } from './working-plugins.ts';

export type { Owned } from './collect.ts';
export type { PluginState } from './working-plugins.ts';

/** Everything the working plugins declared, by id; built once at boot and never changed. It does not depend on the order they were given in. */
export interface Registry {
  /** Working plugins in load order. */
  readonly plugins: readonly Plugin[];
  readonly report: readonly PluginState[];
  readonly routes: ReadonlyMap<string, Owned<RouteDef>>;
  readonly pages: ReadonlyMap<string, Owned<PageDef>>;
  readonly forms: ReadonlyMap<string, Owned<FormDef>>;
  /** Forms by the route they submit to. */
  readonly formsOfRoute: ReadonlyMap<string, readonly Owned<FormDef>[]>;
  /** Routes that pages also call without a form. */
  readonly formless: ReadonlySet<string>;
  readonly menu: readonly Owned<MenuDef>[];
  readonly jobs: ReadonlyMap<string, Owned<JobDef>>;
  readonly events: ReadonlyMap<string, Owned<EventDef>>;
  readonly subscribers: ReadonlyMap<string, readonly Owned<Subscription>[]>;
  readonly subscriptions: ReadonlyMap<string, Owned<Subscription>>;
  readonly settings: ReadonlyMap<string, Owned<SettingsDef>>;
  readonly connectors: ReadonlyMap<string, Owned<ConnectorDef>>;
  readonly subjects: ReadonlyMap<string, Owned<SubjectDef>>;
  /** Subjects whose changes need a fresh sign-in. */
  readonly sensitive: ReadonlyMap<string, Sensitive>;
  /** Areas of rights, in their order. */
  readonly areas: readonly AreaDef[];
  readonly rates: ReadonlyMap<string, Owned<RateDef>>;
  /** What is read for a person's first screen. */
  readonly firstReads: readonly Owned<NonNullable<Plugin['firstReads']>>[];
  readonly guards: readonly Owned<PageGuard>[];
  readonly landing: readonly Owned<LandingDef>[];
  readonly redirects: readonly Owned<RedirectDef>[];
  readonly banners: readonly Owned<BannerDef>[];
  readonly extensions: readonly Owned<PageExtension>[];
  /** What of others browsers may load, by the plugin that needs it. */
  readonly contentSecurity: readonly Owned<ContentSecurity>[];
  readonly raw: readonly Owned<RawRouteDef>[];
  readonly erasure: ReadonlyMap<string, ErasureRule>;
  readonly names: ReadonlyMap<string, RenameableThing>;
  port(port: Port<unknown>): Owned<Provided> | undefined;
  contributions<T>(point: ExtensionPoint<T>): readonly Owned<T>[];
}

/**
 * Collects, checks and indexes the loaded plugins. What is wrong with one, or was known to be, counts it as off; throws when that one is
 * critical.
 */
export function buildRegistry(loaded: readonly Loaded[], known: readonly Fault[] = []): Registry {
  const { plugins, report } = workingPlugins(loaded, known);
  return index(collect(plugins), report);
}

function index(all: Collection, report: readonly PluginState[]): Registry {
  const ports = new Map(all.provided.map((owned) => [owned.def.port.id, owned]));
  const byPoint = Map.groupBy(all.contributions, ({ def }) => def.point.id);
  return Object.freeze({
    plugins: all.plugins,
    report,
    routes: byId(all.routes.toSorted((a, b) => wordsFirst(a.def.path, b.def.path))),
    pages: byId(all.pages),
    forms: byId(all.forms),
    formsOfRoute: Map.groupBy(all.forms, ({ def }) => def.submit),
    formless: formlessRoutes(all),
    menu: inOrder(all.menu),
    jobs: byId(all.jobs),
    events: byId(all.events),
    subscribers: Map.groupBy(all.subscriptions, ({ def }) => def.event.id),
    subscriptions: byId(all.subscriptions),
    settings: byId(all.settings),
    connectors: byId(all.connectors),
    subjects: byName(all.subjects),
    sensitive: valuesOf(all.sensitive),
    areas: Object.freeze(inOrder(all.areas).map(({ def }) => def)),
    rates: byId(all.rates),
    firstReads: all.firstReads,
    guards: inOrder(all.guards),
    landing: inOrder(all.landing),
    redirects: all.redirects,
    banners: inOrder(all.banners),
    extensions: inOrder(all.extensions),
    contentSecurity: all.contentSecurity,
    raw: all.raw,
    erasure: valuesOf(all.erasure),
    names: valuesOf(all.names),
    port: (port: Port<unknown>) => ports.get(port.id),
    contributions: <T>(point: ExtensionPoint<T>) =>
      (byPoint.get(point.id) ?? []).map(({ plugin, def }) => ({ plugin, def: def.value as T })),
  });
}

type Named<T> = Owned<readonly [name: string, value: T]>;
const byId = <T extends { id: string }>(list: readonly Owned<T>[]): Map<string, Owned<T>> =>
  new Map(list.map((owned) => [owned.def.id, owned]));
const byName = <T>(list: readonly Named<T>[]): Map<string, Owned<T>> =>
  new Map(list.map(({ plugin, def: [name, def] }) => [name, { plugin, def }]));
const valuesOf = <T>(list: readonly Named<T>[]): Map<string, T> => new Map(list.map(({ def }) => def));
/** By their order; what is alike stays in load order. */
const inOrder = <T extends { order: number }>(list: readonly Owned<T>[]): Owned<T>[] => list.toSorted((a, b) => a.def.order - b.def.order);

/** Order in which paths are tried: where two part, the one with a word goes before the one with a parameter. */
function wordsFirst(a: string, b: string): number {
  const shapeOf = (path: string): string =>
    path
      .split('/')
      .map((part) => (part.includes(':') ? 1 : 0))
      .join('');
  const [one, other] = [shapeOf(a), shapeOf(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}
