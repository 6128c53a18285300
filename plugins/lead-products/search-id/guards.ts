import type { Ctx } from '../../../core/contract.ts';
import type { Campaign, GuardFailure } from '../../campaign-management/campaigns/contract.ts';
import { resolved, targetOf } from './locations.ts';

/** A campaign begins once it says what people look for, and where. */
export async function targetGuard(ctx: Ctx, { id }: Campaign): Promise<GuardFailure[]> {
  const target = await targetOf(ctx, id);
  if (!target) return [];
  const { places, unknown } = await resolved(ctx, target.locations);
  return [
    ...(target.search.keywords.length === 0 ? [{ code: 'search-id.guard.keywords' }] : []),
    ...(places?.length === 0 && unknown.length === 0 ? [{ code: 'search-id.guard.places' }] : []),
    ...(unknown.length > 0 ? [{ code: 'search-id.guard.unknown' }] : []),
  ];
}
