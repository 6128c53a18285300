import { definePlugin, contribute, provide } from '../../../core/contract.ts';
import { CampaignFieldSets } from '../campaigns/contract.ts';
import { campaignOrganization } from './campaigns.service.ts';
import { Organizations } from './contract.ts';
import { organizationAbilities } from './organizations.abilities.ts';
import { organizationForms, organizationMenu, organizationPages } from './organizations.pages.ts';
import { organizationRoutes } from './organizations.routes.ts';
import { organizationsPort } from './organizations.service.ts';

export default definePlugin({
  manifest: { id: 'organizations', version: '1.0.0', core: '^1', level: 'platform', requires: { campaigns: '^1' } },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    organizations_campaign: 'delete',
    organizations_organization: 'delete',
  },
  subjects: { Organization: { table: 'organizations_organization', fields: ['id', 'company_id', 'agency_id', 'root_id'] } },
  actions: {
    Organization: ['read', 'create', 'update', 'delete'],
  },
  abilities: organizationAbilities,
  routes: organizationRoutes,
  forms: organizationForms,
  pages: organizationPages,
  menu: organizationMenu,
  provides: [provide(Organizations, organizationsPort)],
  contributions: [contribute(CampaignFieldSets, campaignOrganization)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
