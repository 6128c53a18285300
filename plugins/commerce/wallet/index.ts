import { campaignEvents } from './campaigns.events.ts';
import { firstReads } from './first-reads.ts';
import { walletIssues } from './wallet-issue.ts';
import { AttentionSources } from '../../foundation/attention/contract.ts';
import { walletAttention } from './attention.ts';
import { definePlugin, contribute, provide, ConfigurationParts, settingsPart } from '../../../core/contract.ts';
import { BetaConditions, CompanyFacts } from '../../foundation/companies/contract.ts';
import { ActivationGuards, CampaignIssues } from '../../campaign-management/campaigns/contract.ts';
import { LeadFunding } from '../../lead-intake/leads/contract.ts';
import { AccountKinds, PostingCodes } from '../../money/ledger/contract.ts';
import { CardListeners, DueOnNewCard, PaymentKinds } from '../../money/payments/contract.ts';
import { UsualWholesales } from '../../money/pricing/contract.ts';
import { statementMenu, statementPage, statementPageGuard } from './account-statement.pages.ts';
import { statementAccount, statementCsv, statementMonths } from './account-statement.routes.ts';
import { ceilingNotices, walletAlarms } from './alarms.routes.ts';
import { walletCondition, walletFacts } from './company-facts.ts';
import { walletAccount, walletCodes } from './books.ts';
import { LeadPrices, Wallet, WalletEmptied, WalletFunded } from './contract.ts';
import { leadFunding } from './lead-funding.ts';
import { agencyBalance, walletOnPage } from './agency-page.ts';
import { operatorRoutes } from './operator.routes.ts';
import { reverse } from './refund.routes.ts';
import { failedPayments, settlementForm, settlementRoutes } from './settlement.routes.ts';
import { clientShares, shareForm, shareRoutes } from './shares.routes.ts';
import { historyCsv, prepaidHistory, prepaidWallet, walletMovements, walletSummary } from './statement.routes.ts';
import { autoTopUp, cardChanged, dueOnNewCard } from './top-up.jobs.ts';
import { topUpCheck } from './top-up-check.job.ts';
import { topUpPayment } from './top-up.payment.ts';
import { chargeRate, topUpRoutes } from './top-up.routes.ts';
import { walletAbilities } from './wallet.abilities.ts';
import { billingForm, topUpForm } from './wallet.forms.ts';
import { agencyBilling, walletMenu, walletPage, walletPageGuard } from './wallet.pages.ts';
import { walletOnHome, walletPace } from './pace.ts';
import { leadPricesOf, walletGuard, walletOf } from './wallet.service.ts';
import { Wholesale } from './wallet.settings.ts';

/** Kept when a company is erased. */
const BOOKS = { keep: 'the books: what was owed and paid, by number' };

export default definePlugin({
  manifest: {
    id: 'wallet',
    version: '1.0.0',
    core: '^1.0.0',
    level: 'platform',
    requires: { ledger: '^1', pricing: '^1', companies: '^1', payments: '^1' },
    uses: ['accounts', 'attention', 'campaigns', 'leads'],
    features: { data_wallet: { title: 'wallet.feature.data-wallet', beta: true, defaultOn: false } },
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    wallet_operation: BOOKS,
    wallet_share: 'delete',
    wallet_share_used: 'delete',
    wallet_state: BOOKS,
  },
  subjects: { Wallet: { table: 'wallet_state', fields: ['company_id', 'agency_id', 'root_id'] } },
  actions: {
    AccountStatement: ['read'],
    OwnShare: ['read'],
    Wallet: ['read', 'update', 'charge'],
    WalletBilling: ['read', 'update'],
    WholesalePrice: ['read', 'update'],
  },
  sensitive: { Wallet: 'money', WalletBilling: 'money' },
  abilities: walletAbilities,
  routes: [
    agencyBalance,
    prepaidWallet,
    prepaidHistory,
    historyCsv,
    ...topUpRoutes,
    walletSummary,
    walletMovements,
    statementAccount,
    statementMonths,
    statementCsv,
    reverse,
    ...settlementRoutes,
    ...shareRoutes,
    walletAlarms,
    walletPace,
  ],
  rates: [chargeRate],
  jobs: [autoTopUp, topUpCheck],
  events: [WalletFunded, WalletEmptied],
  on: campaignEvents,
  forms: [topUpForm, settlementForm, shareForm],
  pageRoles: {
    'wallet.overview': 'the wallet and what moves it',
  },
  pages: [walletPage, statementPage],
  guards: [walletPageGuard, statementPageGuard],
  extend: [walletOnPage, failedPayments, agencyBilling, clientShares, ceilingNotices, walletOnHome],
  menu: [...walletMenu, statementMenu],
  settings: [Wholesale],
  derive: (from) => ({ routes: operatorRoutes(from), forms: [billingForm(from)] }),
  provides: [provide(Wallet, walletOf), provide(LeadPrices, leadPricesOf)],
  contributions: [
    contribute(
      ConfigurationParts,
      settingsPart({ id: 'wallet.wholesale', title: 'wallet.setting.wholesale', order: 40, settings: [Wholesale] }),
    ),
    contribute(AccountKinds, walletAccount),
    contribute(PostingCodes, walletCodes),
    contribute(LeadFunding, leadFunding),
    contribute(ActivationGuards, walletGuard),
    ...walletIssues.map((issue) => contribute(CampaignIssues, issue)),
    contribute(AttentionSources, walletAttention),
    contribute(UsualWholesales, { of: (ctx, agency) => ctx.setting(Wholesale, agency) }),
    contribute(CompanyFacts, walletFacts),
    contribute(BetaConditions, walletCondition),
    contribute(PaymentKinds, topUpPayment),
    contribute(CardListeners, cardChanged),
    contribute(DueOnNewCard, dueOnNewCard),
  ],
  firstReads,
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
