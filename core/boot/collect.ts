import type { Plugin } from '../contract.ts';

/** A definition together with the plugin that made it. */
export interface Owned<T> {
  readonly plugin: string;
  readonly def: T;
}

/** Everything that these plugins contribute, plugin by plugin in the order given; nothing is resolved or checked yet. */
export function collect(plugins: readonly Plugin[]) {
  const all = <T>(of: (plugin: Plugin) => Iterable<T> | undefined): Owned<T>[] =>
    plugins.flatMap((plugin) => [...(of(plugin) ?? [])].map((def) => ({ plugin: plugin.manifest.id, def })));
  const entries = <T>(of: (plugin: Plugin) => Readonly<Record<string, T>> | undefined): Owned<readonly [name: string, value: T]>[] =>
    all((plugin) => Object.entries(of(plugin) ?? {}));
  return {
    plugins,
    routes: all((p) => p.routes),
    raw: all((p) => p.raw),
    rates: all((p) => p.rates),
    jobs: all((p) => p.jobs),
    events: all((p) => p.events),
    subscriptions: all((p) => p.on),
    forms: all((p) => p.forms),
    widgets: all((p) => p.widgets),
    pages: all((p) => p.pages),
    pageRoles: entries((p) => p.pageRoles),
    extensions: all((p) => p.extend),
    landing: all((p) => p.landing),
    redirects: all((p) => p.redirects),
    banners: all((p) => p.banners),
    menu: all((p) => p.menu),
    firstReads: all((p) => (p.firstReads ? [p.firstReads] : [])),
    guards: all((p) => p.guards),
    contentSecurity: all((p) => (p.contentSecurity ? [p.contentSecurity] : [])),
    settings: all((p) => p.settings),
    connectors: all((p) => p.connectors),
    triggers: all((p) => p.triggers),
    provided: all((p) => p.provides),
    contributions: all((p) => p.contributions),
    subjects: entries((p) => p.subjects),
    areas: all((p) => p.areas),
    actions: entries((p) => p.actions),
    sensitive: entries((p) => p.sensitive),
    erasure: entries((p) => p.erasure),
    tables: entries((p) => p.tables),
    names: entries((p) => p.names),
    features: entries((p) => p.manifest.features),
  };
}
export type Collection = ReturnType<typeof collect>;
