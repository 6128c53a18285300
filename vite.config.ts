import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
    target: 'es2023',
    // The file of all icons is large on purpose: it is fetched only for an icon outside the common ones.
    chunkSizeWarningLimit: 2500,
  },
});
