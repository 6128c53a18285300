import { randomBytes } from 'node:crypto';
import type { Plugin } from 'vite';
import type { Opened } from './messages.ts';

export const OPEN_PATH = '/@open';

/** Signs the browser in as whom the test data is for and goes to its first page. Vite has refused hosts that are not this machine's before. */
export const openPage = (opened: () => Promise<Opened | undefined>): Plugin => ({
  name: 'open-test-data',
  configureServer: ({ middlewares }) =>
    void middlewares.use(OPEN_PATH, async (_request, response) => {
      const found = await opened();
      if (!found) return response.writeHead(404).end();
      const nonce = randomBytes(16).toString('base64url');
      const json = (value: string): string => JSON.stringify(value).replaceAll('<', '\\u003c');
      response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; frame-ancestors 'none'`,
        })
        .end(
          `<!doctype html><script nonce="${nonce}">localStorage.setItem('token', ${json(found.token)}); location.replace(${json(found.page)})</script>`,
        );
    }),
});
