import { defineForm, type FieldUi, T } from '../../../core/contract.ts';
import { CONTACT_FLAGS } from './company.store.ts';
import { CompanyInput, PersonInput } from './profile.schema.ts';

const { properties: person } = PersonInput;
/** Named one by one for the form's order; what is left are the contacts. */
const {
  company_name,
  industry_id: _shownAsText,
  industry_name,
  company_phone,
  company_email,
  company_country_code: _hasDefault,
  company_address,
  company_city,
  company_state_code,
  company_zip,
  ...contacts
} = CompanyInput.properties;
const Country = T.String({ pattern: '^[A-Za-z]{2}$', maxLength: 2, default: 'US' });

const HALF = 6;
const THIRD = 4;
const country: FieldUi = { widget: 'select', options: { route: 'profile.countries' }, span: HALF };

const contact = (who: 'director' | 'manager' | 'team', flag: string): Record<string, FieldUi> => {
  const when = { field: flag, is: 'T' };
  const group = `profile.group.${who}`;
  return {
    [`${who}fn`]: { group, when, span: HALF },
    [`${who}ln`]: { group, when, span: HALF },
    [`${who}email`]: { group, when, widget: 'email', span: HALF },
    [`${who}phone`]: { group, when, widget: 'phone', span: HALF },
  };
};

export const profileForms = [
  defineForm({
    id: 'profile.person-form',
    version: 1,
    title: 'profile.person.title',
    submit: 'profile.save-person',
    ability: 'signed-in',
    schema: T.Object({
      name: person.name,
      email: person.email,
      phonenum: person.phonenum,
      phone_country_code: person.phone_country_code,
      country_code: Country,
      address: person.address,
      city: person.city,
      state_code: person.state_code,
      zip: person.zip,
    }),
    ui: {
      name: { widget: 'text', autocomplete: 'name', span: HALF },
      email: { widget: 'email', autocomplete: 'email', span: HALF },
      phonenum: { widget: 'phone', autocomplete: 'tel', span: HALF },
      phone_country_code: { widget: 'hidden' },
      country_code: { ...country, group: 'profile.group.address' },
      address: { group: 'profile.group.address', autocomplete: 'street-address', span: HALF },
      city: { group: 'profile.group.address', autocomplete: 'address-level2', span: THIRD },
      state_code: {
        group: 'profile.group.address',
        widget: 'select',
        options: { route: 'profile.states' },
        when: { field: 'country_code', is: 'US' },
        span: THIRD,
      },
      zip: { group: 'profile.group.address', autocomplete: 'postal-code', span: THIRD },
    },
    open: { phonenum: ['title', 'help', 'require'], address: ['help', 'require'], city: ['help', 'require'], zip: ['help', 'require'] },
  }),
  defineForm({
    id: 'profile.company-form',
    version: 1,
    title: 'profile.company.title',
    submit: 'profile.save-company',
    ability: ['update', 'CompanyProfile'],
    schema: T.Object({
      company_name,
      industry_id: T.Optional(T.String({ pattern: '^[0-9]{0,4}$', maxLength: 4 })),
      industry_name,
      company_phone,
      company_email,
      company_country_code: Country,
      company_address,
      company_city,
      company_state_code,
      company_zip,
      ...contacts,
    }),
    ui: {
      company_name: { autocomplete: 'organization', span: HALF },
      industry_id: { widget: 'select', options: { route: 'profile.industries' }, span: HALF },
      industry_name: { when: { field: 'industry_id', is: '99' }, span: HALF },
      company_phone: { widget: 'phone', span: HALF },
      company_email: { widget: 'email', span: HALF },
      company_country_code: { ...country, group: 'profile.group.address' },
      company_address: { group: 'profile.group.address', span: HALF },
      company_city: { group: 'profile.group.address', span: THIRD },
      company_state_code: {
        group: 'profile.group.address',
        widget: 'select',
        options: { route: 'profile.states' },
        when: { field: 'company_country_code', is: 'US' },
        span: THIRD,
      },
      company_zip: { group: 'profile.group.address', span: THIRD },
      ...Object.fromEntries(
        CONTACT_FLAGS.map((flag): [string, FieldUi] => [flag, { widget: 'flag', group: 'profile.group.contacts', span: THIRD }]),
      ),
      ...contact('director', 'franchizedirector'),
      ...contact('manager', 'officemanager'),
      ...contact('team', 'teammanager'),
    },
    open: { company_phone: ['help', 'require'], company_email: ['help', 'require'], industry_id: ['help', 'require'] },
  }),
  defineForm({
    id: 'profile.picture-form',
    version: 1,
    title: 'profile.picture.title',
    button: 'profile.picture.button',
    submit: 'profile.save-picture',
    ability: 'signed-in',
    schema: T.Object({ picture: T.String({ maxLength: 200 }) }),
    ui: { picture: { widget: 'file', accept: 'image/png,image/jpeg,image/webp,image/gif' } },
  }),
];
