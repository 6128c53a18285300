import { definePlugin, fill } from '../../core/contract.ts';
import { ActivationGuards, CampaignIssues } from '../campaigns/contract.ts';
import { Products } from '../companies/contract.ts';
import { PricedProducts } from '../pricing/contract.ts';
import { embedRates, embedRoutes } from './embed.routes.ts';
import { pixelGuard } from './embed.service.ts';
import { campaignForms } from './site-id.forms.ts';
import { siteIdAbilities } from './site-id.abilities.ts';
import { siteIdMenu, siteIdPages } from './site-id.pages.ts';
import { hostsIssue, pixelIssue } from './site-issues.ts';
import { testLeadRoutes } from './test-lead.routes.ts';

export default definePlugin({
  manifest: {
    id: 'site-id',
    version: '1.0.0',
    core: '^1',
    scope: 'agency',
    title: 'site-id.name',
    whenOff: 'site-id.when-off',
    requires: { clients: '^1', campaigns: '^1', capture: '^1', companies: '^1', leads: '^1', pricing: '^1' },
    uses: ['organizations'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    site_id_check: 'delete',
  },
  names: { local: { name: 'site-id.name', url: 'siteid' } },
  fills: [
    fill(Products, { product: 'local', plugin: 'site-id', title: 'site-id.name', order: 10 }),
    fill(PricedProducts, {
      product: 'local',
      prefix: 'Leadspeek',
      hasAdvancedPrice: true,
      hasMinimum: false,
      leadPrice: 'costSetCents',
      usual: { wholesaleCents: 50, retailCents: 150 },
    }),
    fill(ActivationGuards, pixelGuard),
    fill(CampaignIssues, hostsIssue),
    fill(CampaignIssues, pixelIssue),
  ],
  routes: [...embedRoutes, ...testLeadRoutes],
  rates: embedRates,
  actions: {
    SiteId: ['open'],
  },
  abilities: siteIdAbilities,
  forms: campaignForms,
  pages: siteIdPages,
  menu: siteIdMenu,
  landing: [{ page: 'site-id.dashboard', order: 20 }],
  redirects: [{ from: '/{local}', to: 'site-id.dashboard' }],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
