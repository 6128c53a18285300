/** Shares of a limit at which people are told, in percent. */
const ALARM_PERCENTS = [50, 80, 100] as const;
/** How each shows on the screens: the field of what tells of it, and its severity. */
export const ALARM_LEVELS = [
  { field: 'all', percent: 100, severity: 'bad' },
  { field: 'most', percent: 80, severity: 'warn' },
  { field: 'half', percent: 50, severity: 'info' },
] as const;

/** The highest alarm that was passed when what is used of a limit rose; null when none was. */
export function alarmAt(limit: number, before: number, after: number): number | null {
  if (limit <= 0) return null;
  return ALARM_PERCENTS.findLast((percent) => before * 100 < percent * limit && after * 100 >= percent * limit) ?? null;
}

/** The highest alarm that what is used of a limit has reached; 0 below all, and without a limit. */
export const alarmReached = (limit: number, used: number): number =>
  limit > 0 ? (ALARM_PERCENTS.findLast((percent) => used * 100 >= percent * limit) ?? 0) : 0;
