import { addAction, type Binding, defineForm, definePage, type FieldUi, type FormDef, removeAction } from '../../../../core/contract.ts';
import { AnnouncementInput } from './announcements.routes.ts';
import { columnsOf } from '../page-parts.ts';

const one: Record<string, Binding> = { id: { from: 'row', field: 'id' } };
const column = columnsOf('announcements');
const half: FieldUi = { span: 6 };
const ui: Record<string, FieldUi> = {
  titleEn: half,
  titleAr: half,
  textEn: { widget: 'textarea', span: 6 },
  textAr: { widget: 'textarea', span: 6 },
  kind: half,
  severity: half,
  audience: half,
  agency: { widget: 'select', options: { route: 'operations.agency-options' }, when: { field: 'audience', is: 'agency' }, span: 6 },
  fromDay: half,
  fromTime: { placeholder: '22:00', span: 6 },
  untilDay: half,
  untilTime: { placeholder: '23:00', span: 6 },
  dismissible: { widget: 'switch' },
};
const form = (id: 'operations.announce' | 'operations.edit-announcement', submit: FormDef['submit']): FormDef =>
  defineForm({
    id,
    version: 1,
    title: `${id}.form`,
    texts: ['operations.announcement-form'],
    schema: AnnouncementInput,
    ui,
    submit,
    button: 'operations.announcements.save',
    ability: ['update', 'Announcement'],
  });
export const announcementForms: FormDef[] = [
  form('operations.announce', 'operations.add-announcement'),
  form('operations.edit-announcement', 'operations.save-announcement'),
];

const add = addAction({
  id: 'operations.act-announce',
  title: 'operations.announce.form',
  form: 'operations.announce',
  as: 'drawer',
  ability: ['update', 'Announcement'],
});

export const announcementPage = definePage({
  id: 'operations.announcements',
  path: '/operations/announcements',
  title: 'operations.announcements.title',
  ability: ['read', 'Announcement'],
  blocks: [
    {
      as: 'table',
      source: { route: 'operations.announcements', live: 'operations.announcements' },
      key: 'id',
      pageSize: 25,
      columns: [
        column('title', 'text', { narrow: 'first' }),
        column('state', 'state', {
          states: {
            planned: { title: 'operations.announcements.state.planned', severity: 'info' },
            shown: { title: 'operations.announcements.state.shown', severity: 'good' },
            over: { title: 'operations.announcements.state.over', severity: 'neutral' },
          },
        }),
        column('audience', 'text', { narrow: 'hide' }),
        column('from', 'time', { narrow: 'hide' }),
        column('until', 'time'),
      ],
      row: {
        where: 'drawer',
        open: { form: 'operations.edit-announcement', prefill: { route: 'operations.announcement', params: one }, fixed: one },
        actions: [
          removeAction({
            id: 'operations.act-remove-announcement',
            texts: 'operations.announcements.remove',
            ability: ['update', 'Announcement'],
            call: 'operations.remove-announcement',
            params: one,
          }),
        ],
      },
      add,
      empty: { title: 'operations.announcements.empty', help: 'operations.announcements.empty.help', action: add },
    },
  ],
});
