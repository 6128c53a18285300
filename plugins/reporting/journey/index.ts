import { contribute, definePlugin } from '../../../core/contract.ts';
import { CampaignErasures, CampaignFieldSets } from '../../campaign-management/campaigns/contract.ts';
import { VisitFollowers } from '../../lead-intake/capture/contract.ts';
import { LeadFieldSets } from '../../lead-intake/leads/contract.ts';
import { Conversions } from '../reports/contract.ts';
import { eraseCampaignJourneys } from './erasure.ts';
import { follow, forget } from './following/follow.ts';
import { hotPagesJob } from './hot-pages.job.ts';
import { journeyAbilities } from './journey.abilities.ts';
import { PersonRecords } from '../../foundation/privacy/contract.ts';
import { journeyData } from './person-data.ts';
import { purgeJob } from './purge.job.ts';
import { journeyFields } from './showing/fields.ts';
import { campaignConversions, leadConversions, productsWithJourneys } from './showing/conversions.ts';
import { campaignConversionFigures, conversionColumns, leadJourney } from './showing/journey.pages.ts';
import { originRoutes, originsOnDashboard } from './showing/origins.ts';
import { journeyRoutes } from './showing/journey.routes.ts';

export default definePlugin({
  manifest: {
    id: 'journey',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { campaigns: '^1', capture: '^1', leads: '^1' },
    uses: ['accounts', 'companies', 'privacy', 'products', 'reports'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: { journey_page: 'delete', journey_lead: 'delete', journey_day: 'delete', journey_hot: 'delete', journey_origin: 'delete' },
  subjects: {
    JourneyPage: { table: 'journey_page', fields: ['company_id', 'agency_id', 'root_id', 'campaign_id'] },
    JourneyLead: { table: 'journey_lead', fields: ['company_id', 'agency_id', 'root_id', 'campaign_id'] },
    JourneyOrigin: { table: 'journey_origin', fields: ['company_id', 'agency_id', 'root_id', 'campaign_id'] },
  },
  actions: { JourneyPage: ['read'], JourneyLead: ['read'], JourneyOrigin: ['read'] },
  abilities: journeyAbilities,
  routes: journeyRoutes,
  derive: (from) => ({
    routes: originRoutes(from),
    extend: [
      originsOnDashboard(''),
      ...productsWithJourneys(from).flatMap((product) => [
        originsOnDashboard(product),
        campaignConversionFigures(product),
        conversionColumns({ role: 'campaigns.list', where: { product } }),
      ]),
    ],
  }),
  jobs: [purgeJob, hotPagesJob],
  extend: [leadJourney('reports.lead-list'), leadJourney('campaigns.leads'), conversionColumns({ role: 'campaigns.overview' })],
  contributions: [
    contribute(VisitFollowers, { follow, forget }),
    contribute(LeadFieldSets, journeyFields),
    contribute(CampaignFieldSets, campaignConversions),
    contribute(Conversions, leadConversions),
    contribute(CampaignErasures, eraseCampaignJourneys),
    contribute(PersonRecords, journeyData),
  ],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
