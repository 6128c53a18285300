import type { PeriodName } from '../../../core/contract/page.ts';

/** The periods that the server knows by name, as they stand in the picker. */
export const PERIOD_NAMES: readonly PeriodName[] = ['today', '7d', '30d', '90d', 'month', 'last-month'];
