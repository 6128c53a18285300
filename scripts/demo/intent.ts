import { Readable } from 'node:stream';
import { faker } from '@faker-js/faker';
import { derivedKey } from '../../config/default.ts';
import type { Kernel } from '../../core/kernel.ts';
import { PERSON_KEY } from '../../plugins/lead-intake/capture/identity/person.ts';
import { KEEP_DAYS } from '../../plugins/lead-intake/intent/contract.ts';
import { importIntent } from '../import-intent/import.ts';
import { syntheticAddresses } from './people.ts';

/** Whatever the day, the same people look for the same things, so many days ago. */
const SEED = 20_260_102;
const DAY = 86_400_000;
/** How many of the demo's people look for anything. */
const SEEKERS = 3_000;

/** The first are searched most. */
const KEYWORDS = [
  'coffee beans',
  'coffee subscription',
  'espresso machine',
  'cold brew coffee',
  'coffee grinder',
  'coffee shop near me',
  'organic coffee beans',
  'espresso cups',
  'running shoes',
  'trail running shoes',
  'yoga classes',
  'gym membership',
  'house painting',
  'roof repair',
  'solar panels',
  'kitchen remodeling',
  'car insurance',
  'life insurance quotes',
  'mortgage rates',
  'used cars',
  'dentist near me',
  'teeth whitening',
  'wedding venues',
  'moving company',
] as const;
const ZIPS = [
  ['60601', '60602', '60605', '60607', '60610', '60611', '60614', '60622', '60647', '60657'],
  ['62701', '62702', '61602', '61101', '60540', '60201', '60435'],
  ['10001', '10011', '11201', '14201', '90012', '90210', '94103', '98101', '78701', '75201', '33130', '89501', '53202', '48201', '46204'],
] as const;

/** Lines of a file of records: most of the seekers live in Chicago, some elsewhere in Illinois, some anywhere. */
export function* intentLines(count: number, now: Date): Generator<string> {
  yield 'email,keyword,zip,searched_at\n';
  const people = syntheticAddresses(SEEKERS);
  faker.seed(SEED);
  for (let n = 0; n < count; n += 1) {
    const person = faker.number.int(SEEKERS - 1);
    const home = ZIPS[person % 10 < 5 ? 0 : person % 10 < 7 ? 1 : 2];
    const isTravelling = faker.number.int(9) === 0;
    const zip = isTravelling ? faker.helpers.arrayElement(ZIPS.flat()) : home[person % home.length];
    // Zipf's law: a keyword is searched half as often as one that ranks half as high.
    const keyword = KEYWORDS[Math.floor((KEYWORDS.length + 1) ** faker.number.float()) - 1];
    const ago = faker.number.int({ min: 60_000, max: (KEEP_DAYS - 1) * DAY });
    yield `${people[person]},${keyword},${zip},${new Date(now.getTime() - ago).toISOString()}\n`;
  }
}

/** Loads the demo's records of intent the way an operator loads a file. */
export async function importDemoIntent(kernel: Kernel, count: number): Promise<void> {
  const now = new Date();
  await importIntent(Readable.from(intentLines(count, now)), {
    url: kernel.config.databaseUrl,
    key: derivedKey(kernel.config, PERSON_KEY),
    now,
    say: () => undefined,
    mostRejected: 0,
  });
}
