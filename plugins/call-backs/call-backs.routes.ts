import { defineRoute, likeOf, List, ListQuery, listOf, notFound, pageOf, T } from '../../core/contract.ts';

const Item = T.Object({ id: T.Integer(), name: T.String(), created_at: T.String() });
const Name = T.String({ minLength: 1, maxLength: 100, pattern: '\\S' });

export const callBacksRoutes = [
  defineRoute({
    id: 'call-backs.list', method: 'GET', path: '/call-backs', summary: 'The items of the company', ability: ['read', 'CallBacksItem'],
    query: T.Object(ListQuery(['name', 'created_at'])), response: List(Item),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const found = ctx.query('CallBacksItem').modify((q) => void (query.search && q.whereRaw('name ilike ?', [likeOf(query.search)])));
      const [{ count }] = (await found.clone().count()) as [{ count: string }];
      const rows = (await found.orderBy(query.sortby ?? 'id', query.order ?? 'desc').limit(at.perPage).offset(at.offset)) as { id: number; name: string; created_at: Date }[];
      return listOf(rows.map((r) => ({ id: r.id, name: r.name, created_at: r.created_at.toISOString() })), Number(count), at);
    },
  }),
  defineRoute({
    id: 'call-backs.create', method: 'POST', path: '/call-backs', summary: 'Add an item', ability: ['create', 'CallBacksItem'], audit: 'call-backs.created',
    body: T.Object({ name: Name }), response: T.Object({ message: T.String() }),
    async handler(ctx, { body }) {
      await ctx.db('call_backs_item').insert({ company_id: ctx.tenant.id, name: body.name });
      return { message: ctx.t('call-backs.created') };
    },
  }),
  defineRoute({
    id: 'call-backs.remove', method: 'DELETE', path: '/call-backs/:id', summary: 'Remove an item', ability: ['delete', 'CallBacksItem'], audit: 'call-backs.removed',
    params: T.Object({ id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) }), response: T.Object({ message: T.String() }),
    async handler(ctx, { params }) {
      if ((await ctx.query('CallBacksItem', 'delete').where({ id: params.id }).delete()) === 0) throw notFound();
      return { message: ctx.t('call-backs.removed') };
    },
  }),
];
