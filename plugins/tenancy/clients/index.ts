import { firstReads } from './first-reads.ts';
import { tellOfNewClient } from './new-client.mail.ts';
import { definePlugin, contribute, MailMutes, provide, RecordSearches } from '../../../core/contract.ts';
import { UserFields } from '../../foundation/accounts/contract.ts';
import { Erasures, UserKinds } from '../../foundation/companies/contract.ts';
import { RightsCaps } from '../roles/contract.ts';
import { choiceRoutes } from './choices.routes.ts';
import { clientChoices } from './chooser.routes.ts';
import { clientAbilities } from './clients.abilities.ts';
import { clientForms } from './clients.forms.ts';
import { clientPage } from './client-page.ts';
import { clientPageRoutes } from './client-page.routes.ts';
import { clientMenu, clientPages } from './clients.pages.ts';
import { clientRoutes } from './clients.routes.ts';
import { clientKind, clientsOf } from './clients.service.ts';
import { eraseClient, isMuted } from './clients.store.ts';
import { agencyClients, clientsOfAgency } from './of-agency.ts';
import { ClientCreated, Clients } from './contract.ts';
import { clientSearch } from './record-search.ts';
import { addCampaignCap } from './rights.ts';
import { campaignManagementGuard, clientUserFields, userDataRoutes } from './user-data.ts';
import { LaunchSteps } from '../../foundation/launch/contract.ts';
import { clientStep } from './launch-step.ts';
import { clientTriggers } from './triggers.ts';

export default definePlugin({
  manifest: {
    id: 'clients',
    version: '1.0.0',
    core: '^1',
    requires: { accounts: '^1', companies: '^1' },
    uses: ['launch', 'people', 'roles'],
    level: 'platform',
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    clients_profile: { keep: 'settings that invoices were made under; phone, website and added fields are taken out' },
  },
  subjects: { Client: { table: 'clients_profile', fields: ['company_id', 'agency_id', 'root_id'] } },
  actions: {
    Client: ['list', 'choose', 'survey', 'create', 'update', 'delete'],
  },
  sensitive: { Client: 'people' },
  abilities: clientAbilities,
  routes: [clientChoices, clientsOfAgency, ...clientRoutes, ...clientPageRoutes, ...userDataRoutes],
  derive: (from) => ({ routes: choiceRoutes(from) }),
  events: [ClientCreated],
  triggers: clientTriggers,
  forms: clientForms,
  pages: [...clientPages, clientPage],
  extend: [agencyClients],
  landing: [{ page: 'clients.list', order: 50 }],
  redirects: [{ from: '/configuration', to: 'clients.list' }],
  on: [tellOfNewClient],
  menu: clientMenu,
  provides: [provide(Clients, clientsOf)],
  guards: [campaignManagementGuard],
  contributions: [
    contribute(LaunchSteps, clientStep),
    contribute(UserKinds, clientKind),
    contribute(UserFields, clientUserFields),
    contribute(RightsCaps, addCampaignCap),
    contribute(MailMutes, isMuted),
    contribute(Erasures, eraseClient),
    contribute(RecordSearches, clientSearch),
  ],
  firstReads,
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
