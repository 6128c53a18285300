import { AgencyBills } from '../wallet/contract.ts';
import { definePlugin, contribute, provide } from '../../../core/contract.ts';
import { UserFields } from '../../foundation/accounts/contract.ts';
import { AttentionSources } from '../../foundation/attention/contract.ts';
import { CompanyFacts } from '../../foundation/companies/contract.ts';
import { PostingCodes } from '../../money/ledger/contract.ts';
import { CardListeners, DueOnNewCard, PaymentKinds } from '../../money/payments/contract.ts';
import { agencyBillingAbilities } from './agency-billing.abilities.ts';
import { billingBanners } from './agency-billing.banners.ts';
import { billingClock, cardChanged, dueOnNewCard } from './agency-billing.jobs.ts';
import { agencyCharges, chargesOnPage, billingMenu, billingPage } from './agency-billing.pages.ts';
import { agencyBill, agencyBillingOf } from './agency-billing.port.ts';
import { agencyBillingRoutes, onboardingForm } from './agency-billing.routes.ts';
import { chargeAttention } from './attention.ts';
import { billingFields, chargeFacts } from './company-facts.ts';
import { AgencyBilling } from './contract.ts';
import { LaunchSteps } from '../../foundation/launch/contract.ts';
import { paymentsStep } from './launch-step.ts';
import { chargePayment } from './payment-kind.ts';
import { chargeCodes } from './postings.ts';

/** Kept when a company is erased. */
const BOOKS = { keep: 'the books: what was owed and paid, by number' };

export default definePlugin({
  manifest: {
    id: 'agency-billing',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { accounts: '^1', companies: '^1', 'agency-plans': '^1', ledger: '^1', payments: '^1', wallet: '^1' },
    uses: ['attention', 'dunning', 'launch'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    agency_billing_agency: BOOKS,
    agency_billing_charge: BOOKS,
    agency_billing_month: BOOKS,
    agency_billing_switch: BOOKS,
  },
  subjects: { AgencyCharge: { table: 'agency_billing_charge', fields: ['company_id', 'agency_id', 'root_id', 'id'] } },
  actions: {
    AgencyCharge: ['read', 'oversee', 'pay'],
  },
  sensitive: { AgencyCharge: 'money' },
  abilities: agencyBillingAbilities,
  routes: agencyBillingRoutes,
  jobs: [billingClock],
  forms: [onboardingForm],
  pages: [billingPage],
  extend: [agencyCharges, chargesOnPage],
  menu: billingMenu,
  banners: billingBanners,
  provides: [provide(AgencyBilling, agencyBillingOf)],
  contributions: [
    contribute(AttentionSources, chargeAttention),
    contribute(LaunchSteps, paymentsStep),
    contribute(PostingCodes, chargeCodes),
    contribute(PaymentKinds, chargePayment),
    contribute(CardListeners, cardChanged),
    contribute(DueOnNewCard, dueOnNewCard),
    contribute(AgencyBills, agencyBill),
    contribute(CompanyFacts, chargeFacts),
    contribute(UserFields, billingFields),
  ],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
