import { definePlugin, contribute, provide, RecordSearches, ConfigurationParts, settingsPart } from '../../../core/contract.ts';
import { AttentionSources } from '../../foundation/attention/contract.ts';
import { RemovalGuards } from '../../foundation/companies/contract.ts';
import { ActivationEffects, CampaignFieldSets } from '../../campaign-management/campaigns/contract.ts';
import { AccountKinds, PostingCodes } from '../../money/ledger/contract.ts';
import { PaymentKinds } from '../../money/payments/contract.ts';
import { TermChanges, TermQuestions } from '../../money/pricing/contract.ts';
import { overdueAttention } from './attention.ts';
import { billingAbilities } from './billing.abilities.ts';
import { closePeriods } from './billing.jobs.ts';
import { billingMenu, billingPages, clientInvoices, creditForm, refundForm } from './billing.pages.ts';
import { billingOf } from './billing.port.ts';
import { billingRoutes } from './billing.routes.ts';
import { Zone } from './billing.settings.ts';
import { campaignTerms } from './campaign-terms.ts';
import { Billing, InvoiceIssued, InvoicePaid } from './contract.ts';
import { creditRoutes } from './credits.routes.ts';
import { buyerForm, clientForm, sellerForm } from './details/details.forms.ts';
import { detailsRoutes } from './details/details.routes.ts';
import { postFees } from './fees.service.ts';
import { fileRoutes } from './files.routes.ts';
import { clientMoney, overviewMenu, overviewPages } from './overview.pages.ts';
import { overviewRoutes } from './overview.routes.ts';
import { paperRoutes } from './paper.routes.ts';
import { invoicePayment } from './pay.service.ts';
import { billingCodes, taxAccount } from './postings.ts';
import { refundRoutes } from './refunds/refunds.routes.ts';
import { removalGuard } from './removal.ts';
import { settingsMenu, settingsPages } from './settings.pages.ts';
import { rateForm } from './taxes/rates.pages.ts';
import { rateRoutes } from './taxes/rates.routes.ts';
import { onTermChange, termQuestion } from './term-change.ts';
import { onActivation, onCampaignChanged } from './terms.service.ts';
import { invoiceTriggers } from './triggers.ts';
import { zoneForm } from './zone.pages.ts';
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
    uses: ['accounts', 'attention', 'places', 'profile'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    billing_asked_terms: BOOKS,
    billing_client: BOOKS,
    billing_client_terms: 'delete',
    billing_counter: BOOKS,
    billing_credit: BOOKS,
    billing_details: 'delete',
    billing_invoice: BOOKS,
    billing_line: BOOKS,
    billing_moment: BOOKS,
    billing_paper: {
      keep: 'invoices are kept as they were issued, with the names and addresses of both sides, as the law asks of sellers',
    },
    billing_period: BOOKS,
    billing_tax_line: BOOKS,
    billing_tax_rate: 'delete',
    billing_terms: BOOKS,
    billing_transaction: BOOKS,
  },
  subjects: {
    Invoice: { table: 'billing_invoice', fields: ['company_id', 'agency_id', 'root_id', 'id'] },
    CreditNote: { table: 'billing_credit', fields: ['company_id', 'agency_id', 'root_id', 'id'] },
  },
  actions: {
    BillingOverview: ['read', 'oversee', 'review'],
    BillingSetting: ['read', 'update'],
    BuyerDetails: ['read', 'update'],
    ClientBilling: ['read', 'update'],
    CreditNote: ['read', 'oversee'],
    Invoice: ['read', 'oversee', 'issue', 'pay', 'refund', 'void', 'credit'],
    SellerDetails: ['read', 'update'],
    TaxRate: ['read', 'create', 'delete'],
  },
  sensitive: {
    BillingSetting: 'money',
    BuyerDetails: 'money',
    ClientBilling: 'money',
    CreditNote: 'money',
    Invoice: 'money',
    SellerDetails: 'money',
    TaxRate: 'money',
  },
  abilities: billingAbilities,
  routes: [
    ...billingRoutes,
    ...paperRoutes,
    ...creditRoutes,
    ...refundRoutes,
    ...fileRoutes,
    ...overviewRoutes,
    ...detailsRoutes,
    ...rateRoutes,
    ...zoneRoutes,
  ],
  forms: [creditForm, refundForm, sellerForm, buyerForm, clientForm, rateForm, zoneForm],
  pages: [...overviewPages, ...billingPages, ...settingsPages],
  extend: [clientInvoices, clientMoney],
  menu: [...overviewMenu, ...billingMenu, ...settingsMenu],
  jobs: [closePeriods, postFees],
  events: [InvoiceIssued, InvoicePaid],
  triggers: invoiceTriggers,
  on: [onCampaignChanged],
  settings: [Zone],
  provides: [provide(Billing, billingOf)],
  contributions: [
    contribute(ConfigurationParts, settingsPart({ id: 'billing.zone', title: 'billing.setting.zone', order: 55, settings: [Zone] })),
    contribute(AttentionSources, overdueAttention),
    contribute(RecordSearches, invoiceSearch),
    contribute(PostingCodes, billingCodes),
    contribute(AccountKinds, taxAccount),
    contribute(ActivationEffects, onActivation),
    contribute(CampaignFieldSets, campaignTerms),
    contribute(PaymentKinds, invoicePayment),
    contribute(TermChanges, onTermChange),
    contribute(TermQuestions, termQuestion),
    contribute(RemovalGuards, removalGuard),
  ],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
