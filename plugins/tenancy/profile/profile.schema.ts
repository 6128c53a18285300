import { Flag, type Static, T } from '../../../core/contract.ts';
import { CONTACT_FLAGS, CONTACT_TEXTS } from './company.store.ts';
import { INDUSTRY_IDS } from './industries.ts';

const text = (maxLength: number) => T.Optional(T.String({ maxLength }));
const Email = T.String({ format: 'email', maxLength: 254 });
const Country = T.Optional(T.String({ pattern: '^[A-Za-z]{2}$', maxLength: 2 }));
const Phone = T.Optional(T.String({ maxLength: 30, pattern: '^[+0-9 ()./-]*$' }));

/** Step 1: the person. */
export const PersonInput = T.Object({
  name: T.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  email: Email,
  phonenum: Phone,
  phone_country_code: Country,
  address: text(200),
  city: text(100),
  zip: text(12),
  state_code: text(40),
  country_code: Country,
});
export type PersonInput = Static<typeof PersonInput>;

/** Step 2: the company. Form data brings the industry as text. */
export const CompanyInput = T.Object({
  company_name: T.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  industry_id: T.Optional(T.Union([T.Enum(['', ...INDUSTRY_IDS]), T.Enum(INDUSTRY_IDS.map(Number))])),
  industry_name: text(100),
  company_phone: Phone,
  company_email: T.Optional(T.String({ maxLength: 254 })),
  company_address: text(200),
  company_city: text(100),
  company_zip: text(12),
  company_state_code: text(40),
  company_country_code: Country,
  ...(Object.fromEntries(CONTACT_FLAGS.map((flag) => [flag, T.Optional(Flag)])) as Flags),
  ...(Object.fromEntries(CONTACT_TEXTS.map((field) => [field, text(254)])) as Texts),
});
type Flags = Record<(typeof CONTACT_FLAGS)[number], ReturnType<typeof optionalFlag>>;
type Texts = Record<(typeof CONTACT_TEXTS)[number], ReturnType<typeof text>>;
const optionalFlag = () => T.Optional(Flag);
export type CompanyInput = Static<typeof CompanyInput>;

export const Done = T.Object({ result: T.String(), message: T.String() });
export const UserId = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
