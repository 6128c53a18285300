import {
  type Action,
  type Binding,
  type Column,
  definePage,
  type MenuDef,
  type PageDef,
  removeAction,
  type Source,
  type TableBlock,
} from '../../../core/contract.ts';

const id: Record<string, Binding> = { bannerID: { from: 'row', field: 'bannerID' } };
const one: Source = { route: 'banners.one', params: id, live: 'banners' };
const column = (field: string, as: Column['as'], more: Partial<Column> = {}): Column => ({
  field,
  title: `banners.column.${field}`,
  as,
  ...more,
});

const create: Action = {
  id: 'banners.go-create',
  title: 'banners.create.title',
  icon: 'plus',
  emphasis: 'primary',
  ability: ['create', 'Banner'],
  do: { page: 'banners.create-page' },
};

/** What opens under a banner: the picture in its real size, what may be changed, and the code for websites. */
const inside: NonNullable<TableBlock['row']>['open'] = {
  blocks: [
    {
      as: 'tabs',
      tabs: [
        {
          id: 'banner',
          title: 'banners.tab.banner',
          blocks: [
            {
              as: 'detail',
              source: one,
              fields: [
                column('picture', 'picture'),
                column('size', 'text'),
                column('clickURL', 'link'),
                column('company_name', 'text'),
                column('created_at', 'time'),
              ],
              actions: [
                {
                  id: 'banners.replace',
                  title: 'banners.replace.title',
                  icon: 'photo-up',
                  ability: ['update', 'Banner'],
                  do: { form: 'banners.picture-form', as: 'modal', fixed: id },
                  after: 'reload',
                },
              ],
            },
          ],
        },
        {
          id: 'edit',
          title: 'banners.tab.edit',
          ability: ['update', 'Banner'],
          blocks: [{ as: 'form', form: 'banners.edit', prefill: one, fixed: id, after: 'reload' }],
        },
        {
          id: 'code',
          title: 'banners.tab.code',
          blocks: [{ as: 'code', title: 'banners.code.title', help: 'banners.code.help', source: one, field: 'code' }],
        },
      ],
    },
  ],
};

const bannerTable: TableBlock = {
  as: 'table',
  key: 'bannerID',
  pageSize: 10,
  search: true,
  source: { route: 'banners.list', live: 'banners' },
  columns: [
    column('bannerName', 'text', { sort: true, narrow: 'first' }),
    column('picture', 'picture'),
    column('size', 'text'),
    column('clickURL', 'link', { narrow: 'hide' }),
    column('company_name', 'text'),
    column('created_at', 'date', { sort: true, narrow: 'hide' }),
  ],
  row: {
    where: 'under',
    open: inside,
    actions: [
      removeAction({
        id: 'banners.remove-banner',
        texts: 'banners.remove',
        ability: ['delete', 'Banner'],
        call: 'banners.remove',
        params: id,
      }),
    ],
  },
  add: create,
  empty: { title: 'banners.empty.title', help: 'banners.empty.help', action: create },
  noMatch: { title: 'banners.no-match.title', help: 'banners.no-match.help' },
};

export const bannerPages: PageDef[] = [
  definePage({ id: 'banners.list-page', path: '/banner/list', title: 'banners.title', ability: ['read', 'Banner'], blocks: [bannerTable] }),
  definePage({
    id: 'banners.create-page',
    path: '/banner/create',
    title: 'banners.create.title',
    ability: ['create', 'Banner'],
    blocks: [{ as: 'form', form: 'banners.add', after: { page: 'banners.list-page' } }],
  }),
  definePage({
    id: 'banners.clients-page',
    path: '/banner/clients',
    title: 'banners.clients.title',
    ability: ['list', 'BannerClient'],
    blocks: [
      {
        as: 'table',
        key: 'companyID',
        pageSize: 10,
        search: true,
        source: { route: 'banners.clients', live: 'banners' },
        columns: [
          { field: 'company_name', title: 'banners.column.company_name', as: 'text', sort: true, narrow: 'first' },
          { field: 'banners', title: 'banners.title', as: 'number' },
        ],
        row: {
          where: 'under',
          open: {
            blocks: [
              {
                as: 'table',
                key: 'bannerID',
                pageSize: 10,
                source: { route: 'banners.list', query: { companyID: { from: 'row', field: 'companyID' } }, live: 'banners' },
                columns: [
                  column('bannerName', 'text', { narrow: 'first' }),
                  column('picture', 'picture'),
                  column('size', 'text'),
                  column('clickURL', 'link'),
                ],
                empty: { title: 'banners.empty.title', help: 'banners.empty.help', action: create },
              },
            ],
          },
        },
        empty: { title: 'banners.clients.empty', help: 'banners.clients.empty.help' },
        noMatch: { title: 'banners.no-match.title', help: 'banners.no-match.help' },
      },
    ],
  }),
];

const entry = (page: string, title: string, icon: string, order: number, ability: MenuDef['ability']): MenuDef => ({
  id: `banners.menu-${page}`,
  parent: 'banners.menu',
  title,
  icon,
  order,
  ability,
  page: `banners.${page}-page`,
});
export const bannerMenu: MenuDef[] = [
  { id: 'banners.menu', title: 'banners.menu', order: 12, ability: 'signed-in' },
  entry('create', 'banners.create.title', 'photo-plus', 1, ['create', 'Banner']),
  entry('list', 'banners.title', 'photo', 2, ['read', 'Banner']),
  entry('clients', 'banners.clients.menu', 'users', 3, ['list', 'BannerClient']),
];
