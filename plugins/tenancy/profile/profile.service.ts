import { type Ctx, denied, Problem } from '../../../core/contract.ts';
import { Accounts } from '../../foundation/accounts/contract.ts';
import { Companies } from '../../foundation/companies/contract.ts';
import { Faults } from './checks.ts';
import { type CompanyData, CONTACT_FLAGS, CONTACT_TEXTS, type Contacts, readCompany, saveCompany } from './company.store.ts';
import { OTHER_INDUSTRY } from './industries.ts';
import { savePerson } from './person.store.ts';
import type { CompanyInput, PersonInput } from './profile.schema.ts';

const OWN_NAMES = { address: 'address', city: 'city', zip: 'zip', state_code: 'state_code', country_code: 'country_code' };
const COMPANY_NAMES = {
  address: 'company_address',
  city: 'company_city',
  zip: 'company_zip',
  state_code: 'company_state_code',
  country_code: 'company_country_code',
};
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Step 1. Answers what to say of it: another e-mail address counts only when it was confirmed. One that somebody has, as far as the caller
 * may see, answers 422 with the result `error_email` and the reason as its message.
 */
export async function updatePerson(ctx: Ctx, input: PersonInput): Promise<string> {
  const faults = new Faults();
  const name = faults.text('name', input.name, true);
  const phone = faults.phone('phonenum', input.phonenum, input.phone_country_code);
  const address = faults.address(OWN_NAMES, input, false);
  faults.raise();
  const email = input.email.trim();
  const { pendingEmail } = await ctx
    .use(Accounts)
    .update(ctx.actor.id, { name, email, phone: phone.number })
    .catch((error: unknown) => {
      throw asEmailError(ctx, error);
    });
  await savePerson(
    ctx.db,
    { id: ctx.actor.id, companyId: ctx.tenant.id },
    { ...address, phone_country_code: phone.country, phone_country_calling_code: phone.callingCode },
  );
  return pendingEmail ? ctx.t('profile.saved.email', { email: pendingEmail }) : ctx.t('profile.saved');
}

function asEmailError(ctx: Ctx, error: unknown): unknown {
  const fault = error instanceof Problem ? error.errors.find((e) => e.field === 'email') : undefined;
  if (!fault) return error;
  const { message, params } = fault;
  const extra = { result: 'error_email', message: ctx.t(message, params) };
  return new Problem(422, 'core.problem.invalid', { errors: [{ field: 'email', message, ...(params ? { params } : {}) }], extra });
}

/** Step 2, for whoever may speak for the company. */
export async function updateCompany(ctx: Ctx, input: CompanyInput): Promise<void> {
  if (!ctx.can('update', 'CompanyProfile')) throw denied();
  const faults = new Faults();
  const name = faults.text('company_name', input.company_name, true);
  const phone = faults.phone('company_phone', input.company_phone, input.company_country_code);
  const address = faults.address(
    COMPANY_NAMES,
    {
      address: input.company_address ?? '',
      city: input.company_city ?? '',
      zip: input.company_zip ?? '',
      state_code: input.company_state_code ?? '',
      country_code: input.company_country_code ?? 'US',
    },
    false,
  );
  const email = emailOf(faults, 'company_email', input.company_email);
  const industry = industryOf(faults, input);
  const contacts = contactsOf(faults, input, phone.country, (await readCompany(ctx.db, ctx.tenant.id)).contacts);
  faults.raise();
  if (name !== ctx.tenant.name) await ctx.use(Companies).rename(ctx.tenant.id, name);
  const data: CompanyData = {
    ...industry,
    ...address,
    email,
    phone: phone.number,
    phone_country_code: phone.country,
    phone_country_calling_code: phone.callingCode,
    contacts,
  };
  await saveCompany(ctx.db, ctx.tenant.id, data);
}

function emailOf(faults: Faults, field: string, typed: string | undefined): string {
  const email = faults.text(field, typed);
  if (email && !EMAIL.test(email)) faults.add(field, 'core.validation.format');
  return email;
}

/** A chosen industry brings its own name; only the last choice, `other`, is named by the company. */
function industryOf(faults: Faults, input: CompanyInput): Pick<CompanyData, 'industry_id' | 'industry_name'> {
  const id = input.industry_id === undefined || input.industry_id === '' ? null : Number(input.industry_id);
  const typed = faults.text('industry_name', input.industry_name, id === OTHER_INDUSTRY);
  return { industry_id: id, industry_name: id === OTHER_INDUSTRY || id === null ? typed : '' };
}

/** What was left out stays as it was; contacts of a team or franchise that there is not are forgotten. */
function contactsOf(faults: Faults, input: CompanyInput, country: string, before: Contacts): Contacts {
  const contacts = { ...before };
  for (const flag of CONTACT_FLAGS) if (input[flag] !== undefined) contacts[flag] = input[flag];
  for (const field of CONTACT_TEXTS) {
    const on = field.startsWith('director') ? 'franchizedirector' : field.startsWith('manager') ? 'officemanager' : 'teammanager';
    const typed = input[field] ?? before[field];
    if (contacts[on] === 'F') contacts[field] = '';
    else if (field.endsWith('phone')) contacts[field] = faults.phone(field, typed, country).number;
    else contacts[field] = field.endsWith('email') ? emailOf(faults, field, typed) : faults.text(field, typed);
  }
  return contacts;
}
