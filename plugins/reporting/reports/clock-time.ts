import { DateTime } from 'luxon';

const MINUTE_MS = 60_000;
const MOST_KEPT = 20_000;
const MOST_ZONES = 20;
const minutes = new Map<string, Map<number, string>>();

/** An instant as `yyyy-MM-dd HH:mm` on the clock of the zone. Files ask for millions, so minutes that were asked for are kept a while. */
export function clockTime(at: Date, zone: string): string {
  if (!minutes.has(zone) && minutes.size >= MOST_ZONES) minutes.clear();
  const ofZone = minutes.get(zone) ?? minutes.set(zone, new Map()).get(zone)!;
  const minute = Math.floor(at.getTime() / MINUTE_MS);
  const kept = ofZone.get(minute);
  if (kept !== undefined) return kept;
  if (ofZone.size >= MOST_KEPT) ofZone.clear();
  const text = DateTime.fromJSDate(at, { zone }).toFormat('yyyy-MM-dd HH:mm');
  ofZone.set(minute, text);
  return text;
}
