import { definePlugin, contribute, provide } from '../../../core/contract.ts';
import { AgencyIssues, Erasures, ProductUses } from '../../foundation/companies/contract.ts';
import { expireJob, tellJob } from './alarms.jobs.ts';
import { AttentionSources } from '../../foundation/attention/contract.ts';
import { connectionAttention } from './attention.ts';
import { backfillJob } from './backfill/backfill.job.ts';
import { backfillPage } from './backfill/backfill.pages.ts';
import { backfillRoutes } from './backfill/backfill.routes.ts';
import { bulkUpdateJob } from './bulk/bulk-updates.job.ts';
import { campaignDestinations, deliveriesTab } from './campaign-destinations.routes.ts';
import { clientRoutes } from './clients.routes.ts';
import { CampaignIssues } from '../../campaign-management/campaigns/contract.ts';
import { integrationsOf } from './connections.service.ts';
import { Integrations, LeadInvalid } from './contract.ts';
import { deliverJob } from './deliver.jobs.ts';
import { deliveryRoutes } from './deliveries.routes.ts';
import { deliveryHealth, deliveryOnHome } from './delivery-health.ts';
import { destinationIssue } from './destination-issue.ts';
import { eraseIntegrations } from './erasure.ts';
import { erasureAttention } from './erasures/attention.ts';
import { eraseJob } from './erasures/erasures.job.ts';
import { erasuresPage } from './erasures/erasures.pages.ts';
import { erasureRoutes } from './erasures/erasures.routes.ts';
import { forgetJob } from './forget.job.ts';
import { integrationAbilities } from './integrations.abilities.ts';
import { integrationMenu, integrationPages } from './integrations.pages.ts';
import { integrationRoutes } from './integrations.routes.ts';
import { LeadFacets } from '../../lead-intake/leads/contract.ts';
import { deliverAgainForm, leadDeliveries } from './lead-deliveries.pages.ts';
import { leadDeliveryRoutes } from './lead-deliveries.routes.ts';
import { deliveryOutcome } from './lead-outcome.ts';
import { authorizationRoutes, authorizedForm, authorizedPage } from './oauth/authorizations.routes.ts';
import { authorizationCallback } from './oauth/callback.raw.ts';
import { revokeJob } from './oauth/revoke.job.ts';
import { PersonRecords } from '../../foundation/privacy/contract.ts';
import { deliveryData } from './person-data.ts';
import { fedConnections, waitingDeliveries } from './product-use.ts';
import { brokenConnections, heldDeliveries, rejectedDeliveries } from './issues.ts';
import { sendingForms, sendingPage } from './sending/sending.pages.ts';
import { sendingRoutes } from './sending/sending.routes.ts';
import { templateForm, templatePage } from './sending/template.pages.ts';
import { templateRoutes } from './sending/template.routes.ts';
import { integrationRates, testRoutes } from './tests.routes.ts';
import { LaunchSteps } from '../../foundation/launch/contract.ts';
import { destinationStep } from './launch-step.ts';
import { followed } from './triggers/follow.ts';
import { leadTriggers } from './triggers/lead-triggers.ts';
import { triggerRoutes } from './triggers/triggers.routes.ts';

export default definePlugin({
  manifest: {
    id: 'integrations',
    version: '1.0.0',
    core: '^1',
    requires: { leads: '^1' },
    uses: ['attention', 'launch', 'accounts', 'companies', 'campaigns', 'privacy', 'reports'],
    level: 'platform',
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    integrations_connection: 'delete',
    integrations_delivery: 'delete',
    integrations_authorization: 'delete',
    integrations_erasure: 'delete',
    integrations_backfill: 'delete',
    integrations_bulk_update: 'delete',
  },
  tables: { integrations_turn: [] },
  subjects: {
    Connection: { table: 'integrations_connection', fields: ['company_id', 'agency_id', 'root_id'] },
    Delivery: { table: 'integrations_delivery', fields: ['company_id', 'agency_id', 'root_id'] },
    Erasure: { table: 'integrations_erasure', fields: ['company_id', 'agency_id', 'root_id'] },
  },
  actions: {
    ClientConnection: ['read'],
    Connection: ['read', 'create', 'update', 'delete'],
    Delivery: ['read', 'update', 'oversee'],
    DeliveryHealth: ['read'],
    Destination: ['read'],
    Erasure: ['read', 'update'],
  },
  sensitive: { Connection: 'connections', Delivery: 'connections', Erasure: 'connections' },
  abilities: integrationAbilities,
  routes: [
    ...authorizationRoutes,
    ...erasureRoutes,
    ...triggerRoutes,
    ...sendingRoutes,
    ...templateRoutes,
    ...backfillRoutes,
    campaignDestinations,
    deliveryHealth,
    ...clientRoutes,
    ...integrationRoutes,
    ...testRoutes,
    ...deliveryRoutes,
    ...leadDeliveryRoutes,
  ],
  raw: [authorizationCallback],
  rates: integrationRates,
  jobs: [deliverJob, eraseJob, tellJob, expireJob, forgetJob, revokeJob, backfillJob, bulkUpdateJob],
  events: [LeadInvalid],
  triggers: leadTriggers,
  derive: ({ triggers }) => ({ on: followed(triggers) }),
  pageRoles: {
    'integrations.catalogue': 'the systems that leads can be sent to',
    'integrations.connection': 'one connection to such a system',
  },
  widgets: ['template'],
  forms: [deliverAgainForm, authorizedForm, ...sendingForms, templateForm],
  pages: [...integrationPages, authorizedPage, erasuresPage, sendingPage, templatePage, backfillPage],
  extend: [deliveriesTab, deliveryOnHome, leadDeliveries],
  menu: integrationMenu,
  provides: [provide(Integrations, integrationsOf)],
  contributions: [
    contribute(AttentionSources, connectionAttention),
    contribute(AttentionSources, erasureAttention),
    contribute(LaunchSteps, destinationStep),
    contribute(Erasures, eraseIntegrations),
    contribute(CampaignIssues, destinationIssue),
    contribute(AgencyIssues, brokenConnections),
    contribute(AgencyIssues, heldDeliveries),
    contribute(AgencyIssues, rejectedDeliveries),
    contribute(ProductUses, fedConnections),
    contribute(ProductUses, waitingDeliveries),
    contribute(LeadFacets, deliveryOutcome),
    contribute(PersonRecords, deliveryData),
  ],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
