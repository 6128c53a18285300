import { definePlugin } from '../../../core/contract.ts';
import { backTestRates, backTestRoute } from './back-test/back-test.routes.ts';
import { campaignMenu, campaignMenuPages, offeredProducts } from './campaign-menu.ts';
import { clientCampaigns } from './client-page.ts';
import { dashboardMenu, dashboardPage } from './pages.ts';
import { productAbilities } from './products.abilities.ts';
import { testLead } from './test-lead.routes.ts';

export default definePlugin({
  manifest: {
    id: 'products',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: {
      attention: '^1',
      campaigns: '^1',
      clients: '^1',
      companies: '^1',
      launch: '^1',
      leads: '^1',
      pricing: '^1',
      roles: '^1',
    },
  },
  actions: { CampaignMenu: ['open', 'set-up', 'list-clients'], Home: ['open'], Product: ['open'] },
  abilities: productAbilities,
  routes: [testLead, offeredProducts],
  rates: backTestRates,
  derive: (from) => ({ routes: [backTestRoute(from)] }),
  pages: [dashboardPage, ...campaignMenuPages],
  extend: [clientCampaigns],
  menu: [dashboardMenu, ...campaignMenu],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
