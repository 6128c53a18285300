import { getCountries } from 'libphonenumber-js/max';
import type { TObject } from 'typebox';
import { type Ctx, defineRoute, T } from '../../../core/contract.ts';
import { Accounts } from '../../foundation/accounts/contract.ts';
import { INDUSTRY_IDS, industryKey } from './industries.ts';
import { CompanyInput, Done, PersonInput } from './profile.schema.ts';
import { updateCompany, updatePerson } from './profile.service.ts';
import { contactFieldsOf, readCompany } from './company.store.ts';
import { actorsPerson } from './setup.service.ts';
import { US_STATES } from '../../foundation/places/shared.ts';

const Options = T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String() })) });
/** The form's fields as texts: what is stored may be older than the rules for what is sent. */
const asTexts = (input: TObject) =>
  T.Object(Object.fromEntries(Object.keys(input.properties).map((field) => [field, T.Optional(T.String())])));
const saved = (ctx: Ctx) => ({ result: 'success', message: ctx.t('profile.saved') });

async function companyForm(ctx: Ctx) {
  const company = await readCompany(ctx.db, ctx.tenant.id);
  return {
    company_name: ctx.tenant.name,
    ...(company.industry_id === null ? {} : { industry_id: String(company.industry_id) }),
    industry_name: company.industry_name,
    ...contactFieldsOf(company),
  };
}

/** What the forms of the profile are filled in from, and where they go. */
export const personRoutes = [
  defineRoute({
    id: 'profile.person',
    method: 'GET',
    path: '/profile/person',
    summary: "One's own profile, for the form",
    ability: 'signed-in',
    response: asTexts(PersonInput),
    async handler(ctx) {
      const account = await ctx.use(Accounts).find(ctx.actor.id);
      const {
        setupCompleted: _done,
        questionnaireCompleted: _answered,
        phone_country_calling_code: _code,
        ...person
      } = await actorsPerson(ctx);
      return { ...person, name: ctx.actor.name, email: ctx.actor.email, phonenum: account?.phone ?? '' };
    },
  }),
  defineRoute({
    id: 'profile.save-person',
    method: 'PUT',
    path: '/profile/person',
    summary: "Change one's own profile",
    ability: 'signed-in',
    audit: 'profile.changed',
    body: PersonInput,
    response: Done,
    async handler(ctx, { body }) {
      return { result: 'success', message: await updatePerson(ctx, body) };
    },
  }),
  defineRoute({
    id: 'profile.company',
    method: 'GET',
    path: '/profile/company',
    summary: "One's own company, for the form",
    ability: ['update', 'CompanyProfile'],
    response: asTexts(CompanyInput),
    handler: companyForm,
  }),
  defineRoute({
    id: 'profile.setup-company',
    method: 'GET',
    path: '/profile/setup/company-form',
    summary: "One's own company, for the set-up: what the first step asked is not asked again",
    ability: ['update', 'CompanyProfile'],
    response: asTexts(CompanyInput),
    async handler(ctx) {
      const form = await companyForm(ctx);
      if (form.company_address) return form;
      const { address, city, zip, state_code, country_code } = await actorsPerson(ctx);
      const account = await ctx.use(Accounts).find(ctx.actor.id);
      return {
        ...form,
        company_phone: form.company_phone || (account?.phone ?? ''),
        company_email: form.company_email || ctx.actor.email,
        company_address: address,
        company_city: city,
        company_zip: zip,
        company_state_code: state_code,
        company_country_code: country_code,
      };
    },
  }),
  defineRoute({
    id: 'profile.save-company',
    method: 'PUT',
    path: '/profile/company',
    summary: "Change one's own company",
    ability: ['update', 'CompanyProfile'],
    audit: 'profile.company-changed',
    body: CompanyInput,
    response: Done,
    async handler(ctx, { body }) {
      await updateCompany(ctx, body);
      return saved(ctx);
    },
  }),
  defineRoute({
    id: 'profile.states',
    method: 'GET',
    path: '/profile/states',
    summary: 'States of the United States, to choose from',
    ability: 'signed-in',
    response: Options,
    handler: async () => ({ options: US_STATES.map(({ code, name }) => ({ value: code, label: name })) }),
  }),
  defineRoute({
    id: 'profile.countries',
    method: 'GET',
    path: '/profile/countries',
    summary: 'Countries, to choose from',
    ability: 'signed-in',
    response: Options,
    async handler(ctx) {
      const names = new Intl.DisplayNames(ctx.locale, { type: 'region' });
      const options = getCountries().map((value) => ({ value: value as string, label: names.of(value) ?? value }));
      options.sort((a, b) => a.label.localeCompare(b.label, ctx.locale));
      return { options: [...options.filter((o) => o.value === 'US'), ...options.filter((o) => o.value !== 'US')] };
    },
  }),
  defineRoute({
    id: 'profile.industries',
    method: 'GET',
    path: '/profile/industries',
    summary: 'Industries, to choose from',
    ability: 'signed-in',
    response: Options,
    handler: async (ctx) => ({
      options: INDUSTRY_IDS.map((value) => ({ value, label: ctx.t(industryKey(Number(value))!) })),
    }),
  }),
];
