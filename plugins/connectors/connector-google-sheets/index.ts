import { contribute, definePlugin } from '../../../core/contract.ts';
import { CampaignErasures, CampaignIssues } from '../../campaign-management/campaigns/contract.ts';
import { Erasures } from '../../foundation/companies/contract.ts';
import { ConnectedSystems } from '../integrations/contract.ts';
import { PersonRecords } from '../../foundation/privacy/contract.ts';
import { LeadSheets } from '../../reporting/reports/contract.ts';
import { accountRoutes } from './account/account.routes.ts';
import { callback } from './account/callback.raw.ts';
import { AttentionSources } from '../../foundation/attention/contract.ts';
import { sheetAttention } from './attention.ts';
import { card } from './card.ts';
import { eraseCampaign, eraseCompany } from './erasure.ts';
import { abilities } from './google-sheets.abilities.ts';
import { cardActions, createForm, finishForm, pages } from './google-sheets.pages.ts';
import { rowData } from './person-data.ts';
import { sheetIssues } from './sheet-issues.ts';
import { sheetOfCampaign } from './sheet/sheet.store.ts';
import { campaignChanged, expireJob, leadsCreated, tellJob, writeJob } from './sheet/sheets.jobs.ts';
import { sheetRates, sheetRoutes } from './sheet/sheets.routes.ts';

export default definePlugin({
  manifest: {
    id: 'connector-google-sheets',
    version: '1.0.0',
    core: '^1',
    requires: { campaigns: '^1', integrations: '^1', leads: '^1' },
    uses: ['accounts', 'attention', 'clients', 'companies', 'privacy', 'products', 'reports'],
    level: 'platform',
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    connector_google_sheets_account: 'delete',
    connector_google_sheets_sheet: 'delete',
    connector_google_sheets_row: 'delete',
    connector_google_sheets_event: 'delete',
    connector_google_sheets_erasure: 'delete',
  },
  subjects: {
    Spreadsheet: { table: 'connector_google_sheets_sheet', fields: ['company_id', 'agency_id', 'root_id'] },
  },
  actions: { Spreadsheet: ['read', 'create', 'update'] },
  abilities,
  routes: [...accountRoutes, ...sheetRoutes],
  rates: sheetRates,
  raw: [callback],
  jobs: [writeJob, tellJob, expireJob],
  on: [leadsCreated, campaignChanged],
  forms: [finishForm, createForm],
  pages,
  extend: [cardActions],
  contributions: [
    contribute(AttentionSources, sheetAttention),
    contribute(Erasures, eraseCompany),
    contribute(CampaignErasures, eraseCampaign),
    contribute(LeadSheets, async (ctx, campaignId) => (await sheetOfCampaign(ctx, campaignId)) !== null),
    ...sheetIssues.map((issue) => contribute(CampaignIssues, issue)),
    contribute(ConnectedSystems, card),
    contribute(PersonRecords, rowData),
  ],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
