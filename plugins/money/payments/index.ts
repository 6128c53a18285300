import { cardFacts } from './card-facts.ts';
import { definePlugin, contribute, provide } from '../../../core/contract.ts';
import { UserFields } from '../../foundation/accounts/contract.ts';
import { CompanyFacts } from '../../foundation/companies/contract.ts';
import { accountRoutes, sandboxAccountForm } from './accounts.routes.ts';
import { AccountChanged } from './accounts.service.ts';
import { cardForm, cardRoutes } from './cards.routes.ts';
import { Payments, Stripe } from './contract.ts';
import { confirmRoutes, confirmRate } from './confirm.routes.ts';
import { eventsJob, sandboxEventsJob } from './events.job.ts';
import { webhook } from './events.raw.ts';
import { firstReads } from './first-reads.ts';
import { reconcileJob, refundsJob, sendJob } from './operations.jobs.ts';
import { paymentAbilities } from './payments.abilities.ts';
import { accountInSettings, paymentMenu, paymentPages } from './payments.pages.ts';
import { paymentsOf } from './payments.port.ts';
import { payerFacts, paymentFields } from './session-fields.ts';

/** Kept when a company is erased. */
const ALL = ['select', 'insert', 'update', 'delete'] as const;
const BOOKS = { keep: 'the books: what was owed and paid, by number' };

export default definePlugin({
  manifest: {
    id: 'payments',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { companies: '^1' },
    uses: ['accounts'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  // An account that is begun anew goes, and so does a refund that was noted twice.
  tables: { payments_account: ALL, payments_refund: ALL },
  erasure: {
    payments_account: { keep: 'disputes and refunds come by the provider’s number of the account' },
    payments_event: { keep: 'no event of the provider may count twice; numbers only' },
    payments_operation: BOOKS,
    payments_payer: { keep: 'refunds go back to the card; the provider’s numbers only' },
    payments_refund: BOOKS,
    payments_sandbox: 'delete',
  },
  actions: {
    CardSetting: ['see'],
    ConnectedAccount: ['read', 'create', 'update', 'delete'],
    Coupon: ['use'],
    PaymentCard: ['read', 'update'],
  },
  sensitive: { PaymentCard: 'money', ConnectedAccount: 'money', Coupon: 'money' },
  abilities: paymentAbilities,
  routes: [...cardRoutes, ...accountRoutes, ...confirmRoutes],
  rates: [confirmRate],
  raw: [webhook],
  jobs: [sendJob, reconcileJob, refundsJob, eventsJob, sandboxEventsJob],
  events: [AccountChanged],
  forms: [cardForm, sandboxAccountForm],
  pageRoles: {
    'payments.card': 'where a card is given',
  },
  widgets: ['card'],
  pages: paymentPages,
  menu: paymentMenu,
  extend: [accountInSettings],
  provides: [provide(Payments, paymentsOf)],
  contributions: [contribute(CompanyFacts, payerFacts), contribute(CompanyFacts, cardFacts), contribute(UserFields, paymentFields)],
  // The card's number goes straight to the provider, in a frame of its own.
  contentSecurity: {
    service: Stripe,
    sources: {
      'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
      'connect-src': ['https://api.stripe.com'],
      'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    },
  },
  firstReads,
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
