import { hash, verify } from '@node-rs/argon2';
import {
  type Ctx,
  defineRoute,
  FileResponse,
  invalid,
  List,
  listOf,
  notFound,
  pageOf,
  Problem,
  type RateDef,
  T,
} from '../../../core/contract.ts';
import { typeOf } from './file-kind.ts';
import { changeFile, countTry, filesOf, giveLeave, insertFile, takeFile } from './files.store.ts';
import { Paging } from './paging.ts';

const MAX_BYTES = 10 * 1024 * 1024;
/** Tries at the password of one file within a quarter of an hour, from one network. */
const TRIES = 10;
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const FileId = T.Object({ id: T.String({ format: 'uuid' }) });
const Password = T.String({ minLength: 8, maxLength: 128 });
const Saved = T.Object({ result: T.String(), message: T.String() });
const SharedRow = T.Object({
  id: T.String(),
  filename: T.String(),
  size_kb: T.Integer(),
  downloads: T.Integer(),
  shared_at: T.String(),
  link: T.String(),
});

const hashOf = (password: string): Promise<string> => hash(password.normalize('NFKC'), COST);
/** Stands in for the hash of a file that is not there, so that both answers take the same time. */
let nobody: Promise<string> | null = null;

async function fits(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashOf('nobody has this password');
  return (await verify(stored ?? (await nobody), password.normalize('NFKC'))) && stored !== null;
}

const linkOf = async (ctx: Ctx, id: string): Promise<string> => `${await ctx.origin()}/download-auth/${id}`;

const share = defineRoute({
  id: 'agreements.share-file',
  method: 'POST',
  path: '/agreements/files',
  summary: 'Share a file under a password',
  ability: ['create', 'SharedFile'],
  stepUp: true,
  audit: 'agreements.file-shared',
  upload: { maxBytes: MAX_BYTES, as: 'bytes' },
  body: T.Object({ password: Password }),
  response: T.Object({ result: T.String(), message: T.String(), id: T.String(), link: T.String() }),
  async handler(ctx, { body, file }) {
    if (!file) throw invalid('file', 'core.problem.no-file');
    const type = typeOf(file);
    const filename = file.name.replace(/[^\p{L}\p{N}._ -]/gu, '').slice(-150) || 'file';
    const id = await insertFile(ctx, { filename, type, bytes: file.bytes, password_hash: await hashOf(body.password) });
    return { result: 'success', message: ctx.t('agreements.file.shared'), id, link: await linkOf(ctx, id) };
  },
});

const files = defineRoute({
  id: 'agreements.files',
  method: 'GET',
  path: '/agreements/files',
  summary: 'Files that are shared under a password',
  ability: ['read', 'SharedFile'],
  query: Paging,
  response: List(SharedRow),
  async handler(ctx, { query }) {
    const page = pageOf(query);
    const { rows, total } = await filesOf(ctx, page);
    const origin = await linkOf(ctx, '');
    return listOf(
      rows.map(({ size, shared_at, ...row }) => ({
        ...row,
        size_kb: Math.ceil(size / 1024),
        shared_at: shared_at.toISOString(),
        link: origin + row.id,
      })),
      total,
      page,
    );
  },
});

const changePassword = defineRoute({
  id: 'agreements.file-password',
  method: 'PUT',
  path: '/agreements/files/:id/password',
  summary: 'Give a shared file another password',
  ability: ['update', 'SharedFile'],
  stepUp: true,
  audit: 'agreements.file-password-changed',
  params: FileId,
  body: T.Object({ password: Password }),
  response: Saved,
  async handler(ctx, { params, body }) {
    const name = await changeFile(ctx, 'update', params.id, { password_hash: await hashOf(body.password) });
    if (name === undefined) throw notFound();
    return { result: 'success', message: ctx.t('agreements.file.password-changed', { name }) };
  },
});

const remove = defineRoute({
  id: 'agreements.remove-file',
  method: 'DELETE',
  path: '/agreements/files/:id',
  summary: 'Stop sharing a file',
  ability: ['delete', 'SharedFile'],
  stepUp: true,
  audit: 'agreements.file-removed',
  params: FileId,
  response: Saved,
  async handler(ctx, { params }) {
    // The content goes at once; the row stays, for the log to have something to point at.
    const name = await changeFile(ctx, 'delete', params.id, { removed_at: ctx.now, bytes: Buffer.alloc(0), size: 0 });
    if (name === undefined) throw notFound();
    return { result: 'success', message: ctx.t('agreements.file.removed', { name }) };
  },
});

const open = defineRoute({
  id: 'agreements.docauth',
  method: 'POST',
  path: '/docauth',
  summary: 'Open a shared file by its password',
  ability: ['open', 'SharedFile'],
  withoutStepUp: 'asks for the password of the file itself',
  // A wrong password is counted although it is refused.
  db: 'intent',
  viewMode: 'deny',
  rate: 'agreements.docauth',
  body: T.Object({
    pwd: T.String({ minLength: 1, maxLength: 128 }),
    /** The file's id, or the address that ends in it. */
    urldata: T.String({ minLength: 1, maxLength: 500 }),
  }),
  response: T.Object({ result: T.String(), message: T.String(), download: T.String() }),
  async handler(ctx, { body }) {
    const id = new RegExp(`(?:^|/)(${UUID})/?$`, 'i').exec(body.urldata)?.[1]?.toLowerCase();
    const tried = id ? await ctx.transaction((tx) => countTry(tx, id, TRIES)) : { known: false, hash: null, wait: 0 };
    if (tried.known && tried.hash === null)
      throw new Problem(429, 'agreements.problem.too-many-tries', {
        params: { count: Math.ceil(tried.wait / 60) },
        headers: { 'retry-after': String(tried.wait) },
      });
    const right = await fits(tried.hash, body.pwd);
    await ctx.transaction((tx) =>
      tx.audit({ action: right ? 'agreements.file-opened' : 'agreements.file-refused', description: open.summary, target: id ?? '' }),
    );
    if (!right) throw invalid('pwd', 'agreements.problem.wrong-password');
    await ctx.transaction((tx) => giveLeave(tx, id!));
    return { result: 'success', message: ctx.t('agreements.file.opened'), download: `/api/download-auth/${id}` };
  },
});

const fetchFile = defineRoute({
  id: 'agreements.fetch-file',
  method: 'GET',
  path: '/download-auth/:pkdoc',
  summary: 'Fetch a shared file, once after its password was given',
  ability: ['open', 'SharedFile'],
  withoutStepUp: 'asks for the password of the file itself',
  params: T.Object({ pkdoc: T.String({ format: 'uuid' }) }),
  response: FileResponse,
  async handler(ctx, { params }) {
    const file = await takeFile(ctx, params.pkdoc);
    if (!file) throw notFound();
    return { filename: file.filename, type: file.type, body: file.bytes };
  },
});

export const fileRoutes = [share, files, changePassword, remove, open, fetchFile];
export const agreementRates: RateDef[] = [
  { id: 'agreements.docauth', points: 60, seconds: 900, by: 'account' },
  { id: 'agreements.accept', points: 20, seconds: 60, by: 'account' },
];
