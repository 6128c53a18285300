import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * What every first screen needs is one file, and so is what many later parts share: cut to fit, as is usual, each piece would be a file of its
 * own for every set of parts that use it, and the first screen would ask for eighty.
 */
const GROUPS = [
  { name: 'first', tags: ['$initial' as const], priority: 1 },
  { name: 'shared', minShareCount: 4 },
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
    // The file of all icons is large on purpose: it is fetched only for an icon outside the common ones.
    chunkSizeWarningLimit: 2500,
  },
});
