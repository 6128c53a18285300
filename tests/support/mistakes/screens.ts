import { T } from '../../../core/contract.ts';
import { smallPlugin, smallRoute } from '../small-plugin.ts';
import type { Mistake } from './mistake.ts';
import { page } from './page.ts';

/** Mistakes in pages, blocks, forms, menus and paths. */
export const screenMistakes: Mistake[] = [
  [
    smallPlugin('bad-source', {
      routes: [smallRoute('bad-source.list', '/bad-source')],
      pages: [
        page('bad-source.page', '/bad-source', {
          blocks: [{ as: 'stats', source: { route: 'bad-source.lst' }, items: [] }],
        }),
      ],
    }),
    'unknown-route',
    'page "bad-source.page" names the route "bad-source.lst", which nobody declares (did you mean "bad-source.list"?)',
  ],
  [
    smallPlugin('bad-period', { pages: [page('bad-period.page', '/bad-period', { period: true })] }),
    'unused-period',
    'page "bad-period.page" offers a choice of days, which none of its sources asks for',
  ],
  [
    smallPlugin('bad-stream', {
      routes: [smallRoute('bad-stream.list', '/bad-stream')],
      pages: [
        page('bad-stream.page', '/bad-stream-page', {
          blocks: [
            {
              as: 'stream',
              source: { route: 'bad-stream.list' },
              key: 'id',
              at: 'at',
              heading: 'who',
              facts: [],
              empty: { title: 'bad-stream.empty' },
            },
          ],
        }),
      ],
    }),
    'stream-without-cursor',
    'shows the route "bad-stream.list" as a stream, which takes no cursor',
  ],
  [
    smallPlugin('bad-columns', { pages: [page('bad-columns.page', '/bad-columns', { blocks: [{ as: 'columns', blocks: [[]] }] })] }),
    'wrong-columns',
    'page "bad-columns.page" has 1 columns side by side',
  ],
  [
    smallPlugin('bad-head', {
      pages: [page('bad-head.page', '/bad-head', { head: { source: { route: 'bad-head.lst' }, heading: 'name' } })],
    }),
    'unknown-route',
    'page "bad-head.page" names the route "bad-head.lst", which nobody declares',
  ],
  [
    smallPlugin('bad-column-source', {
      routes: [smallRoute('bad-column-source.list', '/bad-column-source')],
      pages: [
        page('bad-column-source.page', '/bad-column-source-page', {
          blocks: [
            {
              as: 'columns',
              blocks: [[], [{ as: 'trends', source: { route: 'bad-column-source.lst' }, items: [] }]],
            },
          ],
        }),
      ],
    }),
    'unknown-route',
    'names the route "bad-column-source.lst", which nobody declares (did you mean "bad-column-source.list"?)',
  ],
  [
    smallPlugin('bad-form', {
      forms: [
        { id: 'bad-form.form', version: 1, title: 'bad-form.title', submit: 'bad-form.save', ability: 'signed-in', schema: T.Object({}) },
      ],
    }),
    'unknown-route',
    'form "bad-form.form" names the route "bad-form.save"',
  ],
  [
    smallPlugin('bad-field', {
      routes: [smallRoute('bad-field.save', '/bad-field', { method: 'POST' })],
      forms: [
        {
          id: 'bad-field.form',
          version: 1,
          title: 'bad-field.title',
          submit: 'bad-field.save',
          ability: 'signed-in',
          schema: T.Object({ amount: T.Integer() }),
          ui: { amuont: { widget: 'money' } },
        },
      ],
    }),
    'unknown-field',
    'names the field "amuont", which its schema lacks (did you mean "amount"?)',
  ],
  [
    smallPlugin('bad-widget', {
      routes: [smallRoute('bad-widget.save', '/bad-widget', { method: 'POST' })],
      forms: [
        {
          id: 'bad-widget.form',
          version: 1,
          title: 'bad-widget.title',
          submit: 'bad-widget.save',
          ability: 'signed-in',
          schema: T.Object({ amount: T.Integer() }),
          ui: { amount: { widget: 'mony' } },
        },
      ],
    }),
    'unknown-widget',
    '(did you mean "money"?)',
  ],
  [smallPlugin('bad-path', { routes: [smallRoute('bad-path.list', '/user')] }), 'taken', /route "bad-path\.list" has the path of "/],
  [
    smallPlugin('bad-page-path', { pages: [page('bad-page-path.page', '/configuration/agency-list')] }),
    'taken',
    'has the path of "agencies.list',
  ],
  [
    smallPlugin('bad-menu', {
      pages: [page('bad-menu.page', '/bad-menu')],
      menu: [
        { id: 'bad-menu.entry', parent: 'core.menu-peple', title: 'bad-menu.title', order: 1, ability: 'signed-in', page: 'bad-menu.page' },
      ],
    }),
    'unknown-menu-entry',
    'names the menu entry "core.menu-peple", which nobody declares (did you mean "core.menu-people"?)',
  ],
  [
    smallPlugin('bad-extension', {
      extend: [{ role: 'accounts.lists', order: 1, blocks: [] }],
    }),
    'unknown-page-role',
    'names the page role "accounts.lists", which nobody declares (did you mean "accounts.list"?)',
  ],
  [
    smallPlugin(
      'bad-page-value',
      {
        extend: [
          {
            role: 'campaigns.dashboard',
            order: 1,
            blocks: [
              { as: 'stats', source: { route: 'reports.trends', query: { product: { from: 'page', field: 'prodct' } } }, items: [] },
            ],
          },
        ],
      },
      { uses: ['campaigns', 'reports'] },
    ),
    'unstated-page-value',
    'extension of "campaigns.dashboard" asks the page for the value "prodct", which no page of the role states',
  ],
  [
    smallPlugin(
      'bad-page-values',
      { pages: [page('bad-page-values.page', '/bad-page-values', { roles: ['campaigns.leads'] })] },
      { uses: ['campaigns'] },
    ),
    'unstated-page-value',
    'page "bad-page-values.page" does not state the value "product", which blocks on it ask for',
  ],
  [
    smallPlugin('bad-icon', {
      pages: [page('bad-icon.page', '/bad-icon')],
      menu: [{ id: 'bad-icon.entry', icon: 'hoome', title: 'bad-icon.title', order: 1, ability: 'signed-in', page: 'bad-icon.page' }],
    }),
    'unknown-icon',
    'has the icon "hoome"',
  ],
];
