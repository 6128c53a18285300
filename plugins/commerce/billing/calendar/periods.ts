import { DateTime } from 'luxon';

/** Terms that are billed after the fact, by the calendar. */
export type CalendarTerm = 'Weekly' | 'Monthly';

/** A stretch of whole local days: from its first midnight up to, but not including, the midnight after its last; but see `periodAfter`. */
export interface Period {
  term: CalendarTerm;
  /** The zone in which it was cut; it stays when its agency's zone changes. */
  zone: string;
  /** `2027-03-08`: the first local day; names the period. */
  first: string;
  /** The last local day. */
  last: string;
  start: Date;
  end: Date;
  /** When it is charged. */
  due: Date;
}

const UNIT = { Weekly: 'week', Monthly: 'month' } as const;
const CHARGE_HOUR = 6;

/** The week (Monday to Sunday) or calendar month in which an instant lies, in a zone; charged at 06:00 of the day after it. */
export function periodOf(term: CalendarTerm, at: Date, zone: string): Period {
  const first = DateTime.fromJSDate(at, { zone }).startOf(UNIT[term]);
  // Set anew, for a period that begins at one o'clock, because the clock skips its midnight, would hand that hour on.
  const next = first.plus({ [UNIT[term]]: 1 }).startOf('day');
  return {
    term,
    zone,
    first: first.toISODate()!,
    last: next.minus({ days: 1 }).toISODate()!,
    start: first.toJSDate(),
    end: next.toJSDate(),
    due: next.set({ hour: CHARGE_HOUR }).toJSDate(),
  };
}

/**
 * The period for an instant, given the client's last one, which may have been cut in another zone. Its days are those after the last
 * one's, so that no day is in two periods and none is in neither. Where the zones lie apart, it begins in fact where the last one ended.
 */
export function periodAfter(before: Period, at: Date, zone: string): Period {
  let period = periodOf(before.term, at, zone);
  while (period.first <= before.first) period = periodOf(before.term, period.end, zone);
  const start = at < period.start || period.start < before.end ? before.end : period.start;
  return { ...period, start };
}

/** The period that follows on one. */
export const nextPeriod = (period: Period, zone: string): Period => periodAfter(period, period.end, zone);

/** Periods that are due by now and were not charged yet, oldest first: those from `since` on, however long nobody looked. */
export function duePeriods(term: CalendarTerm, since: Date, now: Date, zone: string): Period[] {
  const due: Period[] = [];
  for (let period = periodOf(term, since, zone); period.due <= now; period = nextPeriod(period, zone)) due.push(period);
  return due;
}
