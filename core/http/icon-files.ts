import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const DRAWINGS = dirname(createRequire(import.meta.url).resolve('@tabler/icons/outline/home.svg'));
const NAME = /^\/icons\/([a-z0-9]+(?:-[a-z0-9]+)*)\.svg$/;
const DOT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="5" /></svg>';

/** The drawing of an icon that the browser's own code does not hold, by its address; a dot for a name that there is not, null for another address. */
export async function iconFile(path: string): Promise<string | null> {
  const name = NAME.exec(path)?.[1];
  if (name === undefined) return null;
  return readFile(join(DRAWINGS, `${name}.svg`), 'utf8').catch(() => DOT);
}
