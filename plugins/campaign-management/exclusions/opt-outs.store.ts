import { createHash } from 'node:crypto';
import { countUpTo, type Ctx, MOST_COUNTED } from '../../../core/contract.ts';
import { normalised } from './address.ts';
import type { OptOutsApi } from './contract.ts';

type Row = { kind: 'sha256' | 'md5' | 'phone'; hash: Buffer };

const hashesOf = (email: string): Row[] =>
  (['sha256', 'md5'] as const).map((kind) => ({ kind, hash: createHash(kind).update(normalised(email)).digest() }));

async function insert(ctx: Ctx, companyId: number, rows: readonly Row[], source: 'person' | 'drop'): Promise<number> {
  const { rowCount } = (await ctx.db.raw(
    `insert into exclusions_opt_out (company_id, kind, hash, source)
     select ?, kind, hash, ? from unnest(?::text[], ?::bytea[]) as given(kind, hash)
     on conflict (company_id, hash, source) do nothing`,
    [companyId, source, rows.map(({ kind }) => kind), rows.map(({ hash }) => hash)] as never,
  )) as { rowCount: number };
  return rowCount;
}

/** The port's implementation for one call. */
export const optOutsOf = (ctx: Ctx): OptOutsApi => ({
  async has(companyId, email) {
    const [{ hash }] = hashesOf(email) as [Row];
    return (await ctx.db('exclusions_opt_out').where({ company_id: companyId, hash, source: 'person' }).first('id')) !== undefined;
  },
  add: async (companyId, email) => (await insert(ctx, companyId, hashesOf(email), 'person')) > 0,
  async remove(companyId, email) {
    const gone = await ctx
      .db('exclusions_opt_out')
      .where({ company_id: companyId, source: 'person' })
      .whereRaw('hash = any(?::bytea[])', [hashesOf(email).map(({ hash }) => hash) as never])
      .delete();
    return gone > 0;
  },
  addListed: (rootId, kind, hashes) =>
    insert(
      ctx,
      rootId,
      hashes.map((hash) => ({ kind: kind === 'email' ? 'sha256' : 'phone', hash })),
      'drop',
    ),
});

interface OptOutRow {
  id: string;
  hash: Buffer;
  kind: 'sha256' | 'phone';
  source: 'person' | 'drop';
  created_at: Date;
}

/** Who opted out at a company, newest first; each address once. A search finds by exact address or hash. */
export async function optOutPage(
  ctx: Ctx,
  companyId: number,
  query: { hashes: readonly Buffer[] | null; offset: number; perPage: number },
): Promise<{ rows: OptOutRow[]; total: number; isLeast: boolean }> {
  const found = ctx.query('OptOut').where('exclusions_opt_out.company_id', companyId).whereNot({ kind: 'md5' });
  if (query.hashes) void found.whereRaw('hash = any(?::bytea[])', [query.hashes as never]);
  const [count, rows] = await ctx.together([
    () => countUpTo(ctx.db, MOST_COUNTED, found),
    async () =>
      (await found
        .clone()
        .select('id', 'hash', 'kind', 'source', 'created_at')
        .orderBy('id', 'desc')
        .offset(query.offset)
        .limit(query.perPage)) as OptOutRow[],
  ]);
  return { rows, ...count };
}
