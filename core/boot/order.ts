import { satisfies } from 'semver';
import type { Manifest } from '../contract.ts';

/** The version of the contract that plugins ask for in `manifest.core`. */
export const CORE_VERSION = '1.0.0';

export interface Ordered {
  order: string[];
  /** Plugin id -> why it cannot run. */
  failed: Map<string, string>;
}

/**
 * Load and migration order: every plugin after those it requires, otherwise by name, whatever the order given.
 * A plugin with an unmet requirement fails, and so do those that need it; a cycle fails with its path.
 */
export function orderPlugins(manifests: readonly Manifest[]): Ordered {
  const byId = new Map(manifests.map((m) => [m.id, m]));
  const failed = new Map<string, string>();
  const order: string[] = [];
  const state = new Map<string, 'visiting' | 'done'>();

  const visit = (m: Manifest, path: string[]): void => {
    if (state.get(m.id) === 'done') return;
    if (state.get(m.id) === 'visiting') {
      const cycle = [...path.slice(path.indexOf(m.id)), m.id];
      for (const id of cycle) failed.set(id, `requires itself: ${cycle.join(' -> ')}`);
      return;
    }
    state.set(m.id, 'visiting');
    const why = unmet(m, byId);
    if (why) failed.set(m.id, why);
    for (const id of Object.keys(m.requires ?? {}).sort()) {
      const needed = byId.get(id);
      if (!needed) continue;
      visit(needed, [...path, m.id]);
      if (failed.has(id) && !failed.has(m.id)) failed.set(m.id, `needs ${id}, which failed`);
    }
    state.set(m.id, 'done');
    order.push(m.id);
  };
  for (const m of manifests.toSorted((a, b) => (a.id < b.id ? -1 : 1))) visit(m, []);
  return { order, failed };
}

function unmet(m: Manifest, byId: Map<string, Manifest>): string | null {
  if (!satisfies(CORE_VERSION, m.core)) return `is written for core ${m.core}, this is ${CORE_VERSION}`;
  for (const [id, range] of Object.entries(m.requires ?? {})) {
    const needed = byId.get(id);
    if (!needed) return `needs ${id}, which is not installed`;
    if (!satisfies(needed.version, range)) return `needs ${id} ${range}, found ${needed.version}`;
  }
  return null;
}
