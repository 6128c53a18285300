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
  Published,
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
  TriggerSource,
} from '../contract.ts';
import { type Collection, collect, type Owned } from './collect.ts';
import type { Fault } from './fault.ts';
import { formlessRoutes } from './formless-routes.ts';
import type { Loaded } from './load.ts';
import { type PluginState, workingPlugins } from './working-plugins.ts';

export type { Owned } from './collect.ts';
export type { PluginState } from './working-plugins.ts';

/**
 * Everything the working plugins declared, by id; built once at boot. It does not depend on the order they were given in. Nothing changes but what
 * operators publish: connectors, forms and extensions of pages.
 */
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
  readonly triggers: readonly Owned<TriggerSource>[];
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
  /** Puts what a plugin published in the place of what it had published before. */
  publish(plugin: string, published: Definitions): void;
}
type Definitions = Omit<Published, 'texts'>;

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
  const changing = new PublishedParts(all);
  return Object.freeze({
    plugins: all.plugins,
    report,
    routes: byId(wordsFirst(all.routes)),
    pages: byId(all.pages),
    get forms() {
      return changing.forms;
    },
    get formsOfRoute() {
      return changing.formsOfRoute;
    },
    formless: formlessRoutes(all),
    menu: inOrder(all.menu),
    jobs: byId(all.jobs),
    events: byId(all.events),
    subscribers: Map.groupBy(all.subscriptions, ({ def }) => def.event.id),
    subscriptions: byId(all.subscriptions),
    settings: byId(all.settings),
    get connectors() {
      return changing.connectors;
    },
    triggers: all.triggers,
    subjects: byName(all.subjects),
    sensitive: valuesOf(all.sensitive),
    areas: Object.freeze(inOrder(all.areas).map(({ def }) => def)),
    rates: byId(all.rates),
    firstReads: all.firstReads,
    guards: inOrder(all.guards),
    landing: inOrder(all.landing),
    redirects: all.redirects,
    banners: inOrder(all.banners),
    get extensions() {
      return changing.extensions;
    },
    publish: (plugin: string, published: Definitions) => changing.publish(plugin, published),
    contentSecurity: all.contentSecurity,
    raw: all.raw,
    erasure: valuesOf(all.erasure),
    names: valuesOf(all.names),
    port: (port: Port<unknown>) => ports.get(port.id),
    contributions: <T>(point: ExtensionPoint<T>) =>
      (byPoint.get(point.id) ?? []).map(({ plugin, def }) => ({ plugin, def: def.value as T })),
  });
}

/** The parts of the registry that operators publish to, beside what was declared at boot. */
class PublishedParts {
  readonly #declared: Pick<Collection, 'connectors' | 'forms' | 'extensions'>;
  readonly #published = new Map<string, Definitions>();
  connectors: ReadonlyMap<string, Owned<ConnectorDef>> = new Map();
  forms: ReadonlyMap<string, Owned<FormDef>> = new Map();
  formsOfRoute: ReadonlyMap<string, readonly Owned<FormDef>[]> = new Map();
  extensions: readonly Owned<PageExtension>[] = [];

  constructor(declared: Collection) {
    this.#declared = declared;
    this.#build();
  }

  publish(plugin: string, published: Definitions): void {
    this.#published.set(plugin, published);
    this.#build();
  }

  #build(): void {
    const more = <T>(of: (definitions: Definitions) => readonly T[] | undefined): Owned<T>[] =>
      [...this.#published].flatMap(([plugin, definitions]) => (of(definitions) ?? []).map((def) => ({ plugin, def })));
    const allForms = [...this.#declared.forms, ...more(({ forms }) => forms)];
    this.connectors = byId([...this.#declared.connectors, ...more(({ connectors }) => connectors)]);
    this.forms = byId(allForms);
    this.formsOfRoute = Map.groupBy(allForms, ({ def }) => def.submit);
    this.extensions = inOrder([...this.#declared.extensions, ...more(({ extend }) => extend)]);
  }
}

type Named<T> = Owned<readonly [name: string, value: T]>;
const byId = <T extends { id: string }>(list: readonly Owned<T>[]): Map<string, Owned<T>> =>
  new Map(list.map((owned) => [owned.def.id, owned]));
const byName = <T>(list: readonly Named<T>[]): Map<string, Owned<T>> =>
  new Map(list.map(({ plugin, def: [name, def] }) => [name, { plugin, def }]));
const valuesOf = <T>(list: readonly Named<T>[]): Map<string, T> => new Map(list.map(({ def }) => def));
/** By their order; what is alike stays in load order. */
const inOrder = <T extends { order: number }>(list: readonly Owned<T>[]): Owned<T>[] => list.toSorted((a, b) => a.def.order - b.def.order);

/** Routes in the order in which their paths are tried: where two part, the one with a word goes before the one with a parameter. */
function wordsFirst(routes: readonly Owned<RouteDef>[]): Owned<RouteDef>[] {
  const shapes = new Map(routes.map(({ def: { path } }) => [path, shapeOf(path)]));
  return routes.toSorted((a, b) => {
    const [one, other] = [shapes.get(a.def.path)!, shapes.get(b.def.path)!];
    return one < other ? -1 : one > other ? 1 : 0;
  });
}

const shapeOf = (path: string): string =>
  path
    .split('/')
    .map((part) => (part.includes(':') ? 1 : 0))
    .join('');
