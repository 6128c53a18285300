import { definePlugin, contribute, provide, subscribe } from '../../../core/contract.ts';
import { CompanyFacts, RemovalGuards } from '../../foundation/companies/contract.ts';
import { InvoiceListeners } from '../billing/contract.ts';
import { ActivationGuards, CampaignChanged, CampaignIssues } from '../../campaign-management/campaigns/contract.ts';
import { CardListeners, DueOnNewCard } from '../../money/payments/contract.ts';
import { SetupChecks } from '../../tenancy/profile/contract.ts';
import { ExportLimits } from '../../reporting/reports/contract.ts';
import { RightsCaps } from '../../tenancy/roles/contract.ts';
import { accountBanner } from './account.banner.ts';
import { againJob } from './again.job.ts';
import { AttentionSources } from '../../foundation/attention/contract.ts';
import { arrearsAttention } from './attention.ts';
import { cardGuard, cardIssues } from './card-issue.ts';
import { dunningOf } from './agency.service.ts';
import { arrearsListener, campaignChanged, cardChanged, dueOnNewCard } from './arrears.service.ts';
import { agencyCard } from './card.routes.ts';
import { dunningFacts } from './company-facts.ts';
import { Dunning } from './contract.ts';
import { dunningForms } from './dunning.forms.ts';
import { sweep, tryJob } from './dunning.jobs.ts';
import { dunningExtensions, dunningPages } from './dunning.pages.ts';
import { firstReads } from './first-reads.ts';
import { activationGuard, removalGuard, suspendedCap } from './guards.ts';
import { owedRoutes } from './owed.routes.ts';
import { exportLimit } from './paid-leads.ts';
import { payRate, payRoutes } from './pay.routes.ts';
import { setupCheck } from './setup-check.ts';

/** Kept when a company is erased. */
const BOOKS = { keep: 'the books: what was owed and paid, by number' };

export default definePlugin({
  manifest: {
    id: 'dunning',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { billing: '^1', campaigns: '^1', payments: '^1', profile: '^1', reports: '^1' },
    uses: ['accounts', 'attention', 'agency-plans', 'companies', 'clients', 'leads', 'roles', 'wallet'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    dunning_agency: BOOKS,
    dunning_arrears: BOOKS,
    dunning_invoice: BOOKS,
  },
  routes: [...payRoutes, ...owedRoutes, agencyCard],
  rates: [payRate],
  jobs: [sweep, tryJob, againJob],
  on: [subscribe({ id: 'dunning.campaign-changed', event: CampaignChanged, run: campaignChanged })],
  forms: dunningForms,
  pages: dunningPages,
  extend: dunningExtensions,
  banners: [accountBanner],
  provides: [provide(Dunning, dunningOf)],
  contributions: [
    contribute(AttentionSources, arrearsAttention),
    contribute(InvoiceListeners, arrearsListener),
    contribute(CardListeners, cardChanged),
    contribute(DueOnNewCard, dueOnNewCard),
    contribute(ActivationGuards, activationGuard),
    contribute(ActivationGuards, cardGuard),
    ...cardIssues.map((issue) => contribute(CampaignIssues, issue)),
    contribute(RightsCaps, suspendedCap),
    contribute(ExportLimits, exportLimit),
    contribute(RemovalGuards, removalGuard),
    contribute(SetupChecks, setupCheck),
    contribute(CompanyFacts, dunningFacts),
  ],
  firstReads,
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
