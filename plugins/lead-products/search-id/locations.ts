import type { Ctx } from '../../../core/contract.ts';
import { type CampaignRules, Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { type Place, Places } from '../../foundation/places/contract.ts';
import { type SearchRow, searchOf } from './campaign.store.ts';

/** Where a campaign wants people from: one for each kind of place that it names. */
export interface Location {
  kind: 'national' | 'state' | 'city' | 'zip' | 'radius';
  /** As they were named; of a radius its center. */
  places: string[];
  miles: number | null;
}

/** The locations of a campaign; none where it names no place. */
export function locationsOf(
  { nationwide, states, cities, zips }: Pick<CampaignRules, 'nationwide' | 'states' | 'cities' | 'zips'>,
  search: Pick<SearchRow, 'place_by' | 'radius_center' | 'radius_miles'>,
): Location[] {
  if (nationwide) return [{ kind: 'national', places: [], miles: null }];
  if (search.place_by === 'radius')
    return search.radius_center ? [{ kind: 'radius', places: [search.radius_center], miles: search.radius_miles }] : [];
  const named: Location[] = [
    { kind: 'state', places: [...states], miles: null },
    { kind: 'city', places: [...cities], miles: null },
    { kind: 'zip', places: [...zips], miles: null },
  ];
  return named.filter(({ places }) => places.length > 0);
}

/** What a campaign looks for, and where; null for a campaign of another product, or one that is gone. */
export async function targetOf(ctx: Ctx, campaignId: number) {
  const search = await searchOf(ctx, campaignId);
  const rules = (await ctx.use(Campaigns).rules([campaignId])).get(campaignId);
  return search && rules ? { search, rules, locations: locationsOf(rules, search) } : null;
}

/** The center of a radius, as the directory of places takes it. */
export const centerOf = (typed: string): { zip: string } | { city: string } =>
  /^\d{5}$/.test(typed.trim()) ? { zip: typed.trim() } : { city: typed.trim() };

/** The places of locations, null for everywhere, and what of them names nothing. */
export async function resolved(ctx: Ctx, locations: readonly Location[]): Promise<{ places: Place[] | null; unknown: string[] }> {
  if (locations.some(({ kind }) => kind === 'national')) return { places: null, unknown: [] };
  const named = (kind: Location['kind']): string[] => locations.flatMap((location) => (location.kind === kind ? location.places : []));
  const { places, unknown } = await ctx.use(Places).find({ states: named('state'), cities: named('city'), zips: named('zip') });
  const missing = [...unknown.states, ...unknown.cities, ...unknown.zips];
  for (const { kind, places: center, miles } of locations) {
    if (kind !== 'radius') continue;
    const around = await ctx.use(Places).around(centerOf(center[0]!), miles!);
    if (around) places.push(...around);
    else missing.push(center[0]!);
  }
  return { places, unknown: missing };
}
