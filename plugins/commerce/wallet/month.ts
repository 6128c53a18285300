import { DateTime } from 'luxon';
import { T } from '../../../core/contract.ts';

/** A month as `YYYY-MM`, or how many months ago it was: `0` is the running one. */
export const MonthParam = T.String({ pattern: '^(20\\d\\d-(0[1-9]|1[0-2])|[0-9]|1[01])$' });

/** Whole calendar months of one zone: `from` belongs to them, `to` does not. */
export interface Months {
  from: Date;
  to: Date;
  /** `YYYY-MM`, of the last one. */
  name: string;
}

/** The month asked for; left open it is the running one. */
export function monthOf(asked: string | undefined, zone: string, now: Date): Months {
  const start = asked?.includes('-')
    ? DateTime.fromFormat(asked, 'yyyy-MM', { zone })
    : DateTime.fromJSDate(now, { zone })
        .startOf('month')
        .minus({ months: Number(asked ?? 0) });
  return { from: start.toJSDate(), to: start.plus({ months: 1 }).toJSDate(), name: start.toFormat('yyyy-MM') };
}

/** The month asked for; left open it is the running one with the eleven before it. */
export const monthOrYear = (asked: string | undefined, zone: string, now: Date): Months =>
  asked === undefined ? { ...monthOf(undefined, zone, now), from: monthOf('11', zone, now).from } : monthOf(asked, zone, now);
