import { definePlugin, contribute, provide } from '../../../core/contract.ts';
import { NamedSettings } from '../../tenancy/white-label/contract.ts';
import { clientCostRoutes } from './client-cost.routes.ts';
import { Pricing } from './contract.ts';
import { costRoutes } from './cost.routes.ts';
import { costAgency, rootCostAgency } from './named-settings.ts';
import { ownCostRoutes } from './own-cost.routes.ts';
import { pricingAbilities } from './pricing.abilities.ts';
import { clientCostForm, costForms } from './pricing.forms.ts';
import { agencyPrices, clientPrices, clientSection, minimumsPage, pricingMenu, pricingPages } from './pricing.pages.ts';
import { pricingOf } from './pricing.port.ts';

export default definePlugin({
  manifest: {
    id: 'pricing',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { accounts: '^1', companies: '^1', clients: '^1' },
    uses: ['payments', 'white-label'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    pricing_client_cost: { keep: 'prices that invoices were made at, append-only' },
    pricing_cost: { keep: 'prices that invoices were made at, append-only' },
  },
  subjects: {
    AgencyCost: { table: 'pricing_cost', fields: ['company_id', 'agency_id', 'root_id'] },
    ClientCost: { table: 'pricing_client_cost', fields: ['company_id', 'agency_id', 'root_id'] },
  },
  actions: {
    AgencyCost: ['read', 'read-own', 'update'],
    ClientCost: ['read', 'update'],
  },
  sensitive: { AgencyCost: 'money', ClientCost: 'money' },
  abilities: pricingAbilities,
  routes: ownCostRoutes,
  forms: [clientCostForm],
  pages: pricingPages,
  extend: [agencyPrices],
  menu: pricingMenu,
  derive: (from) => ({
    routes: [...costRoutes(from), ...clientCostRoutes(from)],
    forms: costForms(from),
    pages: [minimumsPage(from)],
    extend: [clientPrices(from), clientSection(from)],
  }),
  provides: [provide(Pricing, pricingOf)],
  contributions: [contribute(NamedSettings, costAgency), contribute(NamedSettings, rootCostAgency)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
