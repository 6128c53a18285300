import type { Knex } from 'knex';
import type { Place } from '../../foundation/places/contract.ts';
import type { LeadPerson } from '../leads/contract.ts';
import { PERSON_FIELDS, personBy, personOfRow, type PersonRow } from '../leads/shared.ts';
import type { FoundRecord, Outline } from './contract.ts';

interface RecordRow extends PersonRow {
  pos: string;
  keyword: string;
  searched_at: Date;
  /** Null: outside of the places, or the person is gone. */
  person_key: Buffer | null;
}

/** By position of the keyword. `places` do not overlap. */
export async function countsOf(
  db: Knex,
  keywords: readonly string[],
  places: readonly Place[],
): Promise<{ people: number; inside: number }[]> {
  const of = (kind: Place['kind']): Place[] => places.filter((place) => place.kind === kind);
  const zips = of('zip');
  const rows = await rowsOf<{ n: number; people: string; inside: string }>(
    db,
    'select * from intent_counts(?::text[], ?::int[], ?::int[], ?::int[], ?::int[]) order by n',
    [keywords, idsOf(of('state')), idsOf(of('city')), idsOf(zips), zips.map(({ within: [city] }) => city)],
    { prepare: true },
  );
  return rows.map(({ people, inside }) => ({ people: Number(people), inside: Number(inside) }));
}

export async function matchingKeywords(
  db: Knex,
  keywords: readonly string[],
  contextual: readonly string[],
  stopWords: readonly string[],
): Promise<number[]> {
  const [row] = await rowsOf<{ ids: number[] }>(db, 'select intent_matching(?::text[], ?::text[], ?::text[]) as ids', [
    keywords,
    contextual,
    stopWords,
  ]);
  return row!.ids;
}

export async function countPeople(db: Knex, keywordIds: readonly number[], places: readonly Place[] | null): Promise<number> {
  const [row] = await rowsOf<{ people: string }>(db, 'select intent_people(?::int[], ?::int[]) as people', [
    keywordIds,
    places && idsOf(places),
  ]);
  return Number(row!.people);
}

export async function outlinesOf(
  db: Knex,
  keywordIds: readonly number[],
  places: readonly Place[] | null,
  { from, to, timezone }: { from: Date; to: Date; timezone: string },
): Promise<Outline[]> {
  const rows = await rowsOf<Omit<Outline, 'has'> & { has: number }>(db, 'select * from intent_outlines(?::int[], ?::int[], ?, ?, ?)', [
    keywordIds,
    places && idsOf(places),
    from,
    to,
    timezone,
  ]);
  return rows.map((row) => ({ ...row, has: knownOf(row.has) }));
}

/** A person of whom it is told only what is known. */
const knownOf = (bits: number): LeadPerson => personBy((field) => (bits & (1 << PERSON_FIELDS.indexOf(field)) ? 'known' : ''));

/** Looks at the next `most` records; answers those within the places, and the position of the last one that was looked at. */
export async function nextRecords(
  db: Knex,
  { keywordIds, places, behind, most }: { keywordIds: readonly number[]; places: readonly Place[] | null; behind: string; most: number },
): Promise<{ records: FoundRecord[]; seen: number; last: string }> {
  const rows = await rowsOf<RecordRow>(db, 'select * from intent_read(?::int[], ?::int[], ?, ?)', [
    keywordIds,
    places && idsOf(places),
    behind,
    most,
  ]);
  const records = rows.flatMap((row) => (row.person_key ? [recordOf(row, row.person_key)] : []));
  return { records, seen: rows.length, last: rows.at(-1)?.pos ?? behind };
}

const idsOf = (places: readonly Place[]): number[] => places.map(({ id }) => id);

const recordOf = (row: RecordRow, personKey: Buffer): FoundRecord => ({
  position: row.pos,
  keyword: row.keyword,
  searchedAt: row.searched_at,
  personKey,
  person: personOfRow(row),
});

/** `typed` is a keyword or begins one. */
export const keywordsBeginning = (db: Knex, typed: string, most: number): Promise<{ keyword: string; people: number }[]> =>
  rowsOf(db, 'select * from intent_suggest(?, ?)', [typed.replaceAll(/[\\%_]/g, '\\$&'), most]);

export async function importState(db: Knex): Promise<{ asOf: Date | null; position: string | null }> {
  const [row] = await rowsOf<{ finished_at: Date | null; last_position: string | null }>(db, 'select * from intent_state()', []);
  return { asOf: row!.finished_at, position: row!.last_position };
}

/** Removes up to `most` records from before the time; answers how many there were. */
export async function purgeRecords(db: Knex, before: Date, most: number): Promise<number> {
  const [row] = await rowsOf<{ removed: number }>(db, 'select intent_purge(?, ?) as removed', [before, most]);
  return row!.removed;
}

async function rowsOf<R>(db: Knex, sql: string, values: readonly unknown[], options: { prepare?: true } = {}): Promise<R[]> {
  return ((await db.raw(sql, values as Knex.RawBinding[]).options(options)) as { rows: R[] }).rows;
}
