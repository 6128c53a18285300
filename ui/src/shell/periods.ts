import type { PeriodName } from '../../../core/contract/page.ts';

/** The periods that the server knows by name, in the order of the picker. */
export const PERIOD_NAMES: readonly PeriodName[] = ['today', '7d', '30d', '90d', 'month', 'last-month'];

export const isPeriodName = (text: string): boolean => PERIOD_NAMES.some((name) => name === text);

const DAYS = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/;

/** The first and last day of a period that names its days; null for any other. */
export function daysIn(period: string): { from: string; to: string } | null {
  const [, from, to] = DAYS.exec(period) ?? [];
  return from && to ? { from, to } : null;
}

/** The period from one day to another, both `yyyy-MM-dd`. */
export const daysFrom = (from: string, to: string): string => `${from}..${to}`;
