import { definePlugin, contribute, provide } from '../../../core/contract.ts';
import { CampaignFieldSets } from '../campaigns/contract.ts';
import { ClientGroups } from '../../tenancy/clients/contract.ts';
import { CompanyGroups } from './contract.ts';
import { groupAbilities } from './groups.abilities.ts';
import { groupForms, groupMenu, groupPages } from './groups.pages.ts';
import { groupRoutes } from './groups.routes.ts';
import { campaignGroup, clientGroup, groupsPort } from './groups.service.ts';

export default definePlugin({
  manifest: {
    id: 'company-groups',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { clients: '^1', campaigns: '^1' },
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    company_groups_campaign: 'delete',
    company_groups_client: 'delete',
    company_groups_group: 'delete',
  },
  subjects: { CompanyGroup: { table: 'company_groups_group', fields: ['id', 'company_id', 'agency_id', 'root_id'] } },
  actions: {
    CompanyGroup: ['read', 'create', 'update', 'delete'],
  },
  abilities: groupAbilities,
  routes: groupRoutes,
  forms: groupForms,
  pages: groupPages,
  menu: groupMenu,
  provides: [provide(CompanyGroups, groupsPort)],
  contributions: [contribute(CampaignFieldSets, campaignGroup), contribute(ClientGroups, clientGroup)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
