import { defineForm, type FormDef, T } from '../../../core/contract.ts';

const Fields = {
  companyname: T.String({ minLength: 1, maxLength: 200 }),
  name: T.String({ minLength: 1, maxLength: 200 }),
  email: T.String({ format: 'email', maxLength: 254 }),
  phonenum: T.Optional(T.String({ maxLength: 30 })),
  password: T.String({ minLength: 15, maxLength: 128 }),
};
const ui = {
  companyname: { widget: 'text', autocomplete: 'organization' },
  name: { widget: 'text', autocomplete: 'name' },
  email: { widget: 'email', autocomplete: 'email' },
  phonenum: { widget: 'phone', autocomplete: 'tel' },
  password: { widget: 'password', autocomplete: 'new-password' },
};

const open: FormDef['open'] = { phonenum: ['title', 'help', 'require', 'hide'] };

export const registrationForms = [
  defineForm({
    id: 'registration.form',
    version: 1,
    title: 'registration.title',
    button: 'registration.button',
    submit: 'registration.register',
    ability: 'public',
    schema: T.Object(Fields),
    ui,
    open,
  }),
  defineForm({
    id: 'registration.agency-form',
    version: 1,
    title: 'registration.agency.title',
    button: 'registration.agency.button',
    submit: 'registration.register',
    ability: 'public',
    schema: T.Object({ ...Fields, refcode: T.Optional(T.String({ maxLength: 100 })), userType: T.Enum(['userdownline']) }),
    open,
    ui: { ...ui, refcode: { widget: 'text', autocomplete: 'off' }, userType: { widget: 'hidden' } },
  }),
];
