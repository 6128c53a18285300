/** Shares of a limit at which people are told, in percent. */
export const ALARM_PERCENTS = [50, 80, 100] as const;

/** The highest alarm that was passed when what is used of a limit rose; null when none was. */
export function alarmAt(limit: number, before: number, after: number): number | null {
  if (limit <= 0) return null;
  return ALARM_PERCENTS.findLast((percent) => before * 100 < percent * limit && after * 100 >= percent * limit) ?? null;
}
