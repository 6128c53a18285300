import { contribute, definePlugin } from '../../../core/contract.ts';
import { AttentionSources } from '../../foundation/attention/contract.ts';
import { ApiScopes } from '../developer/contract.ts';
import { eventRoutes } from './events/events.routes.ts';
import { purgeJob } from './events/purge.job.ts';
import { recorders, recordersOf } from './events/record.ts';
import { openApiAbilities } from './open-api.abilities.ts';
import { developerExtension } from './open-api.pages.ts';
import { referencePage } from './reference/reference.pages.ts';
import { referenceRoutes } from './reference/reference.routes.ts';
import { accountRoutes } from './resources/account.routes.ts';
import { campaignRoutes } from './resources/campaigns.routes.ts';
import { editCampaignRoutes } from './resources/edit-campaigns.routes.ts';
import { exclusionRoutes } from './resources/exclusions.routes.ts';
import { reportRoutes } from './resources/reports.routes.ts';
import { clientRoutes } from './resources/clients.routes.ts';
import { leadRoutes } from './resources/leads.routes.ts';
import { userRoutes } from './resources/users.routes.ts';
import { sandboxRoutes } from './sandbox/sandbox.routes.ts';
import { scopes } from './scopes.ts';
import { stoppedEndpoints } from './webhooks/attention.ts';
import { sendJob } from './webhooks/send.job.ts';
import { endpointPage } from './webhooks/endpoint.pages.ts';
import { manageRoutes, webhookRates } from './webhooks/manage.routes.ts';
import { endpointForm } from './webhooks/webhooks.forms.ts';
import { webhookRoutes } from './webhooks/webhooks.routes.ts';

/** What programs of agencies call, the events that they follow, and the reference that says how. */
export default definePlugin({
  manifest: {
    id: 'open-api',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: {
      attention: '^1',
      campaigns: '^1',
      clients: '^1',
      companies: '^1',
      developer: '^1',
      exclusions: '^1',
      leads: '^1',
      reports: '^1',
    },
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    open_api_delivery: 'delete',
    open_api_endpoint: 'delete',
    open_api_event: 'delete',
    open_api_feed: 'delete',
    open_api_sandbox: 'delete',
  },
  subjects: {
    ApiEvent: { table: 'open_api_event', fields: ['company_id', 'agency_id', 'root_id'] },
    WebhookEndpoint: { table: 'open_api_endpoint', fields: ['company_id', 'agency_id', 'root_id'] },
  },
  actions: {
    ApiEvent: ['read'],
    WebhookEndpoint: ['read', 'create', 'update', 'delete'],
    SignInLink: ['create'],
    SandboxLead: ['create', 'delete'],
  },
  sensitive: { WebhookEndpoint: 'connections', SignInLink: 'credentials' },
  abilities: openApiAbilities,
  routes: [
    ...accountRoutes,
    ...clientRoutes,
    ...userRoutes,
    ...campaignRoutes,
    ...editCampaignRoutes,
    ...exclusionRoutes,
    ...reportRoutes,
    ...leadRoutes,
    ...eventRoutes,
    ...webhookRoutes,
    ...manageRoutes,
    ...sandboxRoutes,
    ...referenceRoutes,
  ],
  rates: webhookRates,
  jobs: [purgeJob, sendJob],
  on: recorders,
  derive: ({ triggers }) => ({ on: recordersOf(triggers) }),
  forms: [endpointForm],
  pages: [referencePage, endpointPage],
  extend: [developerExtension],
  contributions: [contribute(AttentionSources, stoppedEndpoints), ...scopes.map((scope) => contribute(ApiScopes, scope))],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
