import type { CampaignRules } from '../../campaigns/contract.ts';
import type { LeadPerson } from '../contract.ts';

/** A visit that took longer than this to be worked on is worth nothing to anybody, unless a person released it from review. */
const STALE_MS = 24 * 3_600_000;

/**
 * Whether the campaign was collecting when the visit happened; that moment decides, not today's status. The endpoint's
 * record (`pixel`) knows when the campaign was last seen to close. A visit from before
 * a pause or an end still counts, one that slipped in after it does not.
 */
export function wasCollecting(
  rules: CampaignRules,
  pixel: { closed_at: Date | null } | undefined,
  { at, released }: { at: Date; released: boolean },
  now: Date,
): boolean {
  if (!released && now.getTime() - at.getTime() > STALE_MS) return false;
  if ((rules.startsAt && at < rules.startsAt) || (rules.endsAt && at >= rules.endsAt)) return false;
  if (rules.status === 'active') return true;
  const endedLately = rules.status === 'paused' || rules.status === 'ended' || rules.status === 'stopped';
  const closedAt = pixel?.closed_at;
  return endedLately && Boolean(closedAt && at < closedAt);
}

/** Whether the person is of the kind the campaign asks for: with the required fields, and from the right place. */
export function isWanted(rules: CampaignRules, person: LeadPerson): boolean {
  const { require } = rules;
  if ((require.email && !person.email) || (require.phone && !person.phone) || (require.address && !(person.address && person.zip)))
    return false;
  return isInPlace(rules, person);
}

/** Whether the person lives where the campaign wants people from. */
export function isInPlace(
  { nationwide, states, zips, cities }: CampaignRules,
  person: Pick<LeadPerson, 'state' | 'zip' | 'city'>,
): boolean {
  if (nationwide || (states.length === 0 && zips.length === 0 && cities.length === 0)) return true;
  return states.includes(person.state.toUpperCase()) || zips.includes(person.zip.slice(0, 5)) || cities.includes(person.city.toLowerCase());
}
