import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isCode } from './checks/sources.ts';
import type { Fault } from './fault.ts';

/** The fault with the place of its definition: the first line of the plugin's files that writes the definition's name. */
export function located(fault: Fault, folder: URL | undefined): Fault {
  const name = /"([^"]+)"[^"]*$/.exec(fault.definition)?.[1];
  if (fault.file || !folder || !name) return fault;
  const root = fileURLToPath(folder);
  try {
    for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
      if (!isCode(file)) continue;
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      const at = lines.findIndex((line) => line.includes(`'${name}'`) || line.includes(`"${name}"`));
      if (at >= 0) return { ...fault, file: `${relative(process.cwd(), join(root, file))}:${at + 1}` };
    }
  } catch {
    // Without its files the fault stands by itself.
  }
  return fault;
}
