import { defineForm, T } from '../../core/contract.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './password.ts';

const Email = T.String({ format: 'email', maxLength: 254 });
const NewPassword = T.String({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX });

export const accountForms = [
  defineForm({
    id: 'accounts.login-form',
    version: 1,
    title: 'accounts.login.title',
    button: 'accounts.login.button',
    submit: 'accounts.login',
    ability: 'public',
    schema: T.Object({ username: Email, password: T.String({ minLength: 1, maxLength: PASSWORD_MAX }) }),
    ui: { username: { widget: 'email', autocomplete: 'username' }, password: { widget: 'password', autocomplete: 'current-password' } },
  }),
  defineForm({
    id: 'accounts.verify-form',
    version: 1,
    title: 'accounts.verify.title',
    button: 'accounts.verify.button',
    submit: 'accounts.verify-login',
    ability: 'public',
    schema: T.Object({ email: Email, code: T.String({ pattern: '^\\d{6}$' }) }),
    ui: { email: { widget: 'hidden' }, code: { widget: 'text', autocomplete: 'one-time-code' } },
  }),
  defineForm({
    id: 'accounts.forgot-form',
    version: 1,
    title: 'accounts.forgot.title',
    button: 'accounts.forgot.button',
    submit: 'accounts.forget-password',
    ability: 'public',
    schema: T.Object({ username: Email }),
    ui: { username: { widget: 'email', autocomplete: 'username' } },
  }),
  defineForm({
    id: 'accounts.reset-form',
    version: 1,
    title: 'accounts.reset.title',
    button: 'accounts.reset.button',
    submit: 'accounts.reset-by-link',
    ability: 'public',
    schema: T.Object({ token: T.String(), newpassword: NewPassword }),
    ui: { token: { widget: 'hidden' }, newpassword: { widget: 'password', autocomplete: 'new-password' } },
  }),
  defineForm({
    id: 'accounts.profile-form',
    version: 1,
    title: 'accounts.profile.title',
    submit: 'accounts.save-profile',
    ability: 'signed-in',
    schema: T.Object({ name: T.String({ minLength: 1, maxLength: 100 }), phone: T.Optional(T.String({ maxLength: 30 })) }),
    ui: { name: { widget: 'text', autocomplete: 'name' }, phone: { widget: 'phone', autocomplete: 'tel' } },
    open: { phone: ['title', 'help', 'require', 'hide'], name: ['title', 'help'] },
  }),
  defineForm({
    id: 'accounts.password-form',
    version: 1,
    title: 'accounts.password.title',
    button: 'accounts.password.button',
    submit: 'accounts.change-password',
    ability: 'signed-in',
    schema: T.Object({ currpassword: T.String({ minLength: 1, maxLength: PASSWORD_MAX }), newpassword: NewPassword }),
    ui: {
      currpassword: { widget: 'password', autocomplete: 'current-password' },
      newpassword: { widget: 'password', autocomplete: 'new-password' },
    },
  }),
];
