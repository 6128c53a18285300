import { DateTime } from 'luxon';
import { DEFAULT_ZONE } from '../../../core/contract.ts';

const CHARGE_HOUR = 6;
const NOTICE_DAYS = 5;

/** A month since a clock began, counted from 1: from that day of the month to the day before the next one. */
export interface SpendMonth {
  number: number;
  /** Local days, `YYYY-MM-DD`. */
  first: string;
  last: string;
  start: Date;
  end: Date;
  /** When its shortfall is charged, and when the agency hears of it before. */
  due: Date;
  notice: Date;
}

/** The n-th month since `began`; days that a month lacks are its last one, without moving the months after it. */
export function spendMonth(began: Date, number: number): SpendMonth {
  const origin = DateTime.fromJSDate(began, { zone: DEFAULT_ZONE }).startOf('day');
  const start = origin.plus({ months: number - 1 });
  const end = origin.plus({ months: number });
  return {
    number,
    first: start.toISODate()!,
    last: end.minus({ days: 1 }).toISODate()!,
    start: start.toJSDate(),
    end: end.toJSDate(),
    due: end.set({ hour: CHARGE_HOUR }).toJSDate(),
    notice: end.minus({ days: NOTICE_DAYS }).set({ hour: CHARGE_HOUR }).toJSDate(),
  };
}

export interface Ramp {
  firstMonthCents: number;
  secondMonthCents: number;
  monthlyCents: number;
}

/** The minimum that counts in a month of the ramp. */
export const minimumOf = (ramp: Ramp, month: number): number =>
  month === 1 ? ramp.firstMonthCents : month === 2 ? ramp.secondMonthCents : ramp.monthlyCents;

/** The same for a ramp of any length; its plateau counts when the list is used up. */
export const rampOf = (list: readonly number[], plateauCents: number, month: number): number => list[month - 1] ?? plateauCents;

/** The month of the clock in which an instant lies; what came before the clock lies in its first. */
export function monthOf(clock: Date, at: Date): number {
  const zone = DEFAULT_ZONE;
  const months = DateTime.fromJSDate(at, { zone }).diff(DateTime.fromJSDate(clock, { zone }).startOf('day'), 'months').months;
  let number = Math.max(1, Math.floor(months));
  while (spendMonth(clock, number).end <= at) number += 1;
  return number;
}

/** The part of a month's amount that falls to the days from `since` on, the day of `since` among them; rounded to the cent. */
export function fromDay(cents: number, since: Date, month: SpendMonth): number {
  if (since <= month.start) return cents;
  const day = (at: Date) => DateTime.fromJSDate(at, { zone: DEFAULT_ZONE }).startOf('day');
  const days = (from: Date) => Math.round(day(month.end).diff(day(from), 'days').days);
  return Math.round((cents * Math.max(0, days(since))) / days(month.start));
}
