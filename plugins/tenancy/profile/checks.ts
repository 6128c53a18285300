import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { type FieldError, Problem } from '../../../core/contract.ts';
import { isState, isZip, nameOfState, zipIsIn } from '../../foundation/places/shared.ts';

/** Control characters, and those that turn the direction of the text around them. */
const UNWANTED = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029]/u;

/** What is wrong with what somebody typed; all faults are answered at once. */
export class Faults {
  readonly #errors: FieldError[] = [];

  add(field: string, message: string, params?: Record<string, string | number>): void {
    this.#errors.push({ field, message, ...(params ? { params } : {}) });
  }

  /** Throws 422 with every fault on its field, if there is one. */
  raise(): void {
    if (this.#errors.length > 0) throw new Problem(422, 'core.problem.invalid', { errors: this.#errors });
  }

  /** The text without blanks around it; a required one may not be empty. */
  text(field: string, typed: string | undefined, required = false): string {
    const value = (typed ?? '').trim();
    if (required && value === '') this.add(field, 'core.validation.required');
    else if (UNWANTED.test(value)) this.add(field, 'profile.problem.characters');
    return value;
  }

  /** A phone number in its international form, empty where none was typed. */
  phone(field: string, typed: string | undefined, countryCode: string | undefined, required = false): Phone {
    const country = (countryCode ?? 'US').toUpperCase();
    const none = { number: '', country: 'US', callingCode: '+1' };
    if (!isSupportedCountry(country)) {
      this.add(field, 'profile.problem.phone');
      return none;
    }
    const value = (typed ?? '').trim();
    if (value === '') {
      if (required) this.add(field, 'core.validation.required');
      return { number: '', country, callingCode: `+${getCountryCallingCode(country)}` };
    }
    const parsed = parsePhoneNumberFromString(value, { defaultCountry: country, extract: false });
    if (!parsed?.isValid()) {
      this.add(field, 'profile.problem.phone');
      return none;
    }
    return { number: parsed.number, country: parsed.country ?? country, callingCode: `+${parsed.countryCallingCode}` };
  }

  /** An address; `names` says what its fields are called where it was typed. */
  address(names: AddressNames, typed: Partial<Address>, required: boolean): Address {
    const country = (typed.country_code ?? 'US').trim().toUpperCase() || 'US';
    const found: Address = {
      address: this.text(names.address, typed.address, required),
      city: this.text(names.city, typed.city, required),
      zip: this.text(names.zip, typed.zip, required),
      state_code: this.text(names.state_code, typed.state_code, required && country === 'US'),
      country_code: country,
    };
    if (!isSupportedCountry(country)) this.add(names.country_code, 'profile.problem.country');
    if (country !== 'US') return found;
    const state = found.state_code.toUpperCase();
    if (state && !isState(state)) this.add(names.state_code, 'profile.problem.state');
    if (found.zip && !isZip(found.zip)) this.add(names.zip, 'profile.problem.zip');
    else if (found.zip && isState(state) && !zipIsIn(found.zip, state))
      this.add(names.zip, 'profile.problem.zip-state', { state: nameOfState(state) });
    return { ...found, state_code: state };
  }
}

export interface Phone {
  number: string;
  country: string;
  callingCode: string;
}
export interface Address {
  address: string;
  city: string;
  zip: string;
  state_code: string;
  country_code: string;
}
export type AddressNames = Record<keyof Address, string>;
