import type { Plugin } from '../contract.ts';
import { clashFaults, ownFaults, sharedFaults, unrunTriggers } from './checks/index.ts';
import { type Collection, collect } from './collect.ts';
import { byThemselves, withDerived } from './derive.ts';
import { type Fault, sentenceOf } from './fault.ts';
import { firstOfEachName, isRead, type Loaded, type Read } from './load.ts';
import { located } from './locate.ts';
import { orderPlugins } from './order.ts';

export interface PluginState {
  id: string;
  version: string;
  state: 'on' | 'failed';
  /** The faults as sentences. */
  problem: string | null;
  faults: readonly Fault[];
  milliseconds: number;
}

/**
 * The plugins that have no fault, in load order, and a report on all. Each plugin is checked by itself, then against what all declare, then
 * for places that two of them claim; whoever requires a plugin that failed fails with it. `known`: what was found wrong before, in the
 * database. Throws when a critical one failed.
 */
export function workingPlugins(loaded: readonly Loaded[], known: readonly Fault[] = []): { plugins: Plugin[]; report: PluginState[] } {
  const named = loaded.filter(isRead);
  const present = firstOfEachName(loaded);
  const byId = new Map(present.map((l) => [l.plugin.manifest.id, l]));
  const { order, failed: unmet } = orderPlugins(present.map((l) => l.plugin.manifest));
  const faults = new Map<string, Fault[]>();
  const add = (fault: Fault): void => void faults.set(fault.plugin, [...(faults.get(fault.plugin) ?? []), fault]);
  const inOrder = order.map((id) => byId.get(id)!);

  for (const [plugin, found] of unmet) add({ code: 'requires', plugin, definition: '', found });
  for (const fault of known) if (byId.has(fault.plugin)) add(fault);
  for (const { plugin, problem } of inOrder)
    if (problem) add({ code: 'unreadable', plugin: plugin.manifest.id, definition: '', found: problem });
  // Once for each plugin, though its definitions are derived twice.
  const malformed = ({ manifest }: Plugin, error: unknown): void => {
    if (faults.get(manifest.id)?.some(({ code }) => code === 'malformed')) return;
    add({ code: 'malformed', plugin: manifest.id, definition: '', found: `is not what definePlugin makes: ${String(error)}` });
  };
  const readable = wellFormed(
    withDerived(
      inOrder.map((l) => l.plugin),
      malformed,
    ),
    (alone) => [...ownFaults(alone), ...clashFaults(alone)].forEach(add),
    malformed,
  );
  const unread = [
    ...loaded.filter((l) => !l.plugin || l.standsIn).map((l) => l.name),
    ...order.filter((id) => !readable.some(({ manifest }) => manifest.id === id)),
  ];
  const folders = new Map(inOrder.flatMap(({ plugin, folder }) => (folder ? [[plugin.manifest.id, folder] as const] : [])));
  const alone = byThemselves(
    inOrder.map((l) => l.plugin).filter(({ manifest }) => readable.some((plugin) => plugin.manifest.id === manifest.id)),
    malformed,
  );
  for (const fault of sharedFaults(collect(readable), { alone: collect(alone), unread, folders })) add(fault);
  for (const { plugin } of inOrder) failWithRequired(plugin, faults, add);

  const left = withoutFault(readable, faults);
  for (const fault of unrunTriggers(collect(left))) add(fault);
  for (const fault of clashFaults(
    collect(
      byPrecedence(
        withoutFault(left, faults),
        present.map((l) => l.plugin.manifest.id),
      ),
    ),
  ))
    add(fault);
  for (const { plugin } of inOrder) failWithRequired(plugin, faults, add);

  const report: PluginState[] = inOrder.map(({ plugin, folder, milliseconds }) => {
    const { id, version, critical } = plugin.manifest;
    const found = (faults.get(id) ?? []).map((fault) => located(fault, folder));
    const problem = found.length > 0 ? found.map(sentenceOf).join('; ') : null;
    if (problem && critical) throw new Error(`Plugin ${id} cannot run: ${problem}`);
    return { id, version, state: problem ? 'failed' : 'on', problem, faults: found, milliseconds };
  });
  const working = inOrder.map((l) => l.plugin).filter((plugin) => !faults.has(plugin.manifest.id));
  return {
    // Without what the failed ones contribute.
    plugins: withDerived(working),
    report: [...loaded.filter((l) => !l.plugin).map(notRead), ...named.filter((l) => !present.includes(l)).map(namesake), ...report],
  };
}

/** The plugins whose definitions can be looked at: plain JavaScript can declare anything, so that a check itself may fail. */
function wellFormed(
  plugins: readonly Plugin[],
  check: (all: Collection) => unknown,
  fail: (plugin: Plugin, error: unknown) => void,
): Plugin[] {
  return plugins.filter((plugin) => {
    try {
      check(collect([plugin]));
      return true;
    } catch (error) {
      fail(plugin, error);
      return false;
    }
  });
}

const withoutFault = (plugins: readonly Plugin[], faults: ReadonlyMap<string, Fault[]>): Plugin[] =>
  plugins.filter((plugin) => !faults.has(plugin.manifest.id));

function failWithRequired({ manifest }: Plugin, faults: ReadonlyMap<string, Fault[]>, add: (fault: Fault) => void): void {
  if (faults.has(manifest.id)) return;
  const broken = Object.keys(manifest.requires ?? {}).find((id) => faults.has(id));
  if (broken) add({ code: 'requires', plugin: manifest.id, definition: '', found: `needs ${broken}, which failed` });
}

/** Who stays where two claim one place: the kernel, critical plugins, then whoever more others build on, then who is installed before. */
function byPrecedence(plugins: readonly Plugin[], installed: readonly string[]): Plugin[] {
  const requiredBy = new Map<string, Set<string>>();
  for (const { manifest } of plugins.toReversed()) {
    const above = requiredBy.get(manifest.id) ?? new Set();
    for (const id of Object.keys(manifest.requires ?? {})) {
      const known = requiredBy.get(id) ?? new Set();
      requiredBy.set(id, known.add(manifest.id));
      for (const other of above) known.add(other);
    }
  }
  const weight = ({ manifest }: Plugin): number =>
    manifest.id === 'core' ? 2e6 : (manifest.critical ? 1e6 : 0) + (requiredBy.get(manifest.id)?.size ?? 0);
  return plugins.toSorted((a, b) => weight(b) - weight(a) || installed.indexOf(a.manifest.id) - installed.indexOf(b.manifest.id));
}

const failedState = (version: string, fault: Omit<Fault, 'definition'>, milliseconds: number): PluginState => {
  const whole = { ...fault, definition: '' };
  return { id: fault.plugin, version, state: 'failed', problem: sentenceOf(whole), faults: [whole], milliseconds };
};
const notRead = ({ name, problem, file, milliseconds }: Loaded): PluginState =>
  failedState('?', { code: 'not-loaded', plugin: name, found: problem ?? 'could not be loaded', ...(file && { file }) }, milliseconds);
const namesake = ({ plugin: { manifest }, milliseconds }: Read): PluginState =>
  failedState(
    manifest.version,
    { code: 'namesake', plugin: manifest.id, found: `another plugin is called "${manifest.id}"` },
    milliseconds,
  );
