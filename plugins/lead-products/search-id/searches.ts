import type { Ctx } from '../../../core/contract.ts';
import { type CampaignRules, Campaigns } from '../../campaign-management/campaigns/contract.ts';
import type { IntentSearch } from '../../lead-intake/intent/contract.ts';
import { type SearchRow, searchesOf } from './campaign.store.ts';

/** Campaigns read at once. */
const AT_ONCE = 1_000;

/** What active campaigns search for, for suppliers of records. */
export async function runningSearches(ctx: Ctx): Promise<IntentSearch[]> {
  const ids = await ctx.use(Campaigns).open({ product: 'locator' });
  const running: IntentSearch[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    const rules = await ctx.use(Campaigns).rules(some);
    for (const row of await searchesOf(ctx, some)) {
      const campaign = rules.get(row.campaign_id);
      if (campaign?.status === 'active') running.push(searchOf(row, campaign));
    }
  }
  return running;
}

function searchOf(row: SearchRow, { nationwide, states, cities, zips }: CampaignRules): IntentSearch {
  const isRadius = !nationwide && row.place_by === 'radius';
  const areNamed = !nationwide && !isRadius;
  const external = {
    sificampaign: row.sifi_campaign,
    sifiorganizationid: row.sifi_organization,
    externalcampaign: row.external_campaign,
    externalorganizationid: row.external_organization,
  };
  return {
    id: row.campaign_id,
    keywords: row.keywords,
    contextual_keywords: row.contextual,
    stop_words: row.stop_words,
    nationwide,
    states: areNamed ? states : [],
    cities: areNamed ? cities : [],
    zips: areNamed ? zips : [],
    radius: isRadius && row.radius_center ? { center: row.radius_center, miles: row.radius_miles } : null,
    external: Object.fromEntries(Object.entries(external).filter(([, id]) => id !== '')),
  };
}
