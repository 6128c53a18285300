import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';
import { iconFile } from './icon-files.ts';

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
const squeeze = promisify(brotliCompress);
const zip = promisify(gzip);
type Encoding = 'br' | 'gzip';
const ENCODINGS: Record<Encoding, (plain: Buffer) => Promise<Buffer>> = {
  br: (plain) => squeeze(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (plain) => zip(plain, { level: constants.Z_BEST_COMPRESSION }),
};

/** One file, packed once in each encoding that a browser asks for. */
class File {
  readonly type: string;
  readonly plain: Buffer;
  readonly #packed = new Map<Encoding, Promise<Buffer>>();

  constructor(type: string, plain: Buffer) {
    this.type = type;
    this.plain = plain;
  }

  get packs(): boolean {
    return this.plain.length > 1000 && /^text|javascript|json|svg/.test(this.type);
  }

  as(encoding: Encoding): Promise<Buffer> {
    const known = this.#packed.get(encoding) ?? ENCODINGS[encoding](this.plain);
    this.#packed.set(encoding, known);
    return known;
  }
}

/**
 * The built browser files, held in memory: the set is small and never changes while the process runs.
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
          files.set(`/${relative(dir, path).replaceAll('\\', '/')}`, new File(type, plain));
        }),
    );
    return new UiFiles(files, files.get('/index.html')?.plain.toString('utf8') ?? null);
  }

  async serve(ctx: Context, nonce: string): Promise<void> {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return void (ctx.status = 405);
    const file = ctx.path === '/index.html' ? undefined : this.#files.get(ctx.path);
    const icon = file ? null : await iconFile(ctx.path);
    if (icon !== null) {
      ctx.type = 'image/svg+xml';
      ctx.set('cache-control', 'public, max-age=604800');
      ctx.body = icon;
      return;
    }
    if (!file) return this.#servePage(ctx, nonce);
    ctx.type = file.type;
    ctx.set('cache-control', ctx.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
    ctx.vary('accept-encoding');
    const encoding = file.packs && ctx.acceptsEncodings('br', 'gzip', 'identity');
    if (encoding === 'br' || encoding === 'gzip') {
      ctx.set('content-encoding', encoding);
      ctx.body = await file.as(encoding);
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
