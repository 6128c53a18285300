import { defineForm, type FieldUi, T, type TSchema } from '../../../core/contract.ts';
import { profileForms } from './profile.forms.ts';

/** What the steps of the set-up ask of the forms of the profile, and which of it must be there for the next step. */
const STEPS = {
  'profile.person-form': {
    asked: ['name', 'email', 'phonenum', 'phone_country_code', 'country_code', 'address', 'city', 'state_code', 'zip'],
    required: ['name', 'email', 'country_code', 'address', 'city', 'zip'],
  },
  'profile.company-form': {
    asked: [
      'company_name',
      'industry_id',
      'industry_name',
      'company_phone',
      'company_email',
      'company_country_code',
      'company_address',
      'company_city',
      'company_state_code',
      'company_zip',
    ],
    required: ['company_name', 'industry_id', 'company_country_code', 'company_address'],
  },
} as const;

/** A step's form: the profile's own with fewer fields, of which more are required. Its texts are the profile's. */
function stepForm(of: keyof typeof STEPS, id: 'profile.setup-person-form' | 'profile.setup-company-form') {
  const form = profileForms.find((one) => one.id === of)!;
  const { asked, required } = STEPS[of];
  const properties = form.schema.properties as Record<string, TSchema>;
  const field = (name: string): TSchema => {
    const titled = { ...properties[name]!, title: `${of}.${name}` } as TSchema;
    const filled = 'maxLength' in titled && !('pattern' in titled) ? ({ ...titled, minLength: 1 } as TSchema) : titled;
    return (required as readonly string[]).includes(name) ? requiredOf(filled) : T.Optional(titled);
  };
  const { email } = form.ui as Record<string, FieldUi>;
  return defineForm({
    id,
    version: 1,
    title: form.title,
    submit: form.submit,
    ability: form.ability,
    changesWith: of,
    schema: T.Object(Object.fromEntries(asked.map((name) => [name, field(name)]))),
    ui: {
      ...Object.fromEntries(asked.flatMap((name) => (form.ui?.[name] ? [[name, form.ui[name]]] : []))),
      ...(email ? { email: { ...email, help: 'profile.person-form.email.help' } } : {}),
    },
    open: Object.fromEntries(Object.entries(form.open ?? {}).filter(([name]) => (asked as readonly string[]).includes(name))),
  });
}

/** The schema without its mark of being optional. */
function requiredOf(schema: TSchema): TSchema {
  const { '~optional': _optional, ...rest } = schema as TSchema & { '~optional'?: unknown };
  return rest;
}

export const setupForms = [
  stepForm('profile.person-form', 'profile.setup-person-form'),
  stepForm('profile.company-form', 'profile.setup-company-form'),
];
