import { DateTime } from 'luxon';
import type { Locale } from '../../../core/contract.ts';

const TAGS: Record<Locale, string> = { en: 'en-US', ar: 'ar-u-nu-latn-ca-gregory' };
const dayText = (day: string, locale: Locale): string =>
  DateTime.fromISO(day, { zone: 'utc' }).setLocale(TAGS[locale]).toLocaleString(DateTime.DATE_MED);

/** A stretch of local days (`2027-03-08`) as people write it; one day stands alone. */
export const spanText = (first: string, last: string, locale: Locale): string =>
  first === last ? dayText(first, locale) : `${dayText(first, locale)} – ${dayText(last, locale)}`;
