import { DateTime } from 'luxon';

/** Days after the first failure on which a client's card is tried again, at 10:00 in their zone. */
const RETRY_DAYS = [1, 3, 5, 7];
const RETRY_HOUR = 10;
const SUSPEND_DAYS = 14;
const STOP_DAYS = 30;
const AGENCY_GRACE_HOURS = 72;

/** The next try after `tries` have failed, the first one included; null when there is none or the card is of no use any more. */
export function nextTry(failedAt: Date, tries: number, zone: string, forGood: boolean): Date | null {
  const days = RETRY_DAYS[tries - 1];
  if (forGood || days === undefined) return null;
  return DateTime.fromJSDate(failedAt, { zone }).plus({ days }).set({ hour: RETRY_HOUR, minute: 0, second: 0, millisecond: 0 }).toJSDate();
}

/** The same as seen at `now`: tries whose day has passed meanwhile are left out, since several at once help nobody. */
export function nextTryFrom(now: Date, failedAt: Date, tries: number, zone: string, forGood: boolean): { tries: number; at: Date | null } {
  const at = nextTry(failedAt, tries, zone, forGood);
  return at && at <= now ? nextTryFrom(now, failedAt, tries + 1, zone, forGood) : { tries, at };
}

/** What an unpaid invoice means for a client: paused campaigns, then a read-only account, then stopped campaigns. */
export const ARREARS = ['failed', 'suspended', 'stopped'] as const;
export type Arrears = (typeof ARREARS)[number];

/** How far arrears have gone since the first failure. Days are local ones. */
export function arrearsAt(failedAt: Date, now: Date, zone: string): Arrears {
  const day = (at: Date): DateTime => DateTime.fromJSDate(at, { zone }).startOf('day');
  const days = Math.round(day(now).diff(day(failedAt), 'days').days);
  return days >= STOP_DAYS ? 'stopped' : days >= SUSPEND_DAYS ? 'suspended' : 'failed';
}

/** When the stage after this one begins; null after the last. */
export function nextStageAt(failedAt: Date, stage: Arrears, zone: string): Date | null {
  const days = stage === 'failed' ? SUSPEND_DAYS : stage === 'suspended' ? STOP_DAYS : null;
  return days === null ? null : DateTime.fromJSDate(failedAt, { zone }).startOf('day').plus({ days }).toJSDate();
}

/** Until when an agency's clients go on after its own payment failed. */
export const agencyGraceEnd = (failedAt: Date): Date => new Date(failedAt.getTime() + AGENCY_GRACE_HOURS * 3_600_000);
