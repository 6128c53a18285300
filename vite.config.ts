import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

interface ChunkingContext {
  getModuleInfo: (id: string) => { code: string | null; importedIds: readonly string[] } | null;
}
const KIT = join(import.meta.dirname, 'node_modules/@mantine/core/esm');
const KIT_INDEX = join(KIT, 'index.mjs');
const NAMED = /import \{([^}]*)\} from ["'](\.[^"']+|@mantine\/core)["']/g;

/** Which names a module takes, from where. */
const namedIn = (code: string): [name: string, from: string][] =>
  [...code.matchAll(NAMED)].flatMap(([, names, from]) =>
    names!.split(',').map((name): [string, string] => [name.trim().split(' as ')[0]!, from!]),
  );
/** The files of the kit's parts: its index imports all of them, and whoever takes one part does not need the others. */
const kitParts = new Map(namedIn(readFileSync(KIT_INDEX, 'utf8')).map(([name, from]) => [name, join(KIT, from)]));

/** Answers whether a module belongs to what a file imports by itself, what that imports, and so on; what is fetched later is no part of it. */
function neededBy(entry: string): (id: string, context: ChunkingContext) => boolean {
  const known = new Set<string>();
  return (id, context) => {
    const visit = (module: string): void => {
      if (known.has(module)) return;
      known.add(module);
      const info = context.getModuleInfo(module);
      for (const imported of info?.importedIds ?? [])
        if (imported !== KIT_INDEX) visit(imported);
        else
          for (const [name, from] of namedIn(info!.code ?? '')) {
            const part = from === '@mantine/core' && kitParts.get(name);
            if (part) visit(part);
          }
    };
    if (known.size === 0) visit(join(import.meta.dirname, entry));
    return known.has(id);
  };
}
const isInside = neededBy('ui/src/shell/inside.ts');
const isOfNotices = neededBy('ui/src/shell/notices.tsx');

/**
 * What every first screen needs is one file, what whoever is signed in sees on every screen is another, and so is what many later parts share:
 * cut to fit, as is usual, each piece would be a file of its own for every set of parts that use it, and the first screen would ask for eighty.
 */
const GROUPS = [
  { name: 'first', tags: ['$initial' as const], priority: 4 },
  { name: 'icons', test: /@tabler\/icons-react|\/shell\/icons?\.(ts|tsx|module\.css)$/, priority: 3 },
  {
    name: (id: string, context: ChunkingContext) => (isInside(id, context) ? 'inside' : null),
    debugName: 'inside',
    priority: 2,
  },
  {
    // They come with every screen too: there is nobody to fetch them when the network is lost.
    name: (id: string, context: ChunkingContext) => (isOfNotices(id, context) ? 'notices' : null),
    debugName: 'notices',
    priority: 1,
  },
  { name: 'shared', minShareCount: 3 },
];

/** The server replaces the nonce placeholder in every answer of `index.html`; nothing is inlined, so the policy stays strict. */
export default defineConfig({
  root: 'ui',
  plugins: [react()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: '../.local/ui',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
    target: 'es2023',
  },
});
