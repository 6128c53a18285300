// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `profile_answers`. */
export interface AnswersRow {
  id: number;
  account_id: number;
  version: number;
  answers: unknown;
  given_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `profile_company`. */
export interface CompanyRow {
  id: number;
  industry_id: number | null;
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
  contacts: unknown;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `profile_person`. */
export interface PersonRow {
  account_id: number;
  setup_completed: boolean;
  questionnaire_completed: boolean;
  phone_country_code: string;
  phone_country_calling_code: string;
  address: string;
  city: string;
  zip: string;
  state_code: string;
  country_code: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `profile_picture`. */
export interface PictureRow {
  id: string;
  account_id: number;
  image: Buffer;
  company_id: number;
  agency_id: number;
  root_id: number;
}
