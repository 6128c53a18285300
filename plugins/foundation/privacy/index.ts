import { definePlugin, provide } from '../../../core/contract.ts';
import { PrivacyRequests } from './contract.ts';
import { privacyAbilities } from './privacy.abilities.ts';
import { privacyAreas } from './privacy.areas.ts';
import { privacyJobs } from './privacy.jobs.ts';
import { privacyForms, privacyMenu, privacyPages } from './privacy.pages.ts';
import { privacyRequestsOf } from './requests.port.ts';
import { privacyRates, privacyRoutes } from './requests.routes.ts';

export default definePlugin({
  manifest: { id: 'privacy', version: '1.0.0', core: '^1', level: 'platform' },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: { privacy_request: 'delete' },
  subjects: { PrivacyRequest: { table: 'privacy_request', fields: ['id', 'company_id', 'agency_id', 'root_id'] } },
  actions: { PrivacyRequest: ['read', 'create', 'erase'] },
  sensitive: { PrivacyRequest: 'people' },
  areas: privacyAreas,
  abilities: privacyAbilities,
  routes: privacyRoutes,
  rates: privacyRates,
  jobs: privacyJobs,
  forms: privacyForms,
  pages: privacyPages,
  menu: privacyMenu,
  provides: [provide(PrivacyRequests, privacyRequestsOf)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
