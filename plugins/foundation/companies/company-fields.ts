import { Flag, invalid, T } from '../../../core/contract.ts';

/** What the calls and forms about agencies, clients and people are made of. */

export const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
/** Alphanumeric with inner hyphens, up to 63 characters. */
export const SUBDOMAIN_PATTERN = '^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$';
export const CompanyId = T.Object({ companyId: Id });
/** The number of something, or nothing; a type list rather than a union, so that a form can show it as one choice. */
export const ChosenId = T.Optional(T.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 2_147_483_647 }));
export const FlagField = T.Optional(Flag);
/** A first password; the rules about passwords have their own say. */
export const FirstPassword = T.Optional(T.String({ minLength: 1, maxLength: 128 }));

export const Email = T.String({ format: 'email', maxLength: 254 });
const Name = T.String({ minLength: 1, maxLength: 200 });
const Phone = T.String({ maxLength: 40 });

const person = { ClientFullName: Name, ClientEmail: Email };
/** Somebody without a company of their own. */
export const personFields = { ...person, ClientPhone: T.Optional(Phone) };
/** A company and its person: in the add form. */
export const newCompanyFields = { ClientCompanyName: Name, ...personFields };
/** The same under its row, where the phone number is required. */
export const companyFields = { ClientCompanyName: Name, ...person, ClientPhone: T.String({ minLength: 1, maxLength: 40 }) };

/** The number of something chosen, however callers write it; null for nothing. Throws 422 with the fault on the field. */
export function chosenId(sent: number | string | null, field: string, fault: string): number | null {
  if (sent === null || sent === '' || sent === 0 || sent === '0') return null;
  const id = Number(sent);
  if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647) throw invalid(field, fault);
  return id;
}
