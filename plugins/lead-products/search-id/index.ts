import { contribute, ConfigurationParts, settingsPart } from '../../../core/contract.ts';
import { CampaignErasures } from '../../campaign-management/campaigns/contract.ts';
import { IntentSearches } from '../../lead-intake/intent/contract.ts';
import { LeadSources } from '../../lead-intake/leads/contract.ts';
import { campaignProduct } from '../products/shared.ts';
import { searchBackTest } from './back-test.ts';
import { collectJob, followCampaigns, purgeJob } from './collecting/collect.job.ts';
import { countJob } from './counting/count.job.ts';
import { countRates, countRoutes } from './counting/counts.routes.ts';
import { countsTab } from './counting/counts-tab.ts';
import { eraseCampaign } from './erasure.ts';
import { behind, fields, looks, table, ui } from './fields.ts';
import { targetGuard } from './guards.ts';
import { lookupRates, lookupRoutes } from './lookups.routes.ts';
import { checkCampaign } from './saved.ts';
import { Lookback } from './search-id.settings.ts';
import { runningSearches } from './searches.ts';
import { IntentRecords } from './source.ts';

/** People who look for something become leads of the campaigns about it. */
export default campaignProduct(
  {
    id: 'search-id',
    title: 'search-id.name',
    icon: 'search',
    order: 20,
    url: 'searchid',
    wire: { type: 'locator', prefix: 'Locator' },
    fields,
    ui,
    behind,
    looks,
    table,
    check: checkCampaign,
    source: IntentRecords,
    pricing: {
      hasAdvancedPrice: false,
      hasMinimum: false,
      leadPrice: 'costSetCents',
      usual: { wholesaleCents: 80, retailCents: 200 },
    },
    backTest: searchBackTest,
    guards: [targetGuard],
    tabs: [{ id: 'keywords', title: 'search-id.tab.keywords', blocks: countsTab }],
  },
  {
    manifest: { version: '1.0.0', requires: { accounts: '^1', intent: '^1', leads: '^1', places: '^1' } },
    migrations: new URL('./migrations/', import.meta.url),
    erasure: {
      search_id_reading: 'delete',
      search_id_record: 'delete',
      search_id_run: 'delete',
      search_id_location: 'delete',
      search_id_count: 'delete',
    },
    routes: [...lookupRoutes, ...countRoutes],
    rates: [...lookupRates, ...countRates],
    jobs: [collectJob, countJob, purgeJob],
    on: [followCampaigns],
    settings: [Lookback],
    contributions: [
      contribute(
        ConfigurationParts,
        settingsPart({ id: 'search-id.lookback', title: 'search-id.setting.lookback', order: 80, settings: [Lookback] }),
      ),
      contribute(LeadSources, IntentRecords),
      contribute(IntentSearches, runningSearches),
      contribute(CampaignErasures, eraseCampaign),
    ],
    locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
  },
);
