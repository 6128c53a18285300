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

/** What is remembered of a client. Places come again and again, and hashing one takes longer than all else that is done about a visit here. */
interface Kept {
  key: KeyObject;
  places: Map<string, number>;
}
const MOST_CLIENTS = 10_000;
const MOST_PLACES = 100_000;
const clients = new Map<string, Kept>();
let placesKept = 0;

function keptOf(secret: Buffer, companyId: number): Kept {
  const name = `${secret.toString('base64')} ${companyId}`;
  let kept = clients.get(name);
  if (!kept) {
    if (clients.size >= MOST_CLIENTS) clients.clear();
    const key = createSecretKey(createHmac('sha256', secret).update(`client ${companyId}`).digest());
    clients.set(name, (kept = { key, places: new Map() }));
  }
  return kept;
}

/** Hashes of one client: of its people, and of places that its campaigns name. */
export class ClientHashes {
  readonly #kept: Kept;

  /** `secret`: the installation's key for `RECOGNITION_KEY`. */
  constructor(secret: Buffer, companyId: number) {
    this.#kept = keptOf(secret, companyId);
  }

  person = (personKey: Buffer): number => createHmac('sha256', this.#kept.key).update(personKey).digest().readUIntBE(0, 6);
  /** Of the five digits of a zip code. */
  zip = (zip: string): number => this.#place(`zip ${zip.slice(0, 5)}`);
  /** Of a city in lower case. */
  city = (city: string): number => this.#place(`city ${city.toLowerCase()}`);

  #place(text: string): number {
    const { key, places } = this.#kept;
    let hash = places.get(text);
    if (hash === undefined) {
      if (placesKept >= MOST_PLACES) {
        for (const kept of clients.values()) kept.places.clear();
        placesKept = 0;
      }
      places.set(text, (hash = createHmac('sha256', key).update(text).digest().readInt32BE(0)));
      placesKept += 1;
    }
    return hash;
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
