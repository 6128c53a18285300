import { defineRoute, List, ListQuery, listOf, pageOf, T } from '../../../core/contract.ts';
import { hashesOf } from './address.ts';
import { optOutPage } from './opt-outs.store.ts';

const optOuts = defineRoute({
  id: 'exclusions.opt-outs',
  method: 'GET',
  path: '/exclusions/opt-outs',
  summary: 'Who opted out of the own company and all below it, as hashes, newest first; a search finds a complete address or hash',
  ability: ['read', 'OptOut'],
  query: T.Object({ ...ListQuery(['at']) }),
  response: List(
    T.Object({
      id: T.Integer(),
      hash: T.String(),
      kind: T.Enum(['sha256', 'phone']),
      source: T.Enum(['person', 'drop']),
      at: T.String({ format: 'date-time' }),
    }),
  ),
  async handler(ctx, { query }) {
    const at = pageOf(query);
    const search = query.search?.trim();
    const { rows, total, isLeast } = await optOutPage(ctx, ctx.tenant.id, { ...at, hashes: search ? hashesOf(search) : null });
    const data = rows.map(({ id, hash, kind, source, created_at }) => ({
      id: Number(id),
      hash: hash.toString('hex'),
      kind,
      source,
      at: created_at.toISOString(),
    }));
    return listOf(data, total, at, isLeast);
  },
});

export const optOutRoutes = [optOuts];
