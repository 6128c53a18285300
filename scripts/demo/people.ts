import { Readable } from 'node:stream';
import { base, en, Faker } from '@faker-js/faker';
import zipcodes from 'zipcodes';
import { derivedKey } from '../../config/default.ts';
import type { Kernel } from '../../core/kernel.ts';
import { PERSON_KEY } from '../../plugins/lead-intake/capture/identity/person.ts';
import { importIdentities } from '../import-identities/import.ts';
import { POPULATION } from './population.ts';

/** Of its own: whoever draws from the common one meanwhile would change who comes next. */
const faker = new Faker({ locale: [en, base] });
/** The demo's graph is always the same people. */
const SEED = 20_260_101;

/** People that the demo shop lets one browse as. All data is made up. */
export const SHOP_PEOPLE = [
  { first: 'Ava', last: 'Stone', email: 'ava.stone@example.com', note: 'a new person' },
  { first: 'Ben', last: 'Hart', email: 'ben.hart@example.com', note: 'another new person' },
  { first: 'Cleo', last: 'Marsh', email: 'cleo.marsh@example.com', note: 'on the exclusion list' },
  { first: 'Dan', last: 'Fields', email: 'dan.fields@example.com', note: 'one more new person' },
] as const;

const HEADER = 'first_name,last_name,email,phone,address,city,state,zip,company';

/** Lines of an identity file: the people of the shop, then `count` synthetic ones. */
export function* identityLines(count: number): Generator<string> {
  yield `${HEADER}\n`;
  faker.seed(SEED);
  for (const p of SHOP_PEOPLE) yield row(p.first, p.last, p.email);
  for (let i = 0; i < count; i += 1) {
    const first = faker.person.firstName();
    const last = faker.person.lastName();
    yield row(first, last, `${first}.${last}.${i}@example.net`.toLowerCase().replace(/[^a-z0-9.@]/g, ''));
  }
}

/** Addresses of the first synthetic people. */
export function syntheticAddresses(count: number): string[] {
  const lines = [...identityLines(count)].slice(1 + SHOP_PEOPLE.length);
  return lines.map((line) => line.split(',')[2] ?? '');
}

/** The zip codes of each state, in their order. */
const zipsByState = Map.groupBy(
  Object.values(zipcodes.codes).filter(({ country }) => country === 'US'),
  ({ state }) => state,
);
/** States as often as people live in them. */
const stateOfShare = [...POPULATION].flatMap(([state, people]) => Array.from({ length: Math.round(people * 5) }, () => state));

/** Somewhere people live. */
function home(): { city: string; state: string; zip: string } {
  const zips = zipsByState.get(faker.helpers.arrayElement(stateOfShare))!;
  return faker.helpers.arrayElement(zips);
}

function row(first: string, last: string, email: string): string {
  const { city, state, zip } = home();
  const phone = `+1${faker.helpers.fromRegExp('[2-9][0-9]{2}55501[0-9]{2}')}`;
  const cells = [first, last, email, phone, faker.location.streetAddress(), city, state, zip, faker.company.name()];
  return `${cells.map((c) => (/[",\n]/.test(c) ? `"${c.replaceAll('"', '""')}"` : c)).join(',')}\n`;
}

/** Loads the demo's people the way an operator loads a file. */
export async function importDemoPeople(kernel: Kernel, count: number): Promise<void> {
  const { databaseUrl } = kernel.config;
  await importIdentities(Readable.from(identityLines(count)), {
    url: databaseUrl,
    key: derivedKey(kernel.config, PERSON_KEY),
    say: () => undefined,
  });
}
