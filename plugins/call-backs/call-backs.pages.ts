import { definePage, type MenuDef } from '../../core/contract.ts';

export const callBacksPages = [
  definePage({
    id: 'call-backs.page', path: '/call-backs', title: 'call-backs.title', ability: ['read', 'CallBacksItem'],
    blocks: [{
      as: 'table', source: { route: 'call-backs.list' }, key: 'id', search: true,
      columns: [
        { field: 'name', title: 'call-backs.column.name', as: 'text', sort: true, narrow: 'first' },
        { field: 'created_at', title: 'call-backs.column.created', as: 'time', sort: true },
      ],
      add: { id: 'call-backs.add-action', title: 'call-backs.add', ability: ['create', 'CallBacksItem'], do: { form: 'call-backs.form', as: 'drawer' }, after: 'reload' },
      row: {
        actions: [{
          id: 'call-backs.remove-action', title: 'call-backs.remove', ability: ['delete', 'CallBacksItem'], tone: 'danger',
          do: { call: 'call-backs.remove', params: { id: { from: 'row', field: 'id' } } },
          confirm: { title: 'call-backs.remove', body: 'call-backs.remove.body', button: 'call-backs.remove', final: true }, after: 'remove-row',
        }],
      },
      empty: { title: 'call-backs.empty', help: 'call-backs.empty.help' },
    }],
  }),
];

export const callBacksMenu: MenuDef[] = [
  { id: 'call-backs.entry', title: 'call-backs.title', icon: 'puzzle', order: 100, ability: ['read', 'CallBacksItem'], page: 'call-backs.page' },
];
