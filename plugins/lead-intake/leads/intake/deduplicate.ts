import type { Knex } from 'knex';
import { type Candidate, firstOf, floorClaim, windowClaim } from './candidate.ts';
import { holders, releaseClaims, takeClaims } from './claims.store.ts';

/**
 * Decides who is new. Somebody whom the campaign (or its client) holds already is a `repeat` of the earlier lead; somebody
 * whom the client got from another campaign today is a `duplicate`. The others hold both claims and stay undecided.
 */
export async function deduplicate(db: Knex, candidates: readonly Candidate[], now: Date): Promise<void> {
  const won = await takeClaims(db, candidates.map(windowClaim), now);
  const back = candidates.filter((c) => !won.has(c.leadId));
  const earlier = await holders(db, back.map(windowClaim));
  back.forEach((c, n) => {
    c.outcome = 'repeat';
    c.leadId = earlier.get(n) ?? c.leadId;
  });

  const fresh = candidates.filter((c) => c.outcome === null);
  const firsts = [...Map.groupBy(fresh, (c) => `${c.rules.companyId} ${firstOf(c).personKey.toString('latin1')}`).values()].map(
    (same) => same[0]!,
  );
  const held = await takeClaims(db, firsts.map(floorClaim), now);
  const late = fresh.filter((c) => !held.has(c.leadId));
  for (const c of late) c.outcome = 'duplicate';
  await releaseClaims(db, late.map(windowClaim));
}

/** Gives back the people who were new but could not be paid for or found no place. */
export const releasePeople = (db: Knex, candidates: readonly Candidate[]): Promise<void> =>
  releaseClaims(
    db,
    candidates.flatMap((c) => [windowClaim(c), floorClaim(c)]),
  );
