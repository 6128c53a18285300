import type { Ctx } from '../../../core/contract.ts';
import type { Campaign } from '../../campaign-management/campaigns/contract.ts';
import { followCounts } from './counting/counts.service.ts';
import { checkPlaces } from './place-check.ts';

/** What decides how many people there are for a campaign's keywords. */
const COUNTED = [
  'locatorkeyword',
  'nationaltargeting',
  'locationtarget',
  'locatorstate',
  'locatorcity',
  'locatorzip',
  'radiuscenter',
  'radiusmiles',
];

/** Places that nobody knows are refused, and people are counted anew where something else is looked for. */
export async function checkCampaign(ctx: Ctx, campaign: Campaign, sent: Readonly<Record<string, unknown>>): Promise<void> {
  await checkPlaces(ctx, campaign, sent);
  if (COUNTED.some((field) => sent[field] !== undefined)) await followCounts(ctx, campaign);
}
