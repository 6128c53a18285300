import { DateTime } from 'luxon';
import { DEFAULT_ZONE } from '../../../core/contract.ts';

const CHARGE_HOUR = 6;
/** Above this an agency's wholesale cost is charged on any day, in cents. */
export const DAILY_CENTS = 10_000;
/** Less is not charged to a card; it waits for the next bill. */
export const LEAST_CENTS = 50;

/**
 * For which local day the wholesale cost is to be looked at now, and whether a Monday has begun since the day it was last looked at;
 * null when there is nothing new. Days that nobody looked at are made up for together.
 */
export function billingDay(now: Date, billedOn: string | null): { day: string; always: boolean } | null {
  const local = DateTime.fromJSDate(now, { zone: DEFAULT_ZONE });
  const today = local.hour >= CHARGE_HOUR ? local.startOf('day') : local.startOf('day').minus({ days: 1 });
  const day = today.toISODate()!;
  if (billedOn !== null && billedOn >= day) return null;
  const monday = today.startOf('week').toISODate()!;
  return { day, always: billedOn === null ? monday === day : monday > billedOn };
}

/** When the next day of the calendar begins. Months of minimum spend end, and are told of, at this hour too. */
export function nextDay(now: Date): Date {
  const local = DateTime.fromJSDate(now, { zone: DEFAULT_ZONE });
  const today = local.startOf('day').set({ hour: CHARGE_HOUR });
  return (today > local ? today : today.plus({ days: 1 })).toJSDate();
}

const RETRY_DAYS = [1, 3, 5, 7];
const RETRY_HOUR = 10;

/** When a charge that first failed at `failedAt`, and `attempts` times so far, is tried again by itself; null: not before the card changes. */
export function retryAt(failedAt: Date, attempts: number): Date | null {
  const days = RETRY_DAYS[attempts - 1];
  if (days === undefined) return null;
  return DateTime.fromJSDate(failedAt, { zone: DEFAULT_ZONE }).startOf('day').plus({ days }).set({ hour: RETRY_HOUR }).toJSDate();
}
