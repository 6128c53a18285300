import { contribute, definePlugin, RecordSearches } from '../../core/contract.ts';
import { analyticsPage, analyticsMenu } from './analytics.pages.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import { begunRoute } from './begun.ts';
import { campaignTabs } from './campaign/campaign.pages.ts';
import { campaignReportRoutes } from './campaign/campaign.routes.ts';
import { agencyOverview } from './companies/agency.pages.ts';
import { agencyTrends } from './companies/agency.routes.ts';
import { clientOverview } from './companies/client.pages.ts';
import { clientReportRoutes } from './companies/client.routes.ts';
import { budgetBlock, budgetRoute } from './dashboard/budget.ts';
import { dashboardFigures } from './dashboard/dashboard.pages.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { fileRoutes } from './kinds/files.routes.ts';
import { chartReport, invoiceReport } from './figures.routes.ts';
import { exportRate, leadRoutes } from './leads.routes.ts';
import { platformHome } from './platform/platform.pages.ts';
import { platformRoutes } from './platform/platform.routes.ts';
import { leadSearch } from './record-search.ts';
import { reportAbilities } from './reports.abilities.ts';
import { leadsManagement, leadsPage, reportsMenu } from './reports.pages.ts';
import { stateChoices } from './states.routes.ts';

export default definePlugin({
  manifest: {
    id: 'reports',
    version: '1.0.0',
    core: '^1.0.0',
    level: 'platform',
    requires: { companies: '^1.0.0', campaigns: '^1.0.0', leads: '^1.0.0', roles: '^1.0.0' },
    uses: ['capture', 'clients', 'places', 'products'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: { reports_selection: 'delete' },
  actions: {
    Analytics: ['read', 'oversee'],
    Budget: ['read'],
    Report: ['read', 'export', 'see-prices'],
    ReportClient: ['rank'],
  },
  sensitive: { Report: 'exports', Analytics: 'exports' },
  abilities: reportAbilities,
  routes: [
    ...platformRoutes,
    begunRoute,
    budgetRoute,
    chartReport,
    invoiceReport,
    stateChoices,
    ...campaignReportRoutes,
    ...clientReportRoutes,
    agencyTrends,
  ],
  rates: [exportRate],
  pageRoles: {
    'reports.lead-list': 'the leads, a row each',
  },
  menu: [...reportsMenu, analyticsMenu],
  derive: (from) => ({
    routes: [...dashboardRoutes(from), ...leadRoutes(from), ...analyticsRoutes(from), ...fileRoutes(from)],
    pages: [leadsPage(from), analyticsPage(from)],
    extend: [
      platformHome,
      agencyOverview,
      clientOverview,
      { role: 'campaigns.dashboard', where: { product: '' }, order: 52, blocks: [budgetBlock] },
      ...dashboardFigures(from),
      leadsManagement(from),
      ...campaignTabs(from),
    ],
  }),
  contributions: [contribute(RecordSearches, leadSearch)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
