import { CronExpressionParser } from 'cron-parser';
import type { Collection } from '../collect.ts';
import type { Fault } from '../fault.ts';

const INTERVAL = /^[1-9]\d* (?:second|minute|hour|day|week)s?$/;

/** When jobs run: an interval in words or a cron line. */
export function jobFaults(all: Collection): Fault[] {
  return all.jobs
    .filter(({ def }) => def.every !== undefined && !isTime(def.every))
    .map(({ plugin, def }) => ({
      code: 'schedule',
      plugin,
      definition: `job "${def.id}"`,
      found: `runs every "${def.every}", which is neither an interval nor a cron line`,
      remedy: "write '5 minutes' or '17 3 * * *'",
    }));
}

/** A plugin that agencies can be without says what becomes of events meanwhile. */
export function subscriptionFaults(all: Collection): Fault[] {
  const switchable = new Set(all.plugins.filter(({ manifest }) => manifest.level === 'agency').map(({ manifest }) => manifest.id));
  return all.subscriptions
    .filter(({ plugin, def }) => switchable.has(plugin) && def.whileOff === undefined)
    .map(({ plugin, def }) => ({
      code: 'while-off',
      plugin,
      definition: `subscription "${def.id}"`,
      found: 'does not say what becomes of events while the plugin is off',
      remedy: "state whileOff: 'hold' or 'drop'",
    }));
}

function isTime(every: string): boolean {
  if (INTERVAL.test(every)) return true;
  if (every.trim().split(/\s+/).length !== 5) return false;
  try {
    CronExpressionParser.parse(every);
    return true;
  } catch {
    return false;
  }
}
