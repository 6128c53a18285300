import type { Knex } from 'knex';
import type { Reidentification } from '../../../campaign-management/campaigns/contract.ts';

/** A person to be held for a claimant by a lead. */
export interface Claim {
  claimant: string;
  key: Buffer;
  /** The client company it belongs to. */
  owner: { companyId: number; agencyId: number; rootId: number };
  at: Date;
  window: string;
  leadId: string;
}

/** How long a claim lasts, as PostgreSQL reads it; null for ever. */
export const WINDOWS: Record<Reidentification, string | null> = {
  never: null,
  '1week': '7 days',
  '1month': '1 month',
  '3months': '3 months',
  '6months': '6 months',
  '1year': '1 year',
};
export const FOR_EVER = 'infinity';
/** Whatever a campaign says, a client pays for one person once a day. */
export const FLOOR_WINDOW = '24 hours';

/**
 * Tries to take the claims; answers the lead ids of those that got theirs. The primary key decides, also between workers: a
 * later one waits for the earlier one's end. No two claims of a call may have the same claimant and key.
 */
export async function takeClaims(db: Knex, claims: readonly Claim[], now: Date): Promise<Set<string>> {
  if (claims.length === 0) return new Set();
  const { rows } = (await db.raw(
    `insert into leads_claim as c (claimant, person_key, expires_at, lead_id, company_id, agency_id, root_id)
     select claimant, person_key, case when span = 'infinity' then 'infinity' else at + span::interval end, lead_id, company_id, agency_id, root_id
     from unnest(?::text[], ?::bytea[], ?::timestamptz[], ?::text[], ?::uuid[], ?::int[], ?::int[], ?::int[])
       as g (claimant, person_key, at, span, lead_id, company_id, agency_id, root_id)
     order by claimant, person_key
     on conflict (claimant, person_key) do update set expires_at = excluded.expires_at, lead_id = excluded.lead_id where c.expires_at <= ?
     returning lead_id`,
    [
      claims.map((c) => c.claimant),
      claims.map((c) => c.key),
      claims.map((c) => c.at),
      claims.map((c) => c.window),
      claims.map((c) => c.leadId),
      claims.map((c) => c.owner.companyId),
      claims.map((c) => c.owner.agencyId),
      claims.map((c) => c.owner.rootId),
      now,
    ] as unknown as Knex.RawBinding[],
  )) as { rows: { lead_id: string }[] };
  return new Set(rows.map((r) => r.lead_id));
}

/** The leads that hold these scopes and keys, by position. */
export async function holders(db: Knex, wanted: readonly { claimant: string; key: Buffer }[]): Promise<Map<number, string>> {
  if (wanted.length === 0) return new Map();
  const { rows } = (await db.raw(
    `select g.n::int as n, c.lead_id from unnest(?::text[], ?::bytea[]) with ordinality as g (claimant, person_key, n)
     join leads_claim c on c.claimant = g.claimant and c.person_key = g.person_key`,
    [wanted.map((w) => w.claimant), wanted.map((w) => w.key)] as unknown as Knex.RawBinding[],
  )) as { rows: { n: number; lead_id: string }[] };
  return new Map(rows.map((r) => [r.n - 1, r.lead_id]));
}

/** Gives claims back whose lead did not come to be. */
export async function releaseClaims(db: Knex, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  await db.raw(
    `delete from leads_claim c using unnest(?::text[], ?::bytea[], ?::uuid[]) as g (claimant, person_key, lead_id)
     where c.claimant = g.claimant and c.person_key = g.person_key and c.lead_id = g.lead_id`,
    [claims.map((c) => c.claimant), claims.map((c) => c.key), claims.map((c) => c.leadId)] as unknown as Knex.RawBinding[],
  );
}

/** Forgets claims that ran out a week ago, so many at a time. */
export const dropClaims = (db: Knex, now: Date): Promise<unknown> =>
  db.raw(
    `with over as materialized (
       select claimant, person_key from leads_claim where expires_at < ?::timestamptz - interval '7 days' and expires_at < 'infinity' limit 10000 for update skip locked)
     delete from leads_claim c using over where (c.claimant, c.person_key) = (over.claimant, over.person_key)`,
    [now],
  );
