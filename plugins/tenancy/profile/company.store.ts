import type { Knex } from 'knex';

/** Franchise and team contacts, under the specification's names. */
export const CONTACT_FLAGS = ['franchize', 'franchizedirector', 'officemanager', 'team', 'teammanager'] as const;
export const CONTACT_TEXTS = [
  'directorfn',
  'directorln',
  'directoremail',
  'directorphone',
  'managerfn',
  'managerln',
  'manageremail',
  'managerphone',
  'teamfn',
  'teamln',
  'teamemail',
  'teamphone',
] as const;
export type Contacts = Record<(typeof CONTACT_FLAGS)[number], 'T' | 'F'> & Record<(typeof CONTACT_TEXTS)[number], string>;

/** What a company says of itself beside its name. */
export interface CompanyData {
  industry_id: number | null;
  /** The industry in the company's own words, for those that the list lacks. */
  industry_name: string;
  phone: string;
  phone_country_code: string;
  phone_country_calling_code: string;
  email: string;
  address: string;
  city: string;
  zip: string;
  state_code: string;
  country_code: string;
  contacts: Contacts;
}

const NO_CONTACTS = {
  ...Object.fromEntries(CONTACT_FLAGS.map((flag) => [flag, 'F'])),
  ...Object.fromEntries(CONTACT_TEXTS.map((text) => [text, ''])),
} as Contacts;
const NO_DATA: CompanyData = {
  industry_id: null,
  industry_name: '',
  phone: '',
  phone_country_code: 'US',
  phone_country_calling_code: '+1',
  email: '',
  address: '',
  city: '',
  zip: '',
  state_code: '',
  country_code: 'US',
  contacts: NO_CONTACTS,
};

/** How a company is reached, and its contacts, under the specification's names. */
export const contactFieldsOf = (company: CompanyData) => ({
  company_phone: company.phone,
  company_email: company.email,
  company_address: company.address,
  company_city: company.city,
  company_zip: company.zip,
  company_state_code: company.state_code,
  company_country_code: company.country_code,
  ...company.contacts,
});

export async function readCompany(db: Knex, companyId: number): Promise<CompanyData> {
  const row = (await db('profile_company').where({ company_id: companyId }).first()) as CompanyData | undefined;
  return row ? { ...row, contacts: { ...NO_CONTACTS, ...row.contacts } } : NO_DATA;
}

export async function saveCompany(db: Knex, companyId: number, data: CompanyData): Promise<void> {
  const columns = { ...data, contacts: JSON.stringify(data.contacts) };
  await db('profile_company')
    .insert({ company_id: companyId, ...columns })
    .onConflict('company_id')
    .merge(columns);
}
