import {
  type Binding,
  type Column,
  definePage,
  type MenuDef,
  type PageDef,
  type PageGuard,
  type Severity,
  type TableBlock,
} from '../../../core/contract.ts';
import { mayShape } from './may-shape.ts';

const LIVE = 'forms';
const update = ['update', 'FormLayer'] as const;
const ofRow = (field: string): Binding => ({ from: 'row', field });
const state = (name: string, severity: Severity) => [name, { title: `form-editor.state.${name}`, severity }] as const;
const column = (field: string, as: Column['as'], more: Partial<Column> = {}): Column => ({
  field,
  title: `form-editor.column.${field}`,
  as,
  ...more,
});
const editor = { page: 'form-editor.form', params: { form: ofRow('id') } } as const;

const forms: TableBlock = {
  as: 'table',
  key: 'id',
  pageSize: 50,
  search: true,
  source: { route: 'core.forms', live: LIVE },
  columns: [
    column('title', 'text', { sort: true, narrow: 'first', to: editor, note: 'id' }),
    column('pages', 'text', { narrow: 'hide' }),
    column('changeable', 'number'),
    column('state', 'state', {
      states: Object.fromEntries([
        state('none', 'neutral'),
        state('draft', 'info'),
        state('scheduled', 'warn'),
        state('published', 'good'),
        state('fixed', 'neutral'),
      ]),
    }),
    column('stale', 'number', { narrow: 'hide' }),
  ],
  filters: [
    {
      name: 'show',
      title: 'form-editor.filter.show',
      options: ['open', 'changed'].map((value) => ({ value, title: `form-editor.filter.show.${value}` })),
    },
  ],
  empty: { title: 'form-editor.empty', help: 'form-editor.empty.help' },
  noMatch: { title: 'form-editor.no-match', help: 'form-editor.no-match.help' },
};

const resolved = {
  role: ofRow('role'),
  agency: ofRow('agency'),
  revision: ofRow('revision'),
  field: ofRow('field'),
  set: ofRow('set'),
};

const unfit: TableBlock = {
  as: 'table',
  key: 'key',
  pageSize: 50,
  search: true,
  source: { route: 'core.forms-unfit', live: LIVE },
  columns: [
    column('title', 'text', {
      narrow: 'first',
      note: 'company',
      to: { page: 'form-editor.form', params: { form: ofRow('form'), role: ofRow('role'), agency: ofRow('agency') } },
    }),
    column('field_title', 'text', { note: 'field' }),
    column('change', 'text'),
    column('why', 'text'),
  ],
  row: {
    actions: [
      {
        id: 'form-editor.drop-change',
        title: 'form-editor.drop',
        icon: 'trash',
        emphasis: 'danger',
        ability: update,
        do: { call: 'core.form-resolve', params: { id: ofRow('form') }, body: resolved },
        confirm: { title: 'form-editor.drop.title', body: 'form-editor.drop.body', button: 'form-editor.drop.button' },
        after: 'reload',
      },
    ],
  },
  empty: { title: 'form-editor.unfit.empty', help: 'form-editor.unfit.empty.help' },
  noMatch: { title: 'form-editor.no-match', help: 'form-editor.no-match.help' },
};

export const formEditorPages: PageDef[] = [
  definePage({
    id: 'form-editor.list',
    path: '/configuration/forms',
    title: 'form-editor.title',
    ability: update,
    blocks: [
      {
        as: 'tabs',
        address: true,
        tabs: [
          { id: 'forms', title: 'form-editor.tab.forms', blocks: [forms] },
          { id: 'unfit', title: 'form-editor.tab.unfit', blocks: [unfit] },
        ],
      },
    ],
  }),
  definePage({
    id: 'form-editor.form',
    // Ids of forms have a dot, which in a path would name a file.
    path: '/configuration/forms/edit',
    title: 'form-editor.form.title',
    ability: update,
    above: { page: 'form-editor.list' },
    blocks: [
      {
        as: 'view',
        view: 'form-editor',
        source: {
          route: 'core.form-editor',
          params: { id: { from: 'query', field: 'form' } },
          query: { role: { from: 'query', field: 'role' }, agency: { from: 'query', field: 'agency' } },
          live: LIVE,
        },
        instead: { as: 'notice', severity: 'warn', text: 'form-editor.instead' },
      },
    ],
  }),
];

/** Agencies that were not let edit forms have no such pages. */
export const agencyGuard: PageGuard = {
  id: 'form-editor.let',
  order: 60,
  check: async (ctx, page) => (page.id.startsWith('form-editor.') && !mayShape(ctx) ? 'missing' : null),
};

export const formEditorMenu: MenuDef[] = [
  {
    id: 'form-editor.menu',
    parent: 'core.menu-configuration',
    title: 'form-editor.title',
    icon: 'forms',
    order: 80,
    ability: update,
    page: 'form-editor.list',
    when: async (ctx) => mayShape(ctx),
  },
];
