import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { type FieldError, Problem } from '../../../core/contract.ts';
import type { Contact, ContactInput } from './contract.ts';

const NAME_LIMIT = 200;
/** Control characters, and those that turn the direction of the text around them. */
const UNWANTED = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029]/u;

/** What is wrong with a name as a message key, or null. `name` is trimmed already. */
export function faultOfName(name: string): string | null {
  if (name === '') return 'core.validation.required';
  if (name.length > NAME_LIMIT) return 'companies.problem.name-long';
  return UNWANTED.test(name) ? 'companies.problem.name-characters' : null;
}

/** Checks and tidies names, e-mail and phone; throws 422 with every fault on its field. A company without a name goes by its person's. */
export function contactOf(input: ContactInput, options: { phone: 'required' | 'optional' }): Contact {
  const errors: FieldError[] = [];
  const fault = (field: string, message: string | null): void => void (message && errors.push({ field, message }));

  const fullName = input.ClientFullName.trim();
  const companyName = input.ClientCompanyName?.trim() ?? fullName;
  const email = input.ClientEmail.trim();
  const typed = input.ClientPhone?.trim() ?? '';
  const phone = phoneOf(typed, input.ClientPhoneCountryCode);
  fault('ClientFullName', faultOfName(fullName));
  if (companyName !== fullName) fault('ClientCompanyName', faultOfName(companyName));
  if (!phone || (typed === '' && options.phone === 'required')) fault('ClientPhone', 'companies.problem.phone');
  if (errors.length > 0) throw new Problem(422, 'core.problem.invalid', { errors });
  return { companyName, fullName, email, phone: phone!, ...(input.ClientPass ? { password: input.ClientPass } : {}) };
}

/** A valid number in its international form, the empty one for no number, or null. */
function phoneOf(typed: string, countryCode = 'US'): Contact['phone'] | null {
  const country = countryCode.toUpperCase();
  if (!isSupportedCountry(country)) return null;
  if (typed === '') return { number: '', country, callingCode: `+${getCountryCallingCode(country)}` };
  const parsed = parsePhoneNumberFromString(typed, { defaultCountry: country, extract: false });
  if (!parsed?.isValid()) return null;
  return { number: parsed.number, country: parsed.country ?? country, callingCode: `+${parsed.countryCallingCode}` };
}
