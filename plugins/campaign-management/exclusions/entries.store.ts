import type { Knex } from 'knex';
import { countUpTo, type Ctx, MOST_COUNTED } from '../../../core/contract.ts';
import type { Candidate, Listed } from './contract.ts';
import { type Excluded, hashesOf, readExcluded } from './address.ts';

export interface EntryRow {
  id: string;
  kind: 'md5' | 'sha256' | 'person';
  hash: Buffer;
  masked: string;
  source: string;
  created_at: Date;
  added_by_name: string | null;
}

const entriesOf = (ctx: Ctx, companyId: number): Knex.QueryBuilder =>
  ctx.query('Exclusion').where('exclusions_entry.company_id', companyId);

/** One page of a company's list, newest first. A search finds by exact address or hash, since nothing else is stored. */
export async function entryPage(
  ctx: Ctx,
  companyId: number,
  query: { search?: string; order?: string; offset: number; perPage: number },
): Promise<{ rows: EntryRow[]; total: number; isLeast: boolean }> {
  const found = entriesOf(ctx, companyId);
  if (query.search) void found.whereIn('exclusions_entry.hash', hashesOf(query.search));
  const [count, rows] = await ctx.together([
    () => countUpTo(ctx.db, MOST_COUNTED, found),
    async () =>
      (await found
        .clone()
        .leftJoin('core_public_account', 'core_public_account.id', 'exclusions_entry.added_by')
        .select(
          'exclusions_entry.id',
          'kind',
          'hash',
          'masked',
          'source',
          'exclusions_entry.created_at',
          'core_public_account.name as added_by_name',
        )
        .orderBy('exclusions_entry.id', query.order === 'asc' ? 'asc' : 'desc')
        .offset(query.offset)
        .limit(query.perPage)) as EntryRow[],
  ]);
  return { rows, ...count };
}

type OwnedRow = EntryRow & { company_id: number };

/** Entries of a company's list behind an id, the newest first. */
export const entriesBehind = async (
  ctx: Ctx,
  companyId: number,
  { place, most, search }: { place?: number | undefined; most: number; search?: string | undefined },
): Promise<OwnedRow[]> =>
  (await entriesOf(ctx, companyId)
    .modify((q) => void (place !== undefined && q.where('exclusions_entry.id', '<', place)))
    .modify((q) => void (search !== undefined && q.whereIn('exclusions_entry.hash', hashesOf(search))))
    .orderBy('exclusions_entry.id', 'desc')
    .limit(most)) as OwnedRow[];

/** The entry that stands for an address or hash which is on the list. */
export const entryOf = async (ctx: Ctx, companyId: number, text: string): Promise<OwnedRow> =>
  (await entriesOf(ctx, companyId).where('exclusions_entry.hash', readExcluded(text)!.hash).first()) as OwnedRow;

/** Adds entries to a company's list in one statement and answers how many were new. They count from `since`, the moment they were handed in. */
export async function addEntries(
  ctx: Ctx,
  companyId: number,
  entries: readonly Pick<Excluded, 'hash' | 'masked'>[],
  source: 'single' | 'upload' | 'erasure',
  addedBy: number | null,
  since: Date | null = null,
  kind: 'person' | null = null,
): Promise<number> {
  const { rowCount } = (await ctx.db.raw(
    `insert into exclusions_entry (company_id, kind, hash, masked, source, added_by, created_at)
     select ?, coalesce(?, case octet_length(hash) when 16 then 'md5' else 'sha256' end), hash, masked, ?, ?, coalesce(?::timestamptz, now())
     from unnest(?::bytea[], ?::text[]) as given(hash, masked)
     on conflict (company_id, hash) do nothing`,
    [companyId, kind, source, addedBy, since, entries.map((e) => e.hash), entries.map((e) => e.masked)] as never,
  )) as { rowCount: number };
  return rowCount;
}

/** Deletes one entry that the actor may delete; answers how it was shown, or null when there is none. */
export async function removeEntry(ctx: Ctx, id: number): Promise<{ masked: string } | null> {
  const [gone] = (await ctx.query('Exclusion', 'delete').where('exclusions_entry.id', id).delete().returning('masked')) as {
    masked: string;
  }[];
  return gone ?? null;
}

/** Empties one company's own list and answers how many entries it had. Who was erased stays: they are not to come back by a click. */
export async function purgeEntries(ctx: Ctx, companyId: number): Promise<number> {
  return ctx.query('Exclusion', 'delete').where('exclusions_entry.company_id', companyId).whereNot({ source: 'erasure' }).delete();
}

/** Positions of the candidates who stand on the client's, the agency's or the root's list, or opted out. */
export async function screenCandidates(ctx: Ctx, candidates: readonly Candidate[]): Promise<Set<number>> {
  if (candidates.length === 0) return new Set();
  const { rows } = (await ctx.db.raw('select at from exclusions_screen(?::int[], ?::text[], ?::bytea[], ?::bytea[], ?::text[]) as at', [
    candidates.map((c) => c.companyId),
    candidates.map((c) => c.email),
    candidates.map((c) => c.emailHash ?? null),
    candidates.map((c) => c.personKey ?? null),
    candidates.map((c) => c.phone ?? null),
  ] as never)) as { rows: { at: number }[] };
  return new Set(rows.map((r) => r.at));
}

/** By position those of the candidates who stood on a list at their moment, with the list that named them first. */
export async function listedAt(ctx: Ctx, candidates: readonly (Candidate & { at: Date })[]): Promise<Map<number, Listed>> {
  if (candidates.length === 0) return new Map();
  const { rows } = (await ctx.db.raw('select * from exclusions_listed_at(?::int[], ?::text[], ?::timestamptz[])', [
    candidates.map((c) => c.companyId),
    candidates.map((c) => c.email),
    candidates.map((c) => c.at),
  ] as never)) as { rows: (Listed & { at: number })[] };
  return new Map(rows.map(({ at, list, since }) => [at, { list, since }]));
}

/** So far the length of a list is counted: a million rows would take a fifth of a second. */
const MOST_OF_LENGTH = 100_000;

/** How long a company's list is, or at least, and when it last grew. */
export async function listSummary(ctx: Ctx, companyId: number): Promise<{ total: number; isLeast: boolean; newest: Date | null }> {
  const [count, newest] = await ctx.together([
    () => countUpTo(ctx.db, MOST_OF_LENGTH, entriesOf(ctx, companyId)),
    () => entriesOf(ctx, companyId).orderBy('id', 'desc').first('created_at'),
  ]);
  return { ...count, newest: newest?.created_at ?? null };
}
