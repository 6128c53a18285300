import { DateTime } from 'luxon';
import { T } from '../../core/contract.ts';

/** A month as `YYYY-MM`, or how many months ago it was: `0` is the running one. Left open it is the running one too. */
export const MonthParam = T.String({ pattern: '^(20\\d\\d-(0[1-9]|1[0-2])|[0-9]|1[01])$' });

/** A calendar month of one zone: `from` belongs to it, `to` does not. */
export interface Month {
  from: Date;
  to: Date;
  /** `YYYY-MM`. */
  name: string;
}

export function monthOf(asked: string | undefined, zone: string, now: Date): Month {
  const start = asked?.includes('-')
    ? DateTime.fromFormat(asked, 'yyyy-MM', { zone })
    : DateTime.fromJSDate(now, { zone }).startOf('month').minus({ months: Number(asked ?? 0) });
  return { from: start.toJSDate(), to: start.plus({ months: 1 }).toJSDate(), name: start.toFormat('yyyy-MM') };
}
