import type { Ctx } from '../../../../core/contract.ts';

/** `480 ms`, `2.5 sec`, `3 min`. */
export function spanOf({ locale }: Pick<Ctx, 'locale'>, ms: number): string {
  const [value, unit] = ms < 1_000 ? [ms, 'millisecond'] : ms < 120_000 ? [ms / 1_000, 'second'] : [ms / 60_000, 'minute'];
  const tag = locale === 'ar' ? 'ar-u-nu-latn' : 'en-US';
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(value);
}

/** `Every 30 seconds`, `Every day at 04:15 UTC`; any other cron line as it is, with the zone that it is read in. */
export function scheduleOf(ctx: Ctx, { every, queue }: { every: string | null; queue: boolean }): string {
  if (every === null) return ctx.t(queue ? 'operations.work.when.queue' : 'operations.work.when.asked');
  const [, count = '', unit = ''] = /^(\d+) (second|minute|hour|day)s?$/.exec(every) ?? [];
  if (unit) return ctx.t(`operations.work.when.${unit}`, { count: Number(count) });
  const [, minute = '', hour = ''] = /^(\d+) (\d+|\*) \* \* \*$/.exec(every) ?? [];
  const two = (number: string): string => number.padStart(2, '0');
  if (hour === '*') return ctx.t('operations.work.when.hourly', { minute: two(minute) });
  if (hour) return ctx.t('operations.work.when.daily', { time: `${two(hour)}:${two(minute)}` });
  return ctx.t('operations.work.when.cron', { line: every });
}
