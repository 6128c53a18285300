import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../core/http/free-port.ts';
import { scratchDir } from '../../core/testing/scratch-dir.ts';
import { openFront } from './front.ts';
import type { RestartingServer } from './restarting-server.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** No product is asked: only the browser's files. */
const server = { running: async () => ({ failure: 'not started' }), opened: null } as unknown as RestartingServer;

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(scratchDir(), 'front-'));
  for (const part of ['core', 'plugins', 'ui', 'vite.config.ts', 'package.json', 'tsconfig.json'])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Whatever the page's first file imports, and what that does, each with the status that it is answered with. */
async function load(origin: string, path: string, seen = new Map<string, number>()): Promise<Map<string, number>> {
  if (seen.has(path)) return seen;
  seen.set(path, 0);
  const answer = await fetch(origin + path, { signal: AbortSignal.timeout(30_000) });
  seen.set(path, answer.status);
  const code = await answer.text();
  if (answer.ok) for (const [, next] of code.matchAll(/(?:from|import)\s*"(\/[^"]+)"/g)) await load(origin, next!, seen);
  return seen;
}

test('every file of the first page is there at each start, whatever an earlier one left behind', async () => {
  for (let start = 0; start < 4; start += 1) {
    const port = await freePort(0);
    const front = await openFront({ root: copy, port, pagesDir: join(copy, '.local/dev'), server });
    const files = await load(`http://localhost:${front.config.server.port}`, '/src/main.tsx').finally(() => front.close());
    expect([...files].filter(([, status]) => status !== 200)).toEqual([]);
    expect(files.size).toBeGreaterThan(100);
  }
});
