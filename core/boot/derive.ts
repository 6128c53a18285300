import type { Derived, Installed, Plugin, ExtensionPoint } from '../contract.ts';

/** Told of a plugin whose definitions cannot be derived. */
type Fail = (plugin: Plugin, error: unknown) => void;

const refuse: Fail = (_plugin, error) => {
  throw error;
};

/** The plugins with the definitions that follow from what all of them contribute; one that fails comes back as it was. */
export const withDerived = (plugins: readonly Plugin[], fail: Fail = refuse): Plugin[] => derived(plugins, contributionsOf(plugins), fail);

/** The plugins with what each declares by itself: its derived definitions as they are where nobody contributes anything. */
export const byThemselves = (plugins: readonly Plugin[], fail: Fail = refuse): Plugin[] =>
  derived(plugins, { areas: [], triggers: [], of: () => [] }, fail);

function derived(plugins: readonly Plugin[], from: Installed, fail: Fail): Plugin[] {
  return plugins.map((plugin) => {
    if (!plugin.derive) return plugin;
    try {
      return { ...plugin, ...joined(plugin, plugin.derive(from)) };
    } catch (error) {
      fail(plugin, error);
      return plugin;
    }
  });
}

/** Plain JavaScript can contribute anything; what is malformed is named later, by the checks. */
function contributionsOf(plugins: readonly Plugin[]): Installed {
  const contributions = plugins.flatMap((plugin) => (Array.isArray(plugin.contributions) ? plugin.contributions : []));
  const byPoint = Map.groupBy(contributions, (one) => one?.point?.id);
  const areas = plugins.flatMap((plugin) => (Array.isArray(plugin.areas) ? plugin.areas : [])).toSorted((a, b) => a.order - b.order);
  const triggers = plugins.flatMap((plugin) => (Array.isArray(plugin.triggers) ? plugin.triggers : []));
  // Of two that have one name the checks keep one; what is derived is not declared twice meanwhile.
  const byName = new Map(triggers.toReversed().map((source) => [source?.trigger?.id, source]));
  return {
    areas,
    triggers: triggers.filter((source) => byName.get(source?.trigger?.id) === source),
    of: <T>(point: ExtensionPoint<T>) => (byPoint.get(point.id) ?? []).map(({ value }) => value as T),
  };
}

const joined = (plugin: Plugin, { routes = [], forms = [], pages = [], extend = [], menu = [], on = [] }: Derived): Derived => ({
  routes: [...(plugin.routes ?? []), ...routes],
  forms: [...(plugin.forms ?? []), ...forms],
  pages: [...(plugin.pages ?? []), ...pages],
  extend: [...(plugin.extend ?? []), ...extend],
  menu: [...(plugin.menu ?? []), ...menu],
  on: [...(plugin.on ?? []), ...on],
});
