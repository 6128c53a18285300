import { ownerByName } from '../../data/tables.ts';
import type { Plugin } from '../../contract.ts';
import type { Collection } from '../collect.ts';
import type { Fault } from '../fault.ts';
import { areasAskedBy } from './areas.ts';
import { declaredIds, referencesIn } from './references.ts';
import { foundInCode } from './sources.ts';

/** The contract of a plugin that a file imports, types included; packages import it by the name of the product. */
const CONTRACT =
  /['"](?:(?:\.\.\/)+(?:plugins\/)?|lead-platform\/plugins\/)(?:[a-z-]+\/)?([a-z][a-z0-9-]*)\/(?:contract|shared)(?:\.ts)?['"]/g;

/** Whatever may be the name of a table. */
const TABLE = /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g;

/** One place where a plugin shows that it knows another. */
export interface Naming {
  plugin: string;
  /** Whom it knows. */
  other: string;
  definition: string;
  found: string;
  file?: string;
}

/**
 * Every place where a plugin knows another installed one: by importing its contract, or by naming something of it, tables in its SQL included. `alone` is what each
 * declares by itself, for what follows from others' contributions shows no knowledge of them; `folders` are those of the plugins whose files can
 * be read.
 */
export function neighbours(all: Collection, alone: Collection, folders: ReadonlyMap<string, URL>): Naming[] {
  const installed = new Set(all.plugins.map(({ manifest }) => manifest.id));
  const tables = tablesOf(all);
  const inFiles = [...folders].flatMap(([plugin, folder]) => [...importsOf(plugin, folder), ...tablesNamed(plugin, folder, tables)]);
  return [...namings(all, alone), ...inFiles].filter(
    ({ plugin, other }) => installed.has(plugin) && installed.has(other) && other !== 'core' && other !== plugin,
  );
}

/** Plugins that know others of which their manifest says nothing. */
export function neighbourFaults(all: Collection, alone: Collection, folders: ReadonlyMap<string, URL>): Fault[] {
  const installed = new Map(all.plugins.map(({ manifest }) => [manifest.id, manifest]));
  const told = new Set<string>();
  return neighbours(all, alone, folders).flatMap(({ other, ...naming }): Fault[] => {
    const { requires = {}, uses = [] } = installed.get(naming.plugin)!;
    const pair = `${naming.plugin} ${other}`;
    if (told.has(pair) || other in requires || uses.includes(other)) return [];
    told.add(pair);
    return [
      {
        code: 'undeclared-plugin',
        ...naming,
        found: `${naming.found}, of which the manifest says nothing`,
        remedy: `name ${other} in \`requires\`, or in \`uses\` if the plugin works without it`,
      },
    ];
  });
}

/** Ids begin with the plugin that they belong to. */
function namings(all: Collection, alone: Collection): Naming[] {
  const subjects = new Map(all.actions.map(({ plugin, def: [subject] }) => [subject, plugin]));
  const ofRoute = alone.routes.flatMap(({ plugin, def }) => {
    const other = Array.isArray(def.ability) ? subjects.get(String(def.ability[1])) : undefined;
    return other ? [{ plugin, other, definition: `route "${def.id}"`, found: `asks about ${def.ability[1]} of ${other}` }] : [];
  });
  const declared = declaredIds(all);
  const named = referencesIn(alone).filter(({ kind, id }) => declared[kind].has(id)); // the others are faults by themselves
  return [
    ...named.map(({ kind, id, plugin, definition }) => ({
      plugin,
      other: id.split('.')[0]!,
      definition,
      found: `names the ${kind} "${id}"`,
    })),
    ...ofRoute,
    ...areasNamed(all),
    ...all.provided.map(({ plugin, def: { port } }) => ({
      plugin,
      other: port.id.split('.')[0]!,
      definition: `port "${port.id}"`,
      found: 'is provided for another plugin',
    })),
    ...all.contributions.map(({ plugin, def: { point } }) => ({
      plugin,
      other: point.id.split('.')[0]!,
      definition: `extension point "${point.id}"`,
      found: 'gets a contribution',
    })),
  ];
}

function areasNamed(all: Collection): Naming[] {
  const owners = new Map(all.areas.map(({ plugin, def }) => [def.id, plugin]));
  return all.plugins.flatMap((asking) =>
    areasOf(asking).flatMap((area) => {
      const other = owners.get(area);
      return other
        ? [{ plugin: asking.manifest.id, other, definition: 'its abilities', found: `ask for rights in the area "${area}"` }]
        : [];
    }),
  );
}

/** None of a plugin whose abilities fail, which is a fault by itself. */
function areasOf(plugin: Plugin): string[] {
  try {
    return areasAskedBy(plugin);
  } catch {
    return [];
  }
}

/** Table -> the plugin whose it is: one whose name it bears, whoever else claims it. */
const tablesOf = (all: Collection): ReadonlyMap<string, string> =>
  new Map(
    all.plugins.flatMap(({ manifest, erasure, tables }) =>
      Object.keys({ ...erasure, ...tables })
        .filter((table) => ownerByName(table, [manifest.id]) !== undefined)
        .map((table) => [table, manifest.id] as const),
    ),
  );

const tablesNamed = (plugin: string, folder: URL, tables: ReadonlyMap<string, string>): Naming[] =>
  foundInCode(folder, TABLE).flatMap((found) => {
    const [table] = found.match;
    const other = tables.get(table);
    // A plugin mostly names its own.
    if (!other || other === plugin) return [];
    return [{ plugin, other, definition: found.name, found: `names the table ${table} of ${other}`, file: found.file }];
  });

const importsOf = (plugin: string, folder: URL): Naming[] =>
  foundInCode(folder, CONTRACT).map(({ match: [, other], name, file }) => ({
    plugin,
    other: other!,
    definition: name,
    found: `imports the contract of ${other}`,
    file,
  }));
