import type { Collection, Owned } from '../collect.ts';
import type { Fault } from '../fault.ts';

/** Ids begin with the name of their plugin, and each stands for one thing. */
export function idFaults(all: Collection): Fault[] {
  const faults: Fault[] = [];
  const kinds: Record<string, readonly Owned<{ id: string }>[]> = {
    route: all.routes,
    job: all.jobs,
    event: all.events,
    subscription: all.subscriptions,
    form: all.forms,
    page: all.pages,
    'menu entry': all.menu,
    setting: all.settings,
    rate: all.rates,
    guard: all.guards,
    banner: all.banners,
    connector: all.connectors,
  };
  for (const [kind, list] of Object.entries(kinds)) {
    const seen = new Set<string>();
    for (const { plugin, def } of list) {
      const definition = `${kind} "${def.id}"`;
      if (!def.id.startsWith(`${plugin}.`)) faults.push({ code: 'foreign-id', plugin, definition, found: `must begin with "${plugin}."` });
      if (seen.has(def.id)) faults.push({ code: 'twice', plugin, definition, found: 'is declared twice' });
      seen.add(def.id);
    }
  }
  return faults;
}
