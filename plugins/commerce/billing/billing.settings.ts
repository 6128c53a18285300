import { IANAZone } from 'luxon';
import { type Ctx, DEFAULT_ZONE, defineSetting, T } from '../../../core/contract.ts';

/** The zone by whose weeks and months an agency bills its clients. A change counts from the next period on. */
export const Zone = defineSetting({
  id: 'billing.zone',
  title: 'billing.setting.zone',
  level: 'agency',
  schema: T.String({ maxLength: 64, pattern: '^[A-Za-z0-9_+/-]+$' }),
  default: DEFAULT_ZONE,
  read: ['read', 'BillingSetting'],
  write: ['update', 'BillingSetting'],
});

/** The agency's billing zone; the usual one where an unknown name was set. */
export async function zoneOf(ctx: Ctx): Promise<string> {
  const zone = await ctx.setting(Zone);
  return IANAZone.isValidZone(zone) ? zone : DEFAULT_ZONE;
}

/** The year of such a day, by which numbers are counted. */
export const yearOf = (day: string): number => Number(day.slice(0, 4));
