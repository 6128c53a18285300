import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from '../../contract.ts';
import type { Collection } from '../collect.ts';
import type { Fault } from '../fault.ts';
import { areasAskedBy } from './areas.ts';
import { declaredIds, referencesIn } from './references.ts';

/** The contract of a plugin that a file imports, types included. */
const CONTRACT = /['"](?:\.\.\/)+(?:plugins\/)?([a-z][a-z0-9-]*)\/(?:contract|shared)\.ts['"]/g;
/** Code that never serves anybody. */
const TEST_CODE = /\.(?:test|fake)\.ts$|(?:^|\/)fakes\//;

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
 * Every place where a plugin knows another installed one: by importing its contract, or by naming something of it. `alone` is what each
 * declares by itself, for what follows from others' contributions shows no knowledge of them; `folders` are those of the plugins whose files can
 * be read.
 */
export function neighbours(all: Collection, alone: Collection, folders: ReadonlyMap<string, URL>): Naming[] {
  const installed = new Set(all.plugins.map(({ manifest }) => manifest.id));
  return [...namings(all, alone), ...[...folders].flatMap(([plugin, folder]) => importsOf(plugin, folder))].filter(
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
    ...all.fills.map(({ plugin, def: { slot } }) => ({
      plugin,
      other: slot.id.split('.')[0]!,
      definition: `slot "${slot.id}"`,
      found: 'is filled',
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

function importsOf(plugin: string, folder: URL): Naming[] {
  const root = fileURLToPath(folder);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !TEST_CODE.test(file));
  return files.flatMap((file) => {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    return [...text.matchAll(CONTRACT)].map(({ 1: other, index }) => ({
      plugin,
      other: other!,
      definition: relative(root, path),
      found: `imports the contract of ${other}`,
      file: `${relative(process.cwd(), path)}:${text.slice(0, index).split('\n').length}`,
    }));
  });
}
