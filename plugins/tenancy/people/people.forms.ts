import { defineForm, type FieldUi } from '../../../core/contract.ts';
import { EditedAdministrator, EditedSalesPerson, NewAdministrator, NewSalesPerson } from './people.schema.ts';

const contact: Record<string, FieldUi> = {
  ClientFullName: { span: 6, autocomplete: 'off' },
  ClientEmail: { widget: 'email', span: 6, autocomplete: 'off' },
  ClientPhone: { widget: 'phone', span: 6, autocomplete: 'off' },
};
const flag = (): FieldUi => ({ widget: 'flag', span: 6 });
const password: Record<string, FieldUi> = { ClientPass: { widget: 'password', span: 6, autocomplete: 'new-password' } };

const administrator: Record<string, FieldUi> = {
  ...contact,
  ClientRole: { widget: 'select', span: 6, options: { route: 'roles.options' } },
  defaultAdmin: flag(),
  customercare: flag(),
  adminGetNotification: flag(),
  twoFactorAuth: flag(),
};
const sales: Record<string, FieldUi> = {
  ...contact,
  salesRef: { span: 6, autocomplete: 'off' },
  salesRep: flag(),
  salesAE: flag(),
  twoFactorAuth: flag(),
};

export const peopleForms = [
  defineForm({
    id: 'people.add-administrator',
    version: 1,
    title: 'people.administrator.add',
    button: 'people.add.button',
    schema: NewAdministrator,
    ui: { ...administrator, ...password },
    submit: 'people.add-administrator',
    ability: ['create', 'Person'],
  }),
  defineForm({
    id: 'people.edit-administrator',
    version: 1,
    title: 'people.administrator.edit',
    schema: EditedAdministrator,
    ui: administrator,
    submit: 'people.change-administrator',
    ability: ['update', 'Person'],
  }),
  defineForm({
    id: 'people.add-sales',
    version: 1,
    title: 'people.sales.add',
    button: 'people.add.button',
    schema: NewSalesPerson,
    ui: { ...sales, ...password },
    submit: 'people.add-sales',
    ability: ['create', 'SalesPerson'],
  }),
  defineForm({
    id: 'people.edit-sales',
    version: 1,
    title: 'people.sales.edit',
    schema: EditedSalesPerson,
    ui: sales,
    submit: 'people.change-sales',
    ability: ['update', 'SalesPerson'],
  }),
];
