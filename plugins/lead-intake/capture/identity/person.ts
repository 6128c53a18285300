import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { Ctx } from '../../../../core/contract.ts';
import type { LeadPerson } from '../../leads/contract.ts';
import { NOBODY, PERSON_FIELDS, rowOfPerson } from '../../leads/shared.ts';

/** Purpose of the installation's key under which people are hashed. */
export const PERSON_KEY = 'capture person key';

const LONGEST: Record<keyof LeadPerson, number> = {
  firstName: 100,
  lastName: 100,
  email: 254,
  phone: 30,
  address: 200,
  city: 100,
  state: 40,
  zip: 10,
  company: 200,
};

/**
 * A person as the graph keeps them: texts trimmed, cut and free of control characters, e-mail in lower case, states in upper
 * case. An e-mail address that is none becomes empty.
 */
export function cleanPerson(raw: Partial<Record<keyof LeadPerson, unknown>>): LeadPerson {
  const person = { ...NOBODY };
  for (const field of PERSON_FIELDS) {
    const value = raw[field];
    if (typeof value === 'string' || typeof value === 'number')
      person[field] = String(value)
        .replace(/\p{Cc}/gu, ' ')
        .toWellFormed()
        .trim()
        .slice(0, LONGEST[field]);
  }
  person.email = person.email.toLowerCase();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(person.email)) person.email = '';
  if (person.state.length === 2) person.state = person.state.toUpperCase();
  return person;
}

/** The first value that is longer than the graph keeps, if any: cutting it would make another person of it, or half an address. */
export function overlongField(raw: Partial<Record<keyof LeadPerson, unknown>>): { field: keyof LeadPerson; limit: number } | null {
  for (const field of PERSON_FIELDS) {
    const value = raw[field];
    if (typeof value === 'string' && value.length > LONGEST[field] && value.trim().length > LONGEST[field])
      return { field, limit: LONGEST[field] };
  }
  return null;
}

/**
 * Who somebody is, whatever else changes: a keyed hash of the e-mail address, else of the last ten digits of the phone, else
 * of name, zip and house number. Null when none of these is known.
 */
export function personKey(secret: Buffer, person: LeadPerson): Buffer | null {
  const material = keyMaterialOf(person);
  return material === null ? null : createHmac('sha256', keyOf(secret)).update(material).digest();
}

/** The same under the installation's key: alike by whichever source somebody is met. */
export const personKeyOf = ({ secrets }: Pick<Ctx, 'secrets'>, person: LeadPerson): Buffer | null =>
  personKey(secrets.key(PERSON_KEY), person);

const keys = new WeakMap<Buffer, KeyObject>();
/** Made once for each secret: making it costs several times what using it does. */
function keyOf(secret: Buffer): KeyObject {
  let key = keys.get(secret);
  if (!key) keys.set(secret, (key = createSecretKey(secret)));
  return key;
}

function keyMaterialOf({ email, phone, firstName, lastName, zip, address }: LeadPerson): string | null {
  if (email) return `email ${email}`;
  const digits = phone.replace(/\D/g, '');
  if (digits.length >= 10) return `phone ${digits.slice(-10)}`;
  const house = /\d+/.exec(address)?.[0];
  return firstName && lastName && zip && house ? `name ${firstName} ${lastName} ${zip.slice(0, 5)} ${house}`.toLowerCase() : null;
}

/** The hashes under which a page or a list may know an e-mail address, in hex; empty for none. */
export const emailHashes = (email: string): { md5: string; sha256: string } =>
  email ? { md5: hash('md5', email), sha256: hash('sha256', email) } : { md5: '', sha256: '' };

/** A person as the SQL of the graph takes them; null when they cannot be told from others. */
export function graphRecord(secret: Buffer, person: LeadPerson): Record<string, string> | null {
  const key = personKey(secret, person);
  if (!key) return null;
  return {
    person_key: key.toString('hex'),
    ...emailHashes(person.email),
    ...rowOfPerson(person),
  };
}
