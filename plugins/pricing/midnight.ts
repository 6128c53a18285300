import { DateTime } from 'luxon';
import type { Ctx } from '../../core/contract.ts';

/** The next local midnight, from which a changed price counts; where clocks skip midnight, the first moment of that day. */
export const nextMidnight = (now: Date, zone: string): Date =>
  DateTime.fromJSDate(now, { zone }).plus({ days: 1 }).startOf('day').toJSDate();

/** A moment from which a price counts, for texts: in the zone whose midnight it is. */
export const momentText = (ctx: Ctx, at: Date, zone: string): string =>
  DateTime.fromJSDate(at, { zone })
    .setLocale(ctx.locale === 'ar' ? 'ar-u-nu-latn' : 'en-US')
    .toLocaleString({ ...DateTime.DATETIME_MED, timeZoneName: 'short' });
