import type { CampaignRules } from '../../../campaign-management/campaigns/contract.ts';

/** A visit that took longer than this to be worked on is worth nothing to anybody, unless a person released it from review. */
const STALE_MS = 24 * 3_600_000;

/**
 * Whether the campaign was collecting when the visit happened; that moment decides, not today's status. The endpoint's
 * record knows when the campaign was last seen to close (`closedAt`). A visit from before
 * a pause or an end still counts, one that slipped in after it does not.
 */
export function wasCollecting(
  rules: CampaignRules,
  closedAt: Date | null | undefined,
  { at, released }: { at: Date; released: boolean },
  now: Date,
): boolean {
  if (!released && now.getTime() - at.getTime() > STALE_MS) return false;
  if ((rules.startsAt && at < rules.startsAt) || (rules.endsAt && at >= rules.endsAt)) return false;
  if (rules.status === 'active') return true;
  const endedLately = rules.status === 'paused' || rules.status === 'ended' || rules.status === 'stopped';
  return endedLately && Boolean(closedAt && at < closedAt);
}
