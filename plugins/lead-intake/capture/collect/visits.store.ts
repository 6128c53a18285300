import type { Knex } from 'knex';
import type { Pixel } from './pixel-cache.ts';
import type { VisitInput } from './visit-input.ts';

export interface StoredVisit {
  pixel: Pixel;
  input: VisitInput;
  ip: string;
  /** By `deviceOf`. */
  device: string;
  /** Milliseconds since the epoch. */
  at: number;
}

export const SLOT_MS = 30_000;

/**
 * One durable insert. The key refuses an equal visit of the same half minute, the look at the slot before refuses one across
 * its border (a scalar subquery, which PostgreSQL answers from the key; `not exists` would read the whole table). Sorted, so that two processes with equal visits never wait for each other crosswise.
 */
const INSERT = `
  insert into capture_visit (slot, fingerprint, at, campaign_id, company_id, agency_id, root_id, visitor, email_hash, ip, url, referrer, thank_you, details, came_from, device)
  select * from unnest(?::int[], ?::bigint[], ?::timestamptz[], ?::int[], ?::int[], ?::int[], ?::int[], ?::text[], ?::bytea[], ?::text[], ?::text[], ?::text[], ?::boolean[], ?::jsonb[], ?::text[], ?::text[])
    as v (slot, fingerprint, at, campaign_id, company_id, agency_id, root_id, visitor, email_hash, ip, url, referrer, thank_you, details, came_from, device)
  where coalesce((select b.at from capture_visit b where b.slot = v.slot - 1 and b.fingerprint = v.fingerprint) <= v.at - interval '30 seconds', true)
  order by slot, fingerprint
  on conflict do nothing`;

/** Stores visits; resolves after the commit. */
export async function insertVisits(db: Knex, visits: readonly StoredVisit[]): Promise<void> {
  await db.raw(INSERT, [
    visits.map((v) => Math.floor(v.at / SLOT_MS)),
    visits.map((v) => String(v.input.fingerprint)),
    visits.map((v) => new Date(v.at).toISOString()),
    visits.map((v) => v.pixel.campaignId),
    visits.map((v) => v.pixel.companyId),
    visits.map((v) => v.pixel.agencyId),
    visits.map((v) => v.pixel.rootId),
    visits.map((v) => v.input.visitor),
    visits.map((v) => v.input.emailHash),
    visits.map((v) => v.ip),
    visits.map((v) => v.input.url),
    visits.map((v) => v.input.referrer),
    visits.map((v) => v.input.thankYou),
    visits.map((v) => v.input.details && JSON.stringify(v.input.details)),
    visits.map((v) => cameFrom(v.input)),
    visits.map((v) => v.device),
  ] as unknown as Knex.RawBinding[]);
}

/** `google / cpc`, the host before, or nothing where the visitor came by themselves. */
function cameFrom({ details, referrer }: VisitInput): string {
  const { utm_source, utm_medium } = details?.params ?? {};
  return [utm_source, utm_medium].filter(Boolean).join(' / ') || referrer;
}

/** Notes that the pixels of these campaigns are alive. */
export async function seePixels(db: Knex, campaignIds: readonly number[]): Promise<void> {
  if (campaignIds.length === 0) return;
  const known = await db('capture_pixel_seen').whereIn('campaign_id', campaignIds).update({ at: db.fn.now() });
  if (known === campaignIds.length) return;
  await db.raw(
    `insert into capture_pixel_seen (campaign_id, company_id, at) select campaign_id, company_id, now() from capture_pixel
     where campaign_id = any(?::int[]) on conflict do nothing`,
    [campaignIds as unknown as Knex.RawBinding],
  );
}
