import { dayText, type Locale } from '../../../../core/contract.ts';

/** A stretch of local days (`2027-03-08`) as people write it; one day stands alone. */
export const spanText = (first: string, last: string, locale: Locale): string =>
  first === last ? dayText(first, locale) : `${dayText(first, locale)} – ${dayText(last, locale)}`;
