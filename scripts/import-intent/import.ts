import type { Readable } from 'node:stream';
import type pg from 'pg';
import { cleanPerson, emailHashes, personKey } from '../../plugins/capture/identity/person.ts';
import { KEEP_DAYS } from '../../plugins/intent/contract.ts';
import { keywordOf } from '../../plugins/intent/shared.ts';
import { stateId, stateOf, zipId } from '../../plugins/places/names.ts';
import { type CsvKind, type ImportOptions, stageCsv } from '../import/csv.ts';
import { Staging } from '../import/staging.ts';
import { type Merged, mergeIntent, STAGED, tidy } from './merge.ts';

/** Every record behind the heading is one of the four: `read` = `added` + `known` + `unknown` + `rejected`. */
export interface ImportResult extends Merged {
  read: number;
  rejected: number;
}

const DAY = 86_400_000;
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

/** What can be wrong with a value, said to whoever wrote the file. */
class Refused extends Error {}

const intentLines = (secret: Buffer, zips: ReadonlyMap<string, Zip>, now: Date): CsvKind => ({
  heading: HEADING,
  hasHeading: (names) =>
    ['keyword', 'searched_at'].every((name) => names.includes(name)) &&
    ['email', 'email_sha256', 'email_md5', 'phone'].some((name) => names.includes(name)),
  lineOf(row, line) {
    try {
      const keyword = keywordOf(row['keyword'] ?? '');
      if (!keyword) throw new Refused('the keyword has fewer than 2 or more than 120 characters');
      const who = personOf(secret, row);
      const where = placeOf(zips, row);
      const when = timeOf(row['searched_at'] ?? '', now);
      return [line, ...who, keyword.replaceAll('\\', '\\\\'), ...where, when].join('\t');
    } catch (error) {
      if (error instanceof Refused) return { why: error.message };
      throw error;
    }
  },
});

/** Kind and value of an e-mail address's hash, or the key of a phone number. */
function personOf(secret: Buffer, row: Readonly<Record<string, string>>): string[] {
  const { email, phone } = cleanPerson({ email: row['email'], phone: row['phone'] });
  if (row['email']?.trim() && !email) throw new Refused('the e-mail address is not valid');
  const sha256 = email ? emailHashes(email).sha256 : hexOf(row['email_sha256'], 64, 'email_sha256');
  if (sha256) return ['sha256', bytes(sha256), '\\N'];
  const md5 = hexOf(row['email_md5'], 32, 'email_md5');
  if (md5) return ['md5', bytes(md5), '\\N'];
  const key = personKey(secret, cleanPerson({ phone }));
  if (!key) throw new Refused('neither e-mail address, its hash, nor a phone number of ten digits');
  return ['\\N', '\\N', bytes(key.toString('hex'))];
}

const bytes = (hex: string): string => `\\\\x${hex}`;

function hexOf(typed: string | undefined, length: number, name: string): string {
  const hex = typed?.trim().toLowerCase() ?? '';
  if (hex !== '' && !(hex.length === length && /^[0-9a-f]+$/.test(hex))) throw new Refused(`${name} is not ${length} hexadecimal digits`);
  return hex;
}

/** The numbers of state, city and zip code; 0 where nobody knows. */
function placeOf(zips: ReadonlyMap<string, Zip>, row: Readonly<Record<string, string>>): [state: number, city: number, zip: number] {
  const [typedZip, typedState] = [row['zip']?.trim() ?? '', row['state']?.trim() ?? ''];
  const state = typedState === '' ? null : stateOf(typedState);
  if (typedState !== '' && !state) throw new Refused(`there is no state ${typedState.slice(0, 40)}`);
  if (typedZip === '') return [state ? stateId(state) : 0, 0, 0];
  const [, zip] = /^(\d{5})(?:-?\d{4})?$/.exec(typedZip) ?? [];
  if (!zip) throw new Refused('a zip code has five digits');
  const known = zips.get(zip);
  if (!known) throw new Refused(`there is no zip code ${zip}`);
  if (state && state !== known.state) throw new Refused(`the zip code ${zip} is not in ${state}`);
  return [stateId(known.state), known.cityId, zipId(zip)];
}

/** A date, or a date and time with its zone; UTC where it names none. */
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)\s?(Z|[+-]\d\d:?\d\d)?)?$/;

function timeOf(typed: string, now: Date): string {
  const [, date, time = '00:00', zone = 'Z'] = TIME.exec(typed.trim()) ?? [];
  const at = date ? new Date(`${date}T${time}${zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`) : null;
  if (!at || Number.isNaN(at.getTime()) || !isDay(date!)) throw new Refused('searched_at is no date and time such as 2026-06-01T12:00:00Z');
  if (at.getTime() > now.getTime() + DAY) throw new Refused('searched_at lies in the future');
  if (at.getTime() < now.getTime() - KEEP_DAYS * DAY) throw new Refused(`searched_at is more than ${KEEP_DAYS} days ago`);
  return at.toISOString();
}

/** JavaScript takes February 30 for March 2. */
const isDay = (date: string): boolean => new Date(`${date}T00:00Z`).toISOString().startsWith(date);
