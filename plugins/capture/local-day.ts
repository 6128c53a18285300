const formats = new Map<string, Intl.DateTimeFormat>();
const days = new Map<string, string>();

/**
 * The calendar day (`2026-03-08`) of an instant in a zone. Remembers quarter hours, at whose borders alone a day may begin
 * anywhere in the world, because the formatter is far slower than a look-up.
 */
export function localDay(at: number, timezone: string): string {
  const key = `${timezone} ${Math.floor(at / 900_000)}`;
  let day = days.get(key);
  if (day === undefined) {
    let format = formats.get(timezone);
    if (!format)
      formats.set(
        timezone,
        (format = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' })),
      );
    if (days.size > 5_000) days.clear();
    days.set(key, (day = format.format(at)));
  }
  return day;
}
