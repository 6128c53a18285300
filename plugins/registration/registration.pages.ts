import { defineForm, definePage, T } from '../../core/contract.ts';

export const registrationForms = [
  defineForm({
    id: 'registration.form',
    version: 1,
    title: 'registration.title',
    button: 'registration.button',
    submit: 'registration.register',
    ability: 'public',
    schema: T.Object({
      companyname: T.String({ minLength: 1, maxLength: 200 }),
      name: T.String({ minLength: 1, maxLength: 200 }),
      email: T.String({ format: 'email', maxLength: 254 }),
      phonenum: T.Optional(T.String({ maxLength: 30 })),
      password: T.String({ minLength: 15, maxLength: 128 }),
    }),
    ui: {
      companyname: { widget: 'text', autocomplete: 'organization' },
      name: { widget: 'text', autocomplete: 'name' },
      email: { widget: 'email', autocomplete: 'email' },
      phonenum: { widget: 'phone', autocomplete: 'tel' },
      password: { widget: 'password', autocomplete: 'new-password' },
    },
    open: { phonenum: ['title', 'help', 'require', 'hide'] },
  }),
];

export const registrationPages = [
  definePage({
    id: 'registration.page',
    path: '/register',
    title: 'registration.title',
    ability: 'public',
    layout: 'auth',
    guest: true,
    blocks: [{ as: 'form', form: 'registration.form' }],
  }),
];
