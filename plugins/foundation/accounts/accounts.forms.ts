import { defineForm, T } from '../../../core/contract.ts';
import { PASSWORD_MAX, PASSWORD_MIN_WITH_FACTOR } from './password-policy.ts';
import { RECOVERY_PATTERN } from './recovery-codes.ts';
import { Code } from './sign-in.schema.ts';

const Email = T.String({ format: 'email', maxLength: 254 });
const Password = T.String({ minLength: 1, maxLength: PASSWORD_MAX });
/** Who shows a second factor may have a shorter one; the server knows who does. */
const NewPassword = T.String({ minLength: PASSWORD_MIN_WITH_FACTOR, maxLength: PASSWORD_MAX });
const hidden = { widget: 'hidden' };
const current = { widget: 'password', autocomplete: 'current-password' };
const fresh = { widget: 'password', autocomplete: 'new-password' };
const oneTime = { widget: 'text', autocomplete: 'one-time-code' };
const Login = { email: Email, challenge: T.Optional(T.String()) };

export const accountForms = [
  defineForm({
    id: 'accounts.login-form',
    version: 1,
    title: 'accounts.login.title',
    button: 'accounts.login.button',
    submit: 'accounts.login',
    ability: 'public',
    schema: T.Object({ username: Email, password: Password }),
    ui: { username: { widget: 'email', autocomplete: 'username' }, password: current },
  }),
  defineForm({
    id: 'accounts.company-form',
    version: 1,
    title: 'accounts.choice.title',
    button: 'accounts.verify.button',
    submit: 'accounts.choose-company',
    ability: 'public',
    schema: T.Object({ choice: T.String(), company: T.String({ pattern: '^[0-9]{1,10}$' }) }),
    ui: {
      choice: hidden,
      company: { widget: 'select', options: { route: 'accounts.company-options' } },
    },
  }),
  defineForm({
    id: 'accounts.confirm-email-form',
    version: 1,
    title: 'accounts.email.confirm-title',
    button: 'accounts.email.confirm-button',
    submit: 'accounts.confirm-email',
    ability: 'public',
    schema: T.Object({ token: T.String() }),
    ui: { token: hidden },
  }),
  defineForm({
    id: 'accounts.undo-email-form',
    version: 1,
    title: 'accounts.email.undo-title',
    button: 'accounts.email.undo-button',
    submit: 'accounts.undo-email',
    ability: 'public',
    schema: T.Object({ token: T.String() }),
    ui: { token: hidden },
  }),
  defineForm({
    id: 'accounts.verify-form',
    version: 1,
    title: 'accounts.verify.title',
    button: 'accounts.verify.button',
    submit: 'accounts.verify-login',
    ability: 'public',
    schema: T.Object({ ...Login, code: T.String({ pattern: '^\\d{6}$' }) }),
    ui: { email: hidden, challenge: hidden, code: oneTime },
  }),
  defineForm({
    id: 'accounts.recovery-form',
    version: 1,
    title: 'accounts.verify.recovery',
    button: 'accounts.verify.button',
    submit: 'accounts.verify-login',
    ability: 'public',
    schema: T.Object({ ...Login, code: T.String({ pattern: `^${RECOVERY_PATTERN}$` }) }),
    ui: { email: hidden, challenge: hidden, code: { widget: 'text', autocomplete: 'off' } },
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
    ui: { token: hidden, newpassword: fresh },
  }),
  defineForm({
    id: 'accounts.keep-factor-form',
    version: 1,
    title: 'accounts.keep.title',
    button: 'accounts.keep.button',
    submit: 'accounts.keep-factor',
    ability: 'public',
    schema: T.Object({ token: T.String() }),
    ui: { token: hidden },
  }),
  defineForm({
    id: 'accounts.password-form',
    version: 2,
    title: 'accounts.password.title',
    button: 'accounts.password.button',
    submit: 'accounts.change-password',
    ability: 'signed-in',
    schema: T.Object({ currpassword: Password, newpassword: NewPassword, confirmation: Password }),
    ui: { currpassword: current, newpassword: fresh, confirmation: fresh },
  }),
  defineForm({
    id: 'accounts.factor-form',
    version: 1,
    title: 'accounts.factor.title',
    submit: 'accounts.save-second-factor',
    ability: 'signed-in',
    schema: T.Object({ two_factor_auth: T.Boolean(), two_factor_auth_type: T.Enum(['email']), current: T.Optional(Code) }),
    ui: { two_factor_auth: { widget: 'switch' }, two_factor_auth_type: { widget: 'select' }, current: oneTime },
  }),
  defineForm({
    id: 'accounts.authenticator-form',
    version: 1,
    title: 'accounts.authenticator.title',
    button: 'accounts.authenticator.button',
    submit: 'accounts.save-second-factor',
    ability: 'signed-in',
    schema: T.Object({
      two_factor_auth: T.Boolean(),
      two_factor_auth_type: T.Enum(['google']),
      secretKey: T.String(),
      code: T.Optional(T.String({ pattern: '^\\d{6}$' })),
      current: T.Optional(Code),
    }),
    ui: { two_factor_auth: hidden, two_factor_auth_type: hidden, secretKey: hidden, code: oneTime, current: oneTime },
  }),
];
