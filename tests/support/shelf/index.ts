import {
  type AbilityRules,
  type Ctx,
  defineForm,
  definePage,
  definePlugin,
  defineRoute,
  ownedBy,
  provide,
  T,
} from '../../../core/contract.ts';
import { ItemAdded, Shelf, type ShelfApi } from './contract.ts';
import { shelfRoutes } from './routes.ts';
import { noteAdded, tidy } from './work.ts';

const abilities: AbilityRules = ({ can }, { tenant }) => can(['read', 'create', 'delete'], 'Item', ownedBy(tenant));

const itemForm = defineForm({
  id: 'shelf.item-form',
  version: 1,
  title: 'shelf.title',
  submit: 'shelf.create',
  ability: ['create', 'Item'],
  keepsExtra: true,
  schema: T.Object({
    title: T.String({ minLength: 1, maxLength: 80 }),
    color: T.Optional(T.Enum(['red', 'green', 'blue'])),
    note: T.Optional(T.String({ maxLength: 200 })),
  }),
  open: {
    title: ['title', 'help'],
    color: ['title', 'hide', 'require', 'enum', 'default'],
    note: ['title', 'help', 'hide', 'require', 'default'],
  },
});

const page = definePage({
  id: 'shelf.page',
  path: '/shelf',
  title: 'shelf.title',
  ability: ['read', 'Item'],
  blocks: [
    {
      as: 'table',
      source: { route: 'shelf.list' },
      key: 'id',
      columns: [{ field: 'title', title: 'shelf.item-form.title', as: 'text' }],
      add: { id: 'shelf.add', title: 'shelf.title', ability: ['create', 'Item'], do: { form: 'shelf.item-form', as: 'modal' } },
      empty: { title: 'shelf.empty' },
    },
  ],
});

/** A plugin of agency scope with one of everything that a switch must reach. */
export const shelf = definePlugin({
  manifest: {
    id: 'shelf',
    version: '1.0.0',
    core: '^1',
    level: 'agency',
    title: 'shelf.title',
    features: { labels: { title: 'shelf.title', beta: true, defaultOn: false } },
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: { shelf_item: 'delete', shelf_trace: 'delete' },
  actions: { Item: ['read', 'create', 'delete'] },
  subjects: { Item: { table: 'shelf_item', fields: ['company_id', 'agency_id', 'root_id', 'id'] } },
  abilities,
  routes: shelfRoutes,
  forms: [itemForm],
  pages: [page],
  menu: [{ id: 'shelf.entry', title: 'shelf.title', order: 500, ability: ['read', 'Item'], page: 'shelf.page' }],
  events: [ItemAdded],
  on: [noteAdded],
  jobs: [tidy],
  provides: [provide(Shelf, countingShelf)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});

/** A neighbour that is always on and reaches the shelf through its port. */
export const reader = definePlugin({
  manifest: { id: 'reader', version: '1.0.0', core: '^1', level: 'platform' },
  routes: [
    defineRoute({
      id: 'reader.count',
      method: 'GET',
      path: '/reader/count',
      summary: 'Items counted through the port',
      ability: 'signed-in',
      response: T.Object({ has: T.Boolean(), count: T.Integer() }),
      handler: async (ctx) => ({ has: ctx.has(Shelf), count: await ctx.use(Shelf).count() }),
    }),
  ],
});

function countingShelf(ctx: Ctx): ShelfApi {
  return {
    async count() {
      const [{ count }] = (await ctx.query('Item').count()) as [{ count: string }];
      return Number(count);
    },
  };
}
