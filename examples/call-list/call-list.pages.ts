import { definePage, type MenuDef } from 'lead-platform/contract';

export const callListPages = [
  definePage({
    id: 'call-list.page',
    path: '/call-list',
    title: 'call-list.title',
    ability: ['read', 'SkippedNumber'],
    blocks: [
      {
        as: 'table',
        source: { route: 'call-list.list' },
        key: 'id',
        search: true,
        columns: [
          { field: 'number', title: 'call-list.column.number', as: 'text', sort: true, narrow: 'first' },
          { field: 'created_at', title: 'call-list.column.created', as: 'time', sort: true },
        ],
        add: {
          id: 'call-list.add-action',
          title: 'call-list.add',
          ability: ['create', 'SkippedNumber'],
          do: { form: 'call-list.form', as: 'drawer' },
          after: 'reload',
        },
        row: {
          actions: [
            {
              id: 'call-list.remove-action',
              title: 'call-list.remove',
              ability: ['delete', 'SkippedNumber'],
              emphasis: 'danger',
              do: { call: 'call-list.remove', params: { id: { from: 'row', field: 'id' } } },
              confirm: { title: 'call-list.remove', body: 'call-list.remove.body', button: 'call-list.remove', final: true },
              after: 'remove-row',
            },
          ],
        },
        empty: { title: 'call-list.empty', help: 'call-list.empty.help' },
      },
    ],
  }),
];

export const callListMenu: MenuDef[] = [
  {
    id: 'call-list.entry',
    title: 'call-list.title',
    icon: 'phone-off',
    order: 100,
    ability: ['read', 'SkippedNumber'],
    page: 'call-list.page',
  },
];
