import { definePlugin } from '../../../core/contract.ts';
import { audienceAbilities } from './audiences.abilities.ts';
import { audienceForms, audienceMenu, audiencePages } from './audiences.pages.ts';
import { audienceRates, audienceRoutes } from './audiences.routes.ts';

export default definePlugin({
  manifest: {
    id: 'audiences',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: {
      campaigns: '^1',
      clients: '^1',
      companies: '^1',
      exclusions: '^1',
      leads: '^1',
      products: '^1',
      reports: '^1',
      roles: '^1',
    },
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: { audiences_audience: 'delete' },
  subjects: { Audience: { table: 'audiences_audience', fields: ['id', 'company_id', 'agency_id', 'root_id'] } },
  actions: { Audience: ['read', 'create', 'update', 'delete', 'export'] },
  abilities: audienceAbilities,
  routes: audienceRoutes,
  rates: audienceRates,
  forms: audienceForms,
  pages: audiencePages,
  menu: audienceMenu,
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
