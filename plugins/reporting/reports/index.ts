import { contribute, definePlugin, provide, RecordSearches } from '../../../core/contract.ts';
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
import { figurePages } from './kinds/figures.pages.ts';
import { figureRoutes } from './kinds/lists.routes.ts';
import { fileRoutes } from './kinds/files.routes.ts';
import { chartReport, invoiceReport } from './figures.routes.ts';
import { leadPrivacy } from './lead-privacy.pages.ts';
import { exportRate, leadRoutes } from './leads.routes.ts';
import { platformHome } from './platform/platform.pages.ts';
import { platformRoutes } from './platform/platform.routes.ts';
import { CampaignErasures, CampaignFieldSets } from '../../campaign-management/campaigns/contract.ts';
import { ProductUses } from '../../foundation/companies/contract.ts';
import { beginReports } from './schedules/begin.job.ts';
import { campaignReports, eraseReports } from './schedules/campaign-fields.ts';
import { deliverReports } from './schedules/deliver.job.ts';
import { mailedReports } from './schedules/product-use.ts';
import { purgeDeliveries } from './schedules/purge.job.ts';
import { scheduleForms } from './schedules/schedules.forms.ts';
import { campaignReportsTab, figuresMenu, schedulesPage } from './schedules/schedules.pages.ts';
import { resendRate, scheduleRoutes } from './schedules/schedules.routes.ts';
import { AttachPeople } from './schedules/schedules.settings.ts';
import { reportFiguresOf } from './figures.port.ts';
import { ReportFigures } from './contract.ts';
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
    uses: ['capture', 'clients', 'places', 'privacy', 'products'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: { reports_selection: 'delete', reports_schedule: 'delete', reports_delivery: 'delete' },
  subjects: { ReportSchedule: { table: 'reports_schedule', fields: ['company_id', 'agency_id', 'root_id', 'id'] } },
  actions: {
    Analytics: ['read', 'oversee'],
    Budget: ['read'],
    Report: ['read', 'export', 'see-prices'],
    ReportClient: ['rank'],
    ReportSchedule: ['read', 'create', 'update', 'delete'],
  },
  sensitive: { Report: 'exports', Analytics: 'exports', ReportSchedule: 'exports' },
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
  rates: [exportRate, resendRate],
  jobs: [beginReports, deliverReports, purgeDeliveries],
  settings: [AttachPeople],
  pageRoles: {
    'reports.lead-list': 'the leads, a row each',
    'reports.figures': 'a report of figures, and which reports are mailed',
  },
  menu: [...reportsMenu, figuresMenu, analyticsMenu],
  derive: (from) => ({
    routes: [
      ...dashboardRoutes(from),
      ...leadRoutes(from),
      ...analyticsRoutes(from),
      ...fileRoutes(from),
      ...scheduleRoutes(from),
      ...figureRoutes(from),
    ],
    forms: scheduleForms(from),
    pages: [leadsPage(from), ...figurePages(from), analyticsPage(from), schedulesPage],
    extend: [
      platformHome,
      agencyOverview,
      clientOverview,
      { role: 'campaigns.dashboard', where: { product: '' }, order: 52, blocks: [budgetBlock] },
      ...dashboardFigures(from),
      leadsManagement(from),
      leadPrivacy,
      ...campaignTabs(from),
      campaignReportsTab,
    ],
  }),
  provides: [provide(ReportFigures, reportFiguresOf)],
  contributions: [
    contribute(RecordSearches, leadSearch),
    contribute(ProductUses, mailedReports),
    contribute(CampaignFieldSets, campaignReports),
    contribute(CampaignErasures, eraseReports),
  ],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
