import { DateTime } from 'luxon';

/** The next local midnight, from which a changed price counts; where clocks skip midnight, the first moment of that day. */
export const nextMidnight = (now: Date, zone: string): Date =>
  DateTime.fromJSDate(now, { zone }).plus({ days: 1 }).startOf('day').toJSDate();
