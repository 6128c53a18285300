import type { Knex } from 'knex';
import type { LeadPerson } from '../../leads/contract.ts';
import { personOfRow, type PersonRow } from '../../leads/shared.ts';

export interface KnownPerson extends LeadPerson {
  key: Buffer;
}
/** By what a visit may be recognised. */
export interface Identifiers {
  visitor: string;
  emailHash: Buffer | null;
  ip: string;
}
interface ResolvedRow extends PersonRow {
  visit: number;
  person_key: Buffer;
}

/**
 * The people behind visits, by position; one statement for all. An e-mail hash is believed alone: it may be somebody else's
 * turn at the same computer. Otherwise the visitor's id counts, and last the network address.
 */
export async function resolvePeople(db: Knex, visits: readonly Identifiers[]): Promise<Map<number, KnownPerson>> {
  const surest = visits.map(surestIdentifier);
  const { rows } = (await db.raw('select * from capture_resolve(?::text[], ?::bytea[], ?::bytea[])', [
    surest.map(({ kind }) => kind),
    surest.map(({ value }) => value),
    visits.map(({ ip }, n) => (surest[n]!.kind === 'visitor' ? Buffer.from(ip) : null)),
  ] as unknown as Knex.RawBinding[])) as { rows: ResolvedRow[] };
  return new Map(rows.map((r) => [r.visit, { key: r.person_key, ...personOfRow(r) }]));
}

/** One thing by which somebody is known. */
export interface Identifier {
  kind: 'visitor' | 'md5' | 'sha256';
  value: Buffer;
}
export const visitorIdentifier = (visitor: string): Identifier => ({ kind: 'visitor', value: Buffer.from(visitor) });
const emailIdentifier = (hash: Buffer): Identifier => ({ kind: hash.length === 16 ? 'md5' : 'sha256', value: hash });
/** What a supplier is asked about: the e-mail hash where there is one, else the visitor. */
export const surestIdentifier = (identifiers: Pick<Identifiers, 'visitor' | 'emailHash'>): Identifier =>
  identifiers.emailHash ? emailIdentifier(identifiers.emailHash) : visitorIdentifier(identifiers.visitor);

/** From now on these identifiers are these people's. A null person notes that a supplier knew nothing, as of `asked`. */
export async function recognise(
  db: Knex,
  pairs: readonly { identifier: Identifier; key: Buffer | null }[],
  asked: Date | null = null,
): Promise<void> {
  if (pairs.length === 0) return;
  await db.raw('select capture_recognise(?::text[], ?::bytea[], ?::bytea[], ?::timestamptz)', [
    pairs.map((p) => p.identifier.kind),
    pairs.map((p) => p.identifier.value),
    pairs.map((p) => p.key),
    asked,
  ] as unknown as Knex.RawBinding[]);
}

/** By position: the visitor is known to be whom the page says, or could be found by what it says. */
export async function acquaintanceOf(
  db: Knex,
  visits: readonly Pick<Identifiers, 'visitor' | 'emailHash'>[],
): Promise<{ isKnown: boolean; isResolvable: boolean }[]> {
  const emails = visits.map((v) => (v.emailHash ? emailIdentifier(v.emailHash) : null));
  const { rows } = (await db.raw('select * from capture_acquaintance(?::bytea[], ?::text[], ?::bytea[]) order by n', [
    visits.map((v) => Buffer.from(v.visitor)),
    emails.map((e) => e?.kind ?? null),
    emails.map((e) => e?.value ?? null),
  ] as unknown as Knex.RawBinding[])) as { rows: { is_known: boolean; is_resolvable: boolean }[] };
  return rows.map((r) => ({ isKnown: r.is_known, isResolvable: r.is_resolvable }));
}

/** Positions of the identifiers about which a supplier was asked after `since`. */
export async function askedSince(db: Knex, identifiers: readonly Identifier[], since: Date): Promise<Set<number>> {
  if (identifiers.length === 0) return new Set();
  const { rows } = (await db.raw('select capture_asked(?::text[], ?::bytea[], ?) as n', [
    identifiers.map((m) => m.kind),
    identifiers.map((m) => m.value),
    since,
  ] as unknown as Knex.RawBinding[])) as { rows: { n: number }[] };
  return new Set(rows.map((r) => r.n - 1));
}

/** Adds people to the graph or completes those it has; records as `graphRecord` makes them. */
export async function addPeople(db: Knex, records: readonly Record<string, string>[], source: string): Promise<void> {
  if (records.length > 0) await db.raw('select capture_add_people(?::jsonb, ?)', [JSON.stringify(records), source]);
}
