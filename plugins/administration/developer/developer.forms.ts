import { defineForm, T } from '../../../core/contract.ts';

const HALF = 6;
const Cents = () => T.Integer({ minimum: 0, maximum: 100_000_000 });

const agree = defineForm({
  id: 'developer.agree-form',
  version: 1,
  title: 'developer.agree.title',
  button: 'developer.agree.button',
  submit: 'developer.accept-agreement',
  ability: ['agree', 'ApiKey'],
  schema: T.Object({
    is_marketing_services_agreement_developer: T.Enum(['T', 'F'], { default: 'F' }),
    sha256: T.Optional(T.String({ maxLength: 64 })),
  }),
  ui: { is_marketing_services_agreement_developer: { widget: 'flag' }, sha256: { widget: 'hidden' } },
});

const key = defineForm({
  id: 'developer.key-form',
  version: 1,
  title: 'developer.key.generate',
  button: 'developer.key.generate',
  submit: 'developer.generate-key',
  ability: ['create', 'ApiKey'],
  schema: T.Object({
    name: T.String({ minLength: 1, maxLength: 60 }),
    mode: T.Enum(['live', 'sandbox'], { default: 'sandbox' }),
    scopes: T.Optional(T.Array(T.String({ maxLength: 60 }), { maxItems: 50 })),
    email: T.Optional(T.String({ maxLength: 254 })),
  }),
  ui: {
    name: { widget: 'text', span: HALF, help: 'developer.key-form.name.help' },
    mode: { widget: 'select', span: HALF, help: 'developer.key-form.mode.help' },
    scopes: { widget: 'select', options: { route: 'developer.scopes' }, help: 'developer.key-form.scopes.help' },
    email: { widget: 'hidden' },
  },
});

const terms = defineForm({
  id: 'developer.terms-form',
  version: 1,
  title: 'developer.terms.title',
  submit: 'developer.save-terms',
  ability: ['update', 'DeveloperMode'],
  schema: T.Object({ first_time_charge: Cents(), minimum_spend_max: Cents(), ramp: T.Optional(T.String({ maxLength: 300 })) }),
  ui: {
    first_time_charge: { widget: 'money', span: HALF },
    minimum_spend_max: { widget: 'money', span: HALF, help: 'developer.terms-form.minimum_spend_max.help' },
    ramp: { widget: 'text', help: 'developer.terms-form.ramp.help' },
  },
});

const sso = defineForm({
  id: 'developer.sso-form',
  version: 1,
  title: 'developer.sso.title',
  button: 'developer.sso.button',
  submit: 'developer.sso-validation',
  ability: 'public',
  schema: T.Object({ subdomain: T.Optional(T.String({ maxLength: 253 })), token: T.Optional(T.String({ maxLength: 100 })) }),
  ui: { subdomain: { widget: 'hidden' }, token: { widget: 'hidden' } },
});

export const developerForms = [agree, key, terms, sso];
