import * as kernelPorts from '../../contract/kernel-ports.ts';
import type { Collection } from '../collect.ts';
import type { Fault } from '../fault.ts';
import { foundInCode } from './sources.ts';

/** The ports that change the kernel's tables, by the name under which code knows them. */
const PORTS = new Map(
  Object.entries(kernelPorts).flatMap(([name, port]) => ('changes' in port && port.changes ? [[name, port.changes] as const] : [])),
);
const NAMED = new RegExp(`\\b(${[...PORTS.keys()].join('|')})\\b`, 'g');

/** Plugins that change what the kernel keeps, of which their manifest says nothing: one fault for each table. */
export const kernelPortFaults = (all: Collection, folders: ReadonlyMap<string, URL>): Fault[] =>
  all.plugins.flatMap(({ manifest }) => {
    const folder = folders.get(manifest.id);
    if (!folder || manifest.id === 'core') return [];
    const faults = foundInCode(folder, NAMED).flatMap(({ match: [port], name, file }): [string, Fault][] => {
      const table = PORTS.get(port)!;
      if (manifest.changes?.includes(table)) return [];
      const found = `uses ${port}, of which the manifest says nothing`;
      return [
        [
          table,
          { code: 'undeclared-change', plugin: manifest.id, definition: name, found, remedy: `name '${table}' in \`changes\``, file },
        ],
      ];
    });
    return [...new Map(faults.toReversed()).values()];
  });
