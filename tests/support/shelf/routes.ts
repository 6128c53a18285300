import { defineRoute, List, ListQuery, listOf, notFound, pageOf, T } from '../../../core/contract.ts';
import { ItemAdded } from './contract.ts';
import { tidy } from './work.ts';

const Item = T.Object({ id: T.Integer(), title: T.String(), color: T.Union([T.String(), T.Null()]) });
const ItemId = T.Object({ itemId: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
const Fields = T.Object({
  title: T.String({ minLength: 1, maxLength: 80 }),
  color: T.Optional(T.Enum(['red', 'green', 'blue'])),
  note: T.Optional(T.String({ maxLength: 200 })),
});

export const shelfRoutes = [
  defineRoute({
    id: 'shelf.list',
    method: 'GET',
    path: '/shelf',
    summary: 'Items of the shelf',
    ability: ['read', 'Item'],
    query: T.Object(ListQuery(['title'])),
    response: List(Item),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const rows = (await ctx.query('Item').select('id', 'title', 'color').orderBy('id').limit(at.perPage).offset(at.offset)) as {
        id: number;
        title: string;
        color: string | null;
      }[];
      return listOf(rows, rows.length, at);
    },
  }),
  defineRoute({
    id: 'shelf.item',
    method: 'GET',
    path: '/shelf/:itemId',
    summary: 'One item',
    ability: ['read', 'Item'],
    params: ItemId,
    response: Item,
    async handler(ctx, { params }) {
      const row = (await ctx.query('Item').where({ id: params.itemId }).first()) as
        | { id: number; title: string; color: string | null }
        | undefined;
      if (!row) throw notFound();
      return row;
    },
  }),
  defineRoute({
    id: 'shelf.create',
    method: 'POST',
    path: '/shelf',
    summary: 'Put an item on the shelf',
    ability: ['create', 'Item'],
    audit: 'shelf.created',
    idempotent: true,
    body: Fields,
    response: T.Object({ id: T.Integer(), extra: T.Unsafe<Record<string, unknown>>({ type: 'object' }) }),
    async handler(ctx, { body, extra }) {
      const row = { company_id: ctx.tenant.id, title: body.title, color: body.color ?? null, extra: JSON.stringify(extra) };
      const [{ id }] = (await ctx.db('shelf_item').insert(row).returning('id')) as [{ id: number }];
      await ctx.emit(ItemAdded, { itemId: id });
      await ctx.enqueue(tidy, { itemId: id }, { key: `tidy ${id}` });
      return { id, extra };
    },
  }),
  defineRoute({
    id: 'shelf.remove',
    method: 'DELETE',
    path: '/shelf/:itemId',
    summary: 'Take an item away',
    ability: ['delete', 'Item'],
    audit: 'shelf.removed',
    params: ItemId,
    response: T.Object({}),
    async handler(ctx, { params }) {
      if ((await ctx.query('Item', 'delete').where({ id: params.itemId }).delete()) === 0) throw notFound();
      return {};
    },
  }),
  defineRoute({
    id: 'shelf.labels',
    method: 'GET',
    path: '/shelf-labels',
    summary: 'A part still in trial',
    ability: ['read', 'Item'],
    feature: 'shelf.labels',
    response: T.Object({ on: T.Boolean() }),
    handler: async () => ({ on: true }),
  }),
];
