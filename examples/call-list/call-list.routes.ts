import { defineRoute, likeOf, List, ListQuery, listOf, notFound, pageOf, T } from 'lead-platform/contract';

const Skipped = T.Object({ id: T.Integer(), number: T.String(), created_at: T.String() });
export const PhoneNumber = T.String({ minLength: 5, maxLength: 30, pattern: '^\\+?[0-9 ()-]+$' });

export const callListRoutes = [
  defineRoute({
    id: 'call-list.list',
    method: 'GET',
    path: '/call-list',
    summary: 'Numbers that are not called',
    ability: ['read', 'SkippedNumber'],
    query: T.Object(ListQuery(['number', 'created_at'])),
    response: List(Skipped),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const found = ctx.query('SkippedNumber').modify((q) => void (query.search && q.whereRaw('number ilike ?', [likeOf(query.search)])));
      const [{ count }] = (await found.clone().count()) as [{ count: string }];
      const rows = (await found
        .orderBy(query.sortby ?? 'id', query.order ?? 'desc')
        .limit(at.perPage)
        .offset(at.offset)) as { id: number; number: string; created_at: Date }[];
      return listOf(
        rows.map((r) => ({ id: r.id, number: r.number, created_at: r.created_at.toISOString() })),
        Number(count),
        at,
      );
    },
  }),
  defineRoute({
    id: 'call-list.create',
    method: 'POST',
    path: '/call-list',
    summary: 'Skip a number',
    ability: ['create', 'SkippedNumber'],
    audit: 'call-list.created',
    body: T.Object({ number: PhoneNumber }),
    response: T.Object({ message: T.String() }),
    async handler(ctx, { body }) {
      await ctx.db('call_list_skipped').insert({ company_id: ctx.tenant.id, number: body.number });
      return { message: ctx.t('call-list.created') };
    },
  }),
  defineRoute({
    id: 'call-list.remove',
    method: 'DELETE',
    path: '/call-list/:id',
    summary: 'Call a number again',
    ability: ['delete', 'SkippedNumber'],
    audit: 'call-list.removed',
    params: T.Object({ id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    response: T.Object({ message: T.String() }),
    async handler(ctx, { params }) {
      if ((await ctx.query('SkippedNumber', 'delete').where({ id: params.id }).delete()) === 0) throw notFound();
      return { message: ctx.t('call-list.removed') };
    },
  }),
];
