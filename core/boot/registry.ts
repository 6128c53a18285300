import type {
  BannerDef,
  ConnectorDef,
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
  RouteDef,
  Sensitive,
  SettingsDef,
  Slot,
  SubjectDef,
  Subscription,
} from '../contract.ts';
import type { Loaded } from './load.ts';
import { orderPlugins } from './order.ts';
import { faultsOf } from './rules.ts';
import { unconfirmedRoutes } from './sensitive.ts';

/** A definition together with the plugin that made it. */
export interface Owned<T> {
  readonly plugin: string;
  readonly def: T;
}
export type PluginState = { id: string; version: string; state: 'on' | 'failed'; problem: string | null; milliseconds: number };

/** Everything all plugins declared, by id; built once at boot and never changed. */
export interface Registry {
  /** Working plugins in load order. */
  readonly plugins: readonly Plugin[];
  readonly report: readonly PluginState[];
  readonly routes: ReadonlyMap<string, Owned<RouteDef>>;
  readonly pages: ReadonlyMap<string, Owned<PageDef>>;
  readonly forms: ReadonlyMap<string, Owned<FormDef>>;
  /** Form by the route it submits to. */
  readonly formOfRoute: ReadonlyMap<string, Owned<FormDef>>;
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
  readonly rates: ReadonlyMap<string, Owned<RateDef>>;
  readonly guards: readonly Owned<PageGuard>[];
  readonly landing: readonly Owned<LandingDef>[];
  readonly redirects: readonly Owned<RedirectDef>[];
  readonly banners: readonly Owned<BannerDef>[];
  readonly extensions: readonly Owned<PageExtension>[];
  readonly raw: readonly Owned<RawRouteDef>[];
  readonly erasure: ReadonlyMap<string, ErasureRule>;
  readonly names: ReadonlyMap<string, { name: string; url: string }>;
  port(port: Port<unknown>): Owned<Provided> | undefined;
  fills<T>(slot: Slot<T>): readonly Owned<T>[];
}

/** Orders, checks and indexes the loaded plugins. Throws when a critical one failed. */
export function buildRegistry(loaded: readonly Loaded[]): Registry {
  const named = loaded.filter((l) => l.plugin !== null);
  const present = named.filter((l, i) => named.findIndex((other) => other.plugin!.manifest.id === l.plugin!.manifest.id) === i);
  const { order, failed } = orderPlugins(present.map((l) => l.plugin!.manifest));
  const byId = new Map(present.map((l) => [l.plugin!.manifest.id, l]));
  const index = new Index();
  const plugins: Plugin[] = [];
  const report: PluginState[] = loaded
    .filter((l) => l.plugin === null)
    .map((l) => ({ id: l.name, version: '?', state: 'failed', problem: l.problem, milliseconds: l.milliseconds }));
  for (const { plugin, milliseconds } of named.filter((l) => !present.includes(l))) {
    const { id, version } = plugin!.manifest;
    report.push({ id, version, state: 'failed', problem: `another plugin is called "${id}"`, milliseconds });
  }

  for (const id of order) {
    const { plugin, problem: unloaded, milliseconds } = byId.get(id)!;
    const broken = Object.keys(plugin!.manifest.requires ?? {}).find((r) => failed.has(r));
    const problem = failed.get(id) ?? (broken ? `needs ${broken}, which failed` : null) ?? unloaded ?? faultIn(plugin!, index);
    if (problem) {
      failed.set(id, problem);
      if (plugin!.manifest.critical) throw new Error(`Plugin ${id} cannot run: ${problem}`);
    } else {
      index.add(plugin!);
      plugins.push(plugin!);
    }
    report.push({ id, version: plugin!.manifest.version, state: problem ? 'failed' : 'on', problem, milliseconds });
  }
  return index.freeze(plugins, report);
}

function faultIn(plugin: Plugin, index: Index): string | null {
  try {
    const faults = [...faultsOf(plugin), ...index.clashes(plugin)];
    return faults.length > 0 ? faults.join('; ') : null;
  } catch (error) {
    return `is not what definePlugin makes: ${String(error)}`; // plain JavaScript can declare anything
  }
}

/**
 * Order in which paths are tried: where two part, the one with a word goes before the one with a parameter, whichever plugin was first.
 * Otherwise as declared, since sorting keeps the order of what is alike.
 */
function wordsFirst(a: string, b: string): number {
  const shapeOf = (path: string): string =>
    path
      .split('/')
      .map((part) => (part.includes(':') ? 1 : 0))
      .join('');
  const [one, other] = [shapeOf(a), shapeOf(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

class Index {
  readonly routes = new Map<string, Owned<RouteDef>>();
  readonly paths = new Map<string, string>();
  readonly pages = new Map<string, Owned<PageDef>>();
  readonly forms = new Map<string, Owned<FormDef>>();
  readonly formOfRoute = new Map<string, Owned<FormDef>>();
  readonly menu: Owned<MenuDef>[] = [];
  readonly jobs = new Map<string, Owned<JobDef>>();
  readonly events = new Map<string, Owned<EventDef>>();
  readonly subscribers = new Map<string, Owned<Subscription>[]>();
  readonly subscriptions = new Map<string, Owned<Subscription>>();
  readonly settings = new Map<string, Owned<SettingsDef>>();
  readonly connectors = new Map<string, Owned<ConnectorDef>>();
  readonly subjects = new Map<string, Owned<SubjectDef>>();
  readonly sensitive = new Map<string, Sensitive>();
  readonly rates = new Map<string, Owned<RateDef>>();
  readonly guards: Owned<PageGuard>[] = [];
  readonly landing: Owned<LandingDef>[] = [];
  readonly redirects: Owned<RedirectDef>[] = [];
  readonly banners: Owned<BannerDef>[] = [];
  readonly extensions: Owned<PageExtension>[] = [];
  readonly raw: Owned<RawRouteDef>[] = [];
  readonly erasure = new Map<string, ErasureRule>();
  readonly names = new Map<string, { name: string; url: string }>();
  readonly ports = new Map<string, Owned<Provided>>();
  readonly slots = new Map<string, Owned<any>[]>();

  /** What the plugin declares that another one already holds. */
  clashes(plugin: Plugin): string[] {
    const faults: string[] = [];
    for (const r of plugin.routes ?? []) {
      const other = this.paths.get(`${r.method} ${shape(r.path)}`);
      if (other) faults.push(`route "${r.id}" has the path of "${other}"`);
    }
    for (const p of plugin.provides ?? []) if (this.ports.has(p.port.id)) faults.push(`port "${p.port.id}" is provided twice`);
    for (const s of Object.keys(plugin.subjects ?? {})) if (this.subjects.has(s)) faults.push(`subject "${s}" is declared twice`);
    for (const c of plugin.connectors ?? []) if (this.connectors.has(c.id)) faults.push(`connector "${c.id}" is declared twice`);
    for (const f of plugin.forms ?? []) {
      if (!this.routes.has(f.submit) && !plugin.routes?.some((r) => r.id === f.submit))
        faults.push(`form "${f.id}" submits to "${f.submit}", which no route has`);
    }
    for (const m of plugin.menu ?? []) {
      if (m.page && !this.pages.has(m.page) && !plugin.pages?.some((p) => p.id === m.page))
        faults.push(`menu entry "${m.id}" opens "${m.page}", which no page has`);
    }
    for (const s of plugin.on ?? []) {
      if (!this.events.has(s.event.id) && !plugin.events?.includes(s.event))
        faults.push(`subscription "${s.id}" listens to "${s.event.id}", which nobody emits`);
    }
    for (const s of Object.keys(plugin.sensitive ?? {})) if (this.sensitive.has(s)) faults.push(`subject "${s}" is called sensitive twice`);
    const sensitive = new Map([...this.sensitive, ...Object.entries(plugin.sensitive ?? {})]);
    return [...faults, ...unconfirmedRoutes(plugin.routes ?? [], sensitive)];
  }

  add(plugin: Plugin): void {
    const id = plugin.manifest.id;
    const own = <T>(def: T): Owned<T> => ({ plugin: id, def });
    for (const r of plugin.routes ?? []) {
      this.routes.set(r.id, own(r));
      this.paths.set(`${r.method} ${shape(r.path)}`, r.id);
    }
    for (const p of plugin.pages ?? []) this.pages.set(p.id, own(p));
    for (const f of plugin.forms ?? []) {
      this.forms.set(f.id, own(f));
      this.formOfRoute.set(f.submit, own(f));
    }
    for (const m of plugin.menu ?? []) this.menu.push(own(m));
    for (const j of plugin.jobs ?? []) this.jobs.set(j.id, own(j));
    for (const e of plugin.events ?? []) this.events.set(e.id, own(e));
    for (const s of plugin.on ?? []) {
      this.subscriptions.set(s.id, own(s));
      this.subscribers.set(s.event.id, [...(this.subscribers.get(s.event.id) ?? []), own(s)]);
    }
    for (const s of plugin.settings ?? []) this.settings.set(s.id, own(s));
    for (const c of plugin.connectors ?? []) this.connectors.set(c.id, own(c));
    for (const [name, s] of Object.entries(plugin.subjects ?? {})) this.subjects.set(name, own(s));
    for (const [name, what] of Object.entries(plugin.sensitive ?? {})) this.sensitive.set(name, what);
    for (const r of plugin.rates ?? []) this.rates.set(r.id, own(r));
    for (const g of plugin.guards ?? []) this.guards.push(own(g));
    for (const l of plugin.landing ?? []) this.landing.push(own(l));
    for (const r of plugin.redirects ?? []) this.redirects.push(own(r));
    for (const b of plugin.banners ?? []) this.banners.push(own(b));
    for (const e of plugin.extend ?? []) this.extensions.push(own(e));
    for (const r of plugin.raw ?? []) this.raw.push(own(r));
    for (const [table, rule] of Object.entries(plugin.erasure ?? {})) this.erasure.set(table, rule);
    for (const [key, name] of Object.entries(plugin.names ?? {})) this.names.set(key, name);
    for (const p of plugin.provides ?? []) this.ports.set(p.port.id, own(p));
    for (const f of plugin.fills ?? []) this.slots.set(f.slot.id, [...(this.slots.get(f.slot.id) ?? []), own(f.value)]);
  }

  freeze(plugins: readonly Plugin[], report: readonly PluginState[]): Registry {
    this.menu.sort((a, b) => a.def.order - b.def.order);
    for (const list of [this.guards, this.landing, this.banners, this.extensions]) list.sort((a, b) => a.def.order - b.def.order);
    return Object.freeze({
      plugins,
      report,
      routes: new Map([...this.routes].sort(([, a], [, b]) => wordsFirst(a.def.path, b.def.path))),
      pages: this.pages,
      forms: this.forms,
      formOfRoute: this.formOfRoute,
      menu: this.menu,
      jobs: this.jobs,
      events: this.events,
      subscribers: this.subscribers,
      subscriptions: this.subscriptions,
      settings: this.settings,
      connectors: this.connectors,
      subjects: this.subjects,
      sensitive: this.sensitive,
      rates: this.rates,
      guards: this.guards,
      landing: this.landing,
      redirects: this.redirects,
      banners: this.banners,
      extensions: this.extensions,
      raw: this.raw,
      erasure: this.erasure,
      names: this.names,
      port: (port: Port<unknown>) => this.ports.get(port.id),
      fills: <T>(slot: Slot<T>) => (this.slots.get(slot.id) ?? []) as Owned<T>[],
    });
  }
}

/** Two paths that differ only in parameter names are the same path. */
const shape = (path: string): string => path.replace(/:[A-Za-z_][A-Za-z0-9_]*/g, ':');
