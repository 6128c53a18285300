import { definePlugin, contribute, MailNames, RecordSearches, provide, ConfigurationParts, settingsPart } from '../../../core/contract.ts';
import { CompanyFacts, Erasures, OpenOfProducts, ProductUses, RemovalGuards } from '../../foundation/companies/contract.ts';
import { overviewRoutes } from './overview.routes.ts';
import { AttentionSources } from '../../foundation/attention/contract.ts';
import { campaignAttention } from './attention.ts';
import { campaignAbilities } from './campaigns.abilities.ts';
import { campaignClock } from './campaigns.jobs.ts';
import { campaignsOf } from './campaigns.port.ts';
import { campaignRoutes } from './campaigns.routes.ts';
import { Prices } from './campaigns.settings.ts';
import { chooserRoutes } from './chooser.routes.ts';
import { campaignFacts } from './company-facts.ts';
import { keepWhileOpen, openOfProduct } from './company-guards.ts';
import { CampaignChanged, Campaigns, CampaignTrials } from './contract.ts';
import { eraseCampaigns, eraseCompanyCampaigns } from './erasure.job.ts';
import { leadNotices } from './lead-notices.job.ts';
import { UsualRetails } from '../../money/pricing/contract.ts';
import { priceForm, priceRoutes } from './prices.routes.ts';
import { trialsOf } from './trials.port.ts';
import { pricesStep } from './prices-step.ts';
import { LaunchSteps } from '../../foundation/launch/contract.ts';
import { campaignStep } from './launch-step.ts';
import { openCampaigns } from './product-use.ts';
import { campaignSearch } from './record-search.ts';
import { campaignTriggers } from './triggers.ts';

export default definePlugin({
  manifest: {
    id: 'campaigns',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { companies: '^1', clients: '^1', places: '^1', pricing: '^1' },
    uses: ['attention', 'launch', 'accounts', 'people'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    campaigns_campaign: { keep: 'invoices name it by number; name, addresses and recipients are taken out' },
    campaigns_move: { keep: 'which state counted when, for the books; append-only' },
    campaigns_window: { keep: 'counts only' },
  },
  subjects: { Campaign: { table: 'campaigns_campaign', fields: ['id', 'company_id', 'agency_id', 'root_id', 'product', 'status'] } },
  actions: {
    Campaign: ['read', 'create', 'update', 'delete'],
    CampaignPrice: ['update'],
  },
  sensitive: { CampaignPrice: 'money' },
  abilities: campaignAbilities,
  routes: [...chooserRoutes, ...overviewRoutes],
  derive: (from) => ({ routes: [...campaignRoutes(from), ...priceRoutes(from)] }),
  forms: [priceForm],
  pageRoles: {
    'campaigns.dashboard': 'what the campaigns of one product have brought',
    'campaigns.list': 'the campaigns of one product',
    'campaigns.campaign': 'one campaign, in tabs',
    'campaigns.leads': 'the leads of one product',
    'campaigns.overview': 'the campaigns of all products, a row each',
    'campaigns.setup': 'the products that a campaign can be made of, a card each',
  },
  jobs: [campaignClock, eraseCampaigns, leadNotices],
  settings: [Prices],
  events: [CampaignChanged],
  triggers: campaignTriggers,
  provides: [provide(Campaigns, campaignsOf), provide(CampaignTrials, trialsOf)],
  contributions: [
    contribute(
      ConfigurationParts,
      settingsPart({ id: 'campaigns.prices', title: 'campaigns.setting.prices', order: 50, settings: [Prices] }),
    ),
    contribute(AttentionSources, campaignAttention),
    contribute(LaunchSteps, campaignStep),
    contribute(LaunchSteps, pricesStep),
    contribute(UsualRetails, { of: (ctx, client) => ctx.setting(Prices, client) }),
    contribute(Erasures, eraseCompanyCampaigns),
    contribute(MailNames, 'campaign'),
    contribute(CompanyFacts, campaignFacts),
    contribute(OpenOfProducts, openOfProduct),
    contribute(ProductUses, openCampaigns),
    contribute(RemovalGuards, keepWhileOpen),
    contribute(RecordSearches, campaignSearch),
  ],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
