import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};
interface File {
  type: string;
  plain: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
}
const squeeze = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * The built browser files, held in memory and compressed once: the set is small and never changes while the process runs.
 * Every path that is no file is the application's page, with this answer's nonce in it.
 */
export class UiFiles {
  readonly #files: Map<string, File>;
  readonly #page: string | null;
  private constructor(files: Map<string, File>, page: string | null) {
    this.#files = files;
    this.#page = page;
  }

  /** Reads the build in `dir`; without one, pages answer that the browser files are not built. */
  static async load(dir: string): Promise<UiFiles> {
    const files = new Map<string, File>();
    const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
    await Promise.all(
      entries
        .filter((e) => e.isFile())
        .map(async (entry) => {
          const path = join(entry.parentPath, entry.name);
          const plain = await readFile(path);
          const type = TYPES[extname(entry.name)] ?? 'application/octet-stream';
          const packs = /^text|javascript|json|svg/.test(type) && plain.length > 1000;
          files.set(`/${relative(dir, path).replaceAll('\\', '/')}`, {
            type,
            plain,
            br: packs ? await squeeze(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : null,
            gzip: packs ? await zip(plain) : null,
          });
        }),
    );
    return new UiFiles(files, files.get('/index.html')?.plain.toString('utf8') ?? null);
  }

  serve(ctx: Context, nonce: string): void {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return void (ctx.status = 405);
    const file = ctx.path === '/index.html' ? undefined : this.#files.get(ctx.path);
    if (!file) return this.#servePage(ctx, nonce);
    ctx.type = file.type;
    ctx.set('cache-control', ctx.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
    ctx.vary('accept-encoding');
    const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity');
    if (encoding === 'br' && file.br) {
      ctx.set('content-encoding', 'br');
      ctx.body = file.br;
    } else if (encoding === 'gzip' && file.gzip) {
      ctx.set('content-encoding', 'gzip');
      ctx.body = file.gzip;
    } else ctx.body = file.plain;
  }

  #servePage(ctx: Context, nonce: string): void {
    if (/\.[a-z0-9]{2,5}$/i.test(ctx.path)) return void (ctx.status = 404);
    if (this.#page === null) {
      ctx.status = 503;
      ctx.body = 'The browser files are not built. Run: npm run build';
      return;
    }
    ctx.type = 'html';
    ctx.set('cache-control', 'no-store');
    ctx.body = this.#page.replaceAll('__CSP_NONCE__', nonce);
  }
}
