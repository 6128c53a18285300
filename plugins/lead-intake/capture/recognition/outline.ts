import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { LeadPerson } from '../../leads/contract.ts';

/** Purpose of the installation's key under which the people of recognised visits are hashed. */
export const RECOGNITION_KEY = 'capture recognition';

/** What somebody had, as bits. */
export const HAS = { email: 1, phone: 2, address: 4, listed: 8 } as const;

/** What is kept of whom a visit was recognised as: what rules of campaigns ask, and nothing that says who it was. */
export interface Outline {
  /** 48 bits. */
  person: number;
  zip: number;
  city: number;
  /** Two letters, or empty. */
  state: string;
  /** Of `HAS`. */
  has: number;
}

const MOST_KEYS = 10_000;
const keys = new Map<string, KeyObject>();

/** Hashes of one client: of its people, and of places that its campaigns name. */
export class ClientHashes {
  readonly #key: KeyObject;

  /** `secret`: the installation's key for `RECOGNITION_KEY`. */
  constructor(secret: Buffer, companyId: number) {
    const name = `${secret.toString('base64')} ${companyId}`;
    let key = keys.get(name);
    if (!key) {
      if (keys.size >= MOST_KEYS) keys.clear();
      keys.set(name, (key = createSecretKey(createHmac('sha256', secret).update(`client ${companyId}`).digest())));
    }
    this.#key = key;
  }

  person = (personKey: Buffer): number => createHmac('sha256', this.#key).update(personKey).digest().readUIntBE(0, 6);
  /** Of the five digits of a zip code. */
  zip = (zip: string): number => this.#place(`zip ${zip.slice(0, 5)}`);
  /** Of a city in lower case. */
  city = (city: string): number => this.#place(`city ${city.toLowerCase()}`);

  #place(text: string): number {
    return createHmac('sha256', this.#key).update(text).digest().readInt32BE(0);
  }
}

/** A person as rules of campaigns look at them. */
export function outlineOf(hashes: ClientHashes, personKey: Buffer, person: LeadPerson, isListed: boolean): Outline {
  const { email, phone, address, zip, city, state } = person;
  return {
    person: hashes.person(personKey),
    zip: hashes.zip(zip),
    city: hashes.city(city),
    state: state.length === 2 ? state.toUpperCase() : '',
    has: (email ? HAS.email : 0) | (phone ? HAS.phone : 0) | (address && zip ? HAS.address : 0) | (isListed ? HAS.listed : 0),
  };
}
