import { defineForm, type FieldUi } from '../../core/contract.ts';
import { EditedAgency, NewAgency } from './agencies.schema.ts';
import { SalesPeople } from './sales.routes.ts';

const ui: Record<string, FieldUi> = {
  ClientCompanyName: { autocomplete: 'off' },
  ClientFullName: { span: 6, autocomplete: 'off' },
  ClientEmail: { widget: 'email', span: 6, autocomplete: 'off' },
  ClientPhone: { widget: 'phone', span: 6, autocomplete: 'off', help: 'agencies.phone.help' },
  DownlineSubDomain: { span: 6, autocomplete: 'off', placeholder: 'agencies.subdomain.placeholder', help: 'agencies.subdomain.help' },
};
const open = {
  ClientCompanyName: ['title', 'help', 'order'],
  ClientFullName: ['title', 'help', 'order'],
  ClientEmail: ['title', 'help', 'order'],
  ClientPhone: ['title', 'help', 'order', 'require'],
  DownlineSubDomain: ['title', 'help', 'order', 'require'],
} as const;

export const agencyForms = [
  defineForm({
    id: 'agencies.add',
    version: 1,
    title: 'agencies.add.title',
    button: 'agencies.add.button',
    schema: NewAgency,
    ui,
    open,
    submit: 'agencies.create',
    ability: ['create', 'Agency'],
  }),
  defineForm({
    id: 'agencies.edit',
    version: 1,
    title: 'agencies.edit.title',
    schema: EditedAgency,
    ui,
    open,
    submit: 'agencies.update',
    ability: ['update', 'Agency'],
  }),
  defineForm({
    id: 'agencies.assign',
    version: 1,
    title: 'agencies.assign.title',
    schema: SalesPeople,
    ui: {
      salesRep: { widget: 'select', options: { route: 'agencies.sales-list' } },
      salesAE: { widget: 'select', options: { route: 'agencies.sales-list' } },
      salesRef: { widget: 'select', options: { route: 'agencies.sales-list' } },
    },
    submit: 'agencies.set-sales',
    ability: ['update', 'Agency'],
  }),
];
