import type { PeriodName } from '../../../../core/contract/page.ts';
import { formatDate } from '../../data/format.ts';
import { PERIOD_NAMES, daysIn } from '../../shell/periods.ts';

/** Names of periods in addresses that were saved before they were called so. */
const FORMER: Readonly<Record<string, PeriodName>> = { '7': '7d', '30': '30d', '90': '90d' };

export const nameOfPeriod = (value: string): PeriodName | undefined => PERIOD_NAMES.find((name) => name === (FORMER[value] ?? value));

/** What a period is called. */
export function titleOfPeriod(value: string, t: (key: string, values?: Record<string, string>) => string, locale: string): string {
  const days = daysIn(value);
  if (!days) return t(`ui.period.${nameOfPeriod(value) ?? 'unknown'}`);
  const [from, to] = [formatDate(days.from, locale), formatDate(days.to, locale)];
  return from === to ? from : t('ui.period.range', { from, to });
}
