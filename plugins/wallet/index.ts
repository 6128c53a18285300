import { definePlugin, fill, provide } from '../../core/contract.ts';
import { BetaConditions, CompanyFacts } from '../agencies/contract.ts';
import { ActivationGuards } from '../campaigns/contract.ts';
import { UsualWholesales } from '../pricing/contract.ts';
import { walletCondition, walletFacts } from './company-facts.ts';
import { Wallet, WalletEmptied, WalletFunded } from './contract.ts';
import { ledgerCheck } from './ledger-check.job.ts';
import { billing, manualBill, reverse } from './operator.routes.ts';
import { failedPayments, settle, settlementForm } from './settlement.routes.ts';
import { historyCsv, prepaidHistory, prepaidWallet, walletMovements, walletSummary } from './statement.routes.ts';
import { autoTopUp, reconcile } from './top-up.jobs.ts';
import { chargePrepaid, chargeRate, savePrepaid, stopContinual } from './top-up.routes.ts';
import { walletAbilities } from './wallet.abilities.ts';
import { billingForm, topUpForm } from './wallet.forms.ts';
import { agencyBilling, walletMenu, walletPage, walletPageGuard } from './wallet.pages.ts';
import { walletGuard, walletOf } from './wallet.service.ts';
import { Wholesale } from './wallet.settings.ts';

export default definePlugin({
  manifest: {
    id: 'wallet',
    version: '1.0.0',
    core: '^1.0.0',
    scope: 'platform',
    requires: { pricing: '^1.0.0', agencies: '^1.0.0' },
    features: { data_wallet: { title: 'wallet.feature.data-wallet', beta: true, defaultOn: false } },
  },
  migrations: new URL('./migrations/', import.meta.url),
  subjects: { Wallet: { table: 'wallet_balance', fields: ['company_id', 'agency_id', 'root_id'] } },
  abilities: walletAbilities,
  routes: [
    prepaidWallet,
    prepaidHistory,
    historyCsv,
    savePrepaid,
    stopContinual,
    chargePrepaid,
    walletSummary,
    walletMovements,
    billing,
    manualBill,
    reverse,
    settle,
  ],
  rates: [chargeRate],
  jobs: [autoTopUp, reconcile, ledgerCheck],
  events: [WalletFunded, WalletEmptied],
  forms: [topUpForm, billingForm, settlementForm],
  pages: [walletPage],
  guards: [walletPageGuard],
  extend: [failedPayments, agencyBilling],
  menu: walletMenu,
  settings: [Wholesale],
  provides: [provide(Wallet, walletOf)],
  fills: [
    fill(ActivationGuards, walletGuard),
    fill(UsualWholesales, { of: (ctx, agency) => ctx.setting(Wholesale, agency) }),
    fill(CompanyFacts, walletFacts),
    fill(BetaConditions, walletCondition),
  ],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
