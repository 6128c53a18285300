import type { Readable } from 'node:stream';
import type pg from 'pg';
import { keywordIn, identifierIn, Refused, stateIn, timeIn, zipIn } from '../../plugins/lead-intake/intent/records.ts';
import { stateId, zipId } from '../../plugins/foundation/places/names.ts';
import { type CsvKind, type ImportOptions, stageCsv } from '../import/csv.ts';
import { Staging } from '../import/staging.ts';
import { type Merged, mergeIntent, STAGED, tidy } from './merge.ts';

/** Every record behind the heading is one of the four: `read` = `added` + `known` + `unknown` + `rejected`. */
export interface ImportResult extends Merged {
  read: number;
  rejected: number;
}

const HEADING = `The first line must name the columns: keyword, searched_at, one of email, email_sha256, email_md5 and phone, and, where they are known, zip and state.`;
const NOBODY = 'nobody in the identity graph has this e-mail address or phone number';

/**
 * Reads CSV text and adds its records of intent, as a whole or not at all; `key` is the secret of the person keys. Throws a sentence when the
 * heading names too little, the file is no text, or too many lines are rejected; then nothing was imported.
 */
export async function importIntent(input: Readable, options: ImportOptions & { key: Buffer; now?: Date }): Promise<ImportResult> {
  const staging = await Staging.open(options.url, 'import-intent', STAGED);
  try {
    const kind = intentLines(options.key, await zipsOf(staging.client), options.now ?? new Date());
    const { read, rejected } = await stageCsv(input, kind, staging, options);
    const merged = await mergeIntent(staging.client, (line) => options.rejected?.add(line, NOBODY, ''));
    if (merged.added > 0) await tidy(staging.client);
    return { read, rejected, ...merged };
  } finally {
    await staging.close();
  }
}

interface Zip {
  state: string;
  cityId: number;
}

async function zipsOf(client: pg.Client): Promise<Map<string, Zip>> {
  const { rows } = await client.query<{ name: string; state: string; city_id: number }>(
    `select name, state, city_id from places_place where kind = 'zip'`,
  );
  return new Map(rows.map(({ name, state, city_id }) => [name, { state, cityId: city_id }]));
}

const intentLines = (secret: Buffer, zips: ReadonlyMap<string, Zip>, now: Date): CsvKind => ({
  heading: HEADING,
  hasHeading: (names) =>
    ['keyword', 'searched_at'].every((name) => names.includes(name)) &&
    ['email', 'email_sha256', 'email_md5', 'phone'].some((name) => names.includes(name)),
  lineOf(row, line) {
    try {
      const keyword = keywordIn(row);
      const who = personOf(secret, row);
      const where = placeOf(zips, row);
      const when = timeIn(row, now);
      return [line, ...who, keyword.replaceAll('\\', '\\\\'), ...where, when].join('\t');
    } catch (error) {
      if (error instanceof Refused) return { why: error.message };
      throw error;
    }
  },
});

/** Kind and value of an e-mail address's hash, or the key of a phone number, as columns. */
function personOf(secret: Buffer, row: Readonly<Record<string, string>>): string[] {
  const { kind, value, key } = identifierIn(secret, row);
  return kind ? [kind, bytes(value), '\\N'] : ['\\N', '\\N', bytes(key)];
}

const bytes = (hex: string): string => `\\\\x${hex}`;

/** The numbers of state, city and zip code; 0 where nobody knows. */
function placeOf(zips: ReadonlyMap<string, Zip>, row: Readonly<Record<string, string>>): [state: number, city: number, zip: number] {
  const [state, zip] = [stateIn(row), zipIn(row)];
  if (zip === '') return [state ? stateId(state) : 0, 0, 0];
  const known = zips.get(zip);
  if (!known) throw new Refused(`there is no zip code ${zip}`);
  if (state && state !== known.state) throw new Refused(`the zip code ${zip} is not in ${state}`);
  return [stateId(known.state), known.cityId, zipId(zip)];
}
