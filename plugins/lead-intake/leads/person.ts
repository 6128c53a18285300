import type { LeadPerson } from './contract.ts';

/** Each field of a person, and the column that holds it wherever people are stored. */
export const PERSON_COLUMN = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  address: 'address',
  city: 'city',
  state: 'state',
  zip: 'zip',
  company: 'company',
} as const satisfies Record<keyof LeadPerson, string>;

/** A row of any table or function that holds a person. */
export type PersonRow = Record<(typeof PERSON_COLUMN)[keyof LeadPerson], string>;

export const PERSON_FIELDS = Object.keys(PERSON_COLUMN) as readonly (keyof LeadPerson)[];
/** In the order of `PERSON_FIELDS`. */
export const PERSON_COLUMNS = Object.values(PERSON_COLUMN);

/** A person of whom each field says what `valueOf` answers. */
export const personBy = <V = string>(valueOf: (field: keyof LeadPerson) => V): Record<keyof LeadPerson, V> =>
  Object.fromEntries(PERSON_FIELDS.map((field) => [field, valueOf(field)])) as Record<keyof LeadPerson, V>;

/** Somebody of whom nothing is known. */
export const NOBODY: LeadPerson = personBy(() => '');

/** The person in a row, whatever else it holds. */
export const personOfRow = (row: PersonRow): LeadPerson => personBy((field) => row[PERSON_COLUMN[field]]);

/** The row of a person, without what else is known of them. */
export const rowOfPerson = (person: LeadPerson): PersonRow =>
  Object.fromEntries(PERSON_FIELDS.map((field) => [PERSON_COLUMN[field], person[field]])) as PersonRow;
