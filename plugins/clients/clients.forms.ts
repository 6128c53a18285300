import { defineForm, type FieldUi } from '../../core/contract.ts';
import { EditedClient, NewClient } from './clients.schema.ts';

const ui: Record<string, FieldUi> = {
  ClientCompanyName: { autocomplete: 'off' },
  ClientFullName: { span: 6, autocomplete: 'off' },
  ClientEmail: { widget: 'email', span: 6, autocomplete: 'off' },
  ClientPhone: { widget: 'phone', span: 6, autocomplete: 'off', help: 'clients.phone.help' },
  timezone: { widget: 'select', span: 6, options: { route: 'clients.timezones' }, help: 'clients.timezone.help' },
};
const open = {
  ClientCompanyName: ['title', 'help', 'order'],
  ClientFullName: ['title', 'help', 'order'],
  ClientEmail: ['title', 'help', 'order'],
  ClientPhone: ['title', 'help', 'order', 'require'],
  timezone: ['title', 'help', 'order', 'hide', 'default'],
} as const;

export const clientForms = [
  defineForm({
    id: 'clients.add',
    version: 1,
    title: 'clients.add.title',
    button: 'clients.add.button',
    schema: NewClient,
    ui,
    open,
    submit: 'clients.create',
    ability: ['create', 'Client'],
  }),
  defineForm({
    id: 'clients.edit',
    version: 1,
    title: 'clients.edit.title',
    schema: EditedClient,
    ui,
    open,
    submit: 'clients.update',
    ability: ['update', 'Client'],
  }),
];
