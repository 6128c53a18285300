import {
  addAction,
  type Binding,
  type Column,
  defineForm,
  definePage,
  type FieldUi,
  type MenuDef,
  removeAction,
  type Source,
  T,
} from '../../../core/contract.ts';
import { AudienceFields } from './audiences.routes.ts';

const id: Record<string, Binding> = { audienceID: { from: 'row', field: 'audienceID' } };
const size: Source = { route: 'audiences.size', params: id, live: 'audiences' };
const column = (field: string, as: Column['as'], more: Partial<Column> = {}): Column => ({
  field,
  title: `audiences.column.${field}`,
  as,
  ...more,
});

const where = { group: 'audiences.group.place' };
const when = { group: 'audiences.group.time', span: 4 };
const what = { group: 'audiences.group.leads' };
const ui: Record<string, FieldUi> = {
  audienceName: { autocomplete: 'off' },
  companyID: { widget: 'select', options: { route: 'clients.choices' }, ...what },
  products: { widget: 'select', options: { route: 'audiences.product-options' }, ...what },
  campaigns: { widget: 'select', options: { route: 'campaigns.choices' }, ...what },
  leastVisits: what,
  hasEmail: what,
  hasPhone: what,
  lastDays: { widget: 'select', ...when },
  startdate: when,
  enddate: when,
  states: { widget: 'tags', ...where },
  cities: { widget: 'tags', ...where },
  zips: { widget: 'tags', ...where },
};
const form = (name: 'add' | 'edit', submit: `audiences.${string}`, action: string) =>
  defineForm({
    id: `audiences.${name}`,
    version: 1,
    title: `audiences.${name}.title`,
    texts: ['audiences.field'],
    schema: T.Object(AudienceFields),
    ui,
    submit,
    ability: [action, 'Audience'],
  });
export const audienceForms = [form('add', 'audiences.create', 'create'), form('edit', 'audiences.update', 'update')];

const add = addAction({
  id: 'audiences.add-audience',
  title: 'audiences.add.title',
  ability: ['create', 'Audience'],
  form: 'audiences.add',
  as: 'drawer',
});
const download = (format: 'plain' | 'hashed') => ({
  id: `audiences.download-${format}` as const,
  title: `audiences.download.${format}`,
  icon: 'download',
  ability: ['export', 'Audience'] as const,
  do: { download: 'audiences.export' as const, params: id, query: { format: { value: format } } },
});

export const audiencePages = [
  definePage({
    id: 'audiences.page',
    path: '/Audience',
    title: 'audiences.title',
    ability: ['read', 'Audience'],
    blocks: [
      {
        as: 'table',
        key: 'audienceID',
        pageSize: 10,
        search: true,
        source: { route: 'audiences.list', live: 'audiences' },
        columns: [
          column('audienceName', 'text', { sort: true, narrow: 'first' }),
          column('summary', 'text'),
          column('created_at', 'date', { sort: true, narrow: 'hide' }),
        ],
        row: {
          where: 'under',
          open: {
            blocks: [
              {
                as: 'tabs',
                tabs: [
                  {
                    id: 'people',
                    title: 'audiences.tab.people',
                    blocks: [
                      {
                        as: 'notice',
                        severity: 'warn',
                        text: 'audiences.export-note',
                        source: size,
                        when: { field: 'limited', is: true },
                        stays: true,
                      },
                      { as: 'notice', severity: 'neutral', text: 'audiences.size-note', source: size, stays: true },
                      {
                        as: 'table',
                        key: 'id',
                        pageSize: 10,
                        source: { route: 'audiences.people', params: id, live: 'leads' },
                        columns: [
                          column('name', 'text', { narrow: 'first' }),
                          column('email', 'text'),
                          column('phone', 'text', { narrow: 'hide' }),
                          column('place', 'text'),
                          column('campaign', 'text'),
                          column('created', 'time', { narrow: 'hide' }),
                        ],
                        empty: { title: 'audiences.people.empty', help: 'audiences.people.empty.help' },
                      },
                    ],
                  },
                  {
                    id: 'edit',
                    title: 'audiences.tab.edit',
                    ability: ['update', 'Audience'],
                    blocks: [
                      { as: 'form', form: 'audiences.edit', prefill: { route: 'audiences.one', params: id }, fixed: id, after: 'reload' },
                    ],
                  },
                ],
              },
            ],
          },
          actions: [
            download('plain'),
            download('hashed'),
            removeAction({
              id: 'audiences.remove-audience',
              texts: 'audiences.remove',
              ability: ['delete', 'Audience'],
              call: 'audiences.remove',
              params: id,
            }),
          ],
        },
        add,
        empty: { title: 'audiences.empty.title', help: 'audiences.empty.help', action: add },
        noMatch: { title: 'audiences.no-match.title', help: 'audiences.no-match.help' },
      },
    ],
  }),
];

export const audienceMenu: MenuDef[] = [
  {
    id: 'audiences.entry',
    parent: 'products.campaign-menu',
    title: 'audiences.title',
    icon: 'users-group',
    order: 30,
    ability: ['read', 'Audience'],
    page: 'audiences.page',
  },
];
