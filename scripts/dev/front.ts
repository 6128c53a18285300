import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer, type ProxyOptions, type ViteDevServer } from 'vite';
import { openPage } from './open-page.ts';
import type { RestartingServer } from './restarting-server.ts';

/** What Vite answers; everything else is the product's. */
const OF_VITE = '(?:@|src/|node_modules/)';
/** Vite puts one script into the page itself. The page's policy allows files only. */
const INLINE = /<script type="module"[^>]*>([^<]+)<\/script>/;

/**
 * The developer's one address: Vite serves the browser files with hot reload, and hands all other requests on to the product. These wait while
 * it starts. The page that the product answers is the one of `ui/index.html` as Vite wants it, under the same policy as in production.
 */
export async function openFront(options: {
  root: string;
  port: number;
  pagesDir: string;
  server: RestartingServer;
}): Promise<ViteDevServer> {
  const { root, port, pagesDir, server } = options;
  let proxying: ProxyOptions;
  const product: ProxyOptions = {
    target: 'http://127.0.0.1', // its port is known once it runs
    xfwd: true,
    async bypass(_request, response) {
      const running = await server.running();
      if ('port' in running) return void (proxying.target = `http://127.0.0.1:${running.port}`);
      response?.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(running.failure);
      return response ? response.req.url : false;
    },
    configure(proxy, live) {
      proxying = live;
      proxy.on('error', (_error, _request, response) => {
        if ('writeHead' in response && !response.headersSent) response.writeHead(503, { 'retry-after': '1' });
        response.end();
      });
    },
  };
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'ui'),
    cacheDir: join(root, '.local/dev-cache/vite'),
    plugins: [openPage(async () => (await server.running(), server.opened))],
    appType: 'custom',
    logLevel: 'warn',
    server: {
      port,
      strictPort: true,
      host: 'localhost',
      cors: false,
      fs: {
        allow: ['ui', ...globSync('plugins/*/*/ui', { cwd: root }), 'node_modules', '.local/dev-cache/vite'].map((folder) =>
          join(root, folder),
        ),
      },
      proxy: { [`^/(?!${OF_VITE})`]: product },
    },
  });
  // Before it listens Vite does not know which packages are bundled already: what the page made it read would be named otherwise, and never come.
  await vite.listen();
  await writePage(vite, root, join(pagesDir, 'ui'));
  return vite;
}

async function writePage(vite: ViteDevServer, root: string, folder: string): Promise<void> {
  const page = await vite.transformIndexHtml('/', await readFile(join(root, 'ui/index.html'), 'utf8'));
  const [tag, script] = INLINE.exec(page) ?? [];
  await mkdir(folder, { recursive: true });
  if (script) await writeFile(join(folder, 'before-all.js'), script);
  await writeFile(join(folder, 'index.html'), tag ? page.replace(tag, '<script type="module" src="/before-all.js"></script>') : page);
}
