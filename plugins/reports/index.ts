import { definePlugin } from '../../core/contract.ts';
import { chartReport, invoiceReport, reportDaily, reportOutcomes, reportOverview } from './figures.routes.ts';
import { exportRate, initDate, leadCsv, leadDetail, leadList, leadReport } from './leads.routes.ts';
import { reportAbilities } from './reports.abilities.ts';
import { dashboardFigures } from './reports.dashboard.ts';
import { leadsManagement, leadsPage, reportsMenu } from './reports.pages.ts';

export default definePlugin({
  manifest: {
    id: 'reports',
    version: '1.0.0',
    core: '^1.0.0',
    scope: 'platform',
    requires: { campaigns: '^1.0.0', capture: '^1.0.0' },
  },
  abilities: reportAbilities,
  routes: [leadList, leadDetail, leadCsv, leadReport, initDate, reportOverview, reportDaily, reportOutcomes, chartReport, invoiceReport],
  rates: [exportRate],
  pages: [leadsPage],
  extend: [dashboardFigures, leadsManagement],
  menu: reportsMenu,
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
