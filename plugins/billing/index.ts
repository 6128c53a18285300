import { definePlugin, contribute, provide, RecordSearches } from '../../core/contract.ts';
import { RemovalGuards } from '../companies/contract.ts';
import { ActivationEffects, CampaignFieldSets } from '../campaigns/contract.ts';
import { PostingCodes } from '../ledger/contract.ts';
import { PaymentKinds } from '../payments/contract.ts';
import { TermChanges, TermQuestions } from '../pricing/contract.ts';
import { billingAbilities } from './billing.abilities.ts';
import { closePeriods } from './billing.jobs.ts';
import { billingMenu, billingPages, clientInvoices, creditForm } from './billing.pages.ts';
import { billingOf } from './billing.port.ts';
import { billingRoutes } from './billing.routes.ts';
import { Zone } from './billing.settings.ts';
import { campaignTerms } from './campaign-terms.ts';
import { Billing } from './contract.ts';
import { creditRoutes } from './credits.routes.ts';
import { postFees } from './fees.service.ts';
import { fileRoutes } from './files.routes.ts';
import { invoicePayment } from './pay.service.ts';
import { billingCodes } from './postings.ts';
import { removalGuard } from './removal.ts';
import { onTermChange, termQuestion } from './term-change.ts';
import { onActivation, onCampaignChanged } from './terms.service.ts';
import { zoneForm, zoneMenu, zonePage } from './zone.pages.ts';
import { zoneRoutes } from './zone.routes.ts';
import { invoiceSearch } from './record-search.ts';

/** Kept when a company is erased. */
const BOOKS = { keep: 'the books: what was owed and paid, by number' };

export default definePlugin({
  manifest: {
    id: 'billing',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { companies: '^1', campaigns: '^1', ledger: '^1', pricing: '^1', wallet: '^1', payments: '^1' },
    uses: ['accounts'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    billing_asked_terms: BOOKS,
    billing_client: BOOKS,
    billing_counter: BOOKS,
    billing_credit: BOOKS,
    billing_invoice: BOOKS,
    billing_line: BOOKS,
    billing_moment: BOOKS,
    billing_period: BOOKS,
    billing_terms: BOOKS,
  },
  subjects: {
    Invoice: { table: 'billing_invoice', fields: ['company_id', 'agency_id', 'root_id', 'id'] },
    CreditNote: { table: 'billing_credit', fields: ['company_id', 'agency_id', 'root_id', 'id'] },
  },
  actions: {
    BillingSetting: ['read', 'update'],
    CreditNote: ['read'],
    Invoice: ['read', 'issue', 'pay', 'void', 'credit'],
  },
  sensitive: { Invoice: 'money', CreditNote: 'money', BillingSetting: 'money' },
  abilities: billingAbilities,
  routes: [...billingRoutes, ...creditRoutes, ...fileRoutes, ...zoneRoutes],
  forms: [creditForm, zoneForm],
  pages: [...billingPages, zonePage],
  extend: [clientInvoices],
  menu: [...billingMenu, zoneMenu],
  jobs: [closePeriods, postFees],
  on: [onCampaignChanged],
  settings: [Zone],
  provides: [provide(Billing, billingOf)],
  contributions: [
    contribute(RecordSearches, invoiceSearch),
    contribute(PostingCodes, billingCodes),
    contribute(ActivationEffects, onActivation),
    contribute(CampaignFieldSets, campaignTerms),
    contribute(PaymentKinds, invoicePayment),
    contribute(TermChanges, onTermChange),
    contribute(TermQuestions, termQuestion),
    contribute(RemovalGuards, removalGuard),
  ],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
