import { definePlugin } from '../../../core/contract.ts';
import { bannerAbilities } from './banners.abilities.ts';
import { bannerForms } from './banners.forms.ts';
import { bannerMenu, bannerPages } from './banners.pages.ts';
import { bannerRates, bannerRoutes } from './banners.routes.ts';

export default definePlugin({
  manifest: { id: 'banners', version: '1.0.0', core: '^1', level: 'platform', requires: { clients: '^1', roles: '^1' } },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: { banners_banner: 'delete' },
  subjects: { Banner: { table: 'banners_banner', fields: ['id', 'company_id', 'agency_id', 'root_id'] } },
  actions: { Banner: ['read', 'create', 'update', 'delete'], BannerClient: ['list'] },
  abilities: bannerAbilities,
  routes: bannerRoutes,
  rates: bannerRates,
  forms: bannerForms,
  pages: bannerPages,
  redirects: [{ from: '/banner', to: 'banners.list-page' }],
  menu: bannerMenu,
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
