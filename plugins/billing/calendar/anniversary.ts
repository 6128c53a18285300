import { DateTime } from 'luxon';

/** The zone of the platform's own clock: minimum spend is counted in it. */
export const PLATFORM_ZONE = 'America/Chicago';
const CHARGE_HOUR = 6;
const NOTICE_DAYS = 5;

/** A month since a clock began, counted from 1: from that day of the month to the day before the next one. */
export interface SpendMonth {
  number: number;
  first: string;
  start: Date;
  end: Date;
  /** When its shortfall is charged, and when the agency hears of it before. */
  due: Date;
  notice: Date;
}

/** The n-th month since `began`; days that a month lacks are its last one, without moving the months after it. */
export function spendMonth(began: Date, number: number): SpendMonth {
  const origin = DateTime.fromJSDate(began, { zone: PLATFORM_ZONE }).startOf('day');
  const start = origin.plus({ months: number - 1 });
  const end = origin.plus({ months: number });
  return {
    number,
    first: start.toISODate()!,
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
