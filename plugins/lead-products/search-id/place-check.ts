import { type Ctx, type FieldError, Problem } from '../../../core/contract.ts';
import { type Campaign, type CampaignRules, Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { MOST_ZIPS, Places } from '../../foundation/places/contract.ts';
import { searchOf, type SearchRow } from './campaign.store.ts';
import { centerOf } from './locations.ts';

type Sent = Readonly<Record<string, unknown>>;
const SHOWN = 3;

/** Refuses places that nobody knows, each on the field in which it was sent. */
export async function checkPlaces(ctx: Ctx, { id }: Campaign, sent: Sent): Promise<void> {
  const isSent = (field: string): boolean => sent[field] !== undefined && sent[field] !== null;
  if (!['locatorstate', 'locatorcity', 'locatorzip', 'radiuscenter'].some(isSent)) return;
  const rules = (await ctx.use(Campaigns).rules([id])).get(id)!;
  await refuseUnknown(
    ctx,
    {
      states: isSent('locatorstate') ? rules.states : [],
      cities: isSent('locatorcity') ? rules.cities : [],
      zips: isSent('locatorzip') ? rules.zips : [],
    },
    { radius_center: (isSent('radiuscenter') && (await searchOf(ctx, id))?.radius_center) || '' },
  );
}

/** The same for places as they would be kept. */
export async function refuseUnknown(
  ctx: Ctx,
  { states, cities, zips }: Pick<CampaignRules, 'states' | 'cities' | 'zips'>,
  { radius_center: center }: Pick<SearchRow, 'radius_center'>,
): Promise<void> {
  const errors: FieldError[] = [];
  const fault = (field: string, message: string, params: Record<string, string | number> = {}): void =>
    void errors.push({ field, message, params });
  const { unknown } = await ctx.use(Places).find({ states, cities, zips: zips.slice(0, MOST_ZIPS) });
  for (const [field, names] of [
    ['locatorstate', unknown.states],
    ['locatorcity', unknown.cities],
    ['locatorzip', unknown.zips],
  ] as const)
    if (names.length > 0) fault(field, 'search-id.problem.places', { places: shortened(names) });
  if (zips.length > MOST_ZIPS) fault('locatorzip', 'search-id.problem.zips', { most: MOST_ZIPS });

  if (center && (await ctx.use(Places).around(centerOf(center), 1)) === null) fault('radiuscenter', 'search-id.problem.center');
  if (errors.length > 0) throw new Problem(422, 'core.problem.invalid', { errors });
}

/** The first of some names, and how many more there are. */
export const shortened = (names: readonly string[]): string =>
  names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? ` +${names.length - SHOWN}` : '');
