import { definePlugin, contribute } from '../../../core/contract.ts';
import { InvoiceListeners } from '../billing/contract.ts';
import { CampaignFieldSets, ActivationGuards, CampaignIssues, LeadAllowances } from '../../campaign-management/campaigns/contract.ts';
import { PostingCodes } from '../../money/ledger/contract.ts';
import { CardListeners, DueOnNewCard } from '../../money/payments/contract.ts';
import { campaignPack } from './campaign-pack.ts';
import { packInvoices } from './invoices.ts';
import { packCodes } from './postings.ts';
import { prepaidAbilities } from './prepaid.abilities.ts';
import { buyForm } from './prepaid.forms.ts';
import { activateJob, dueOnNewCard, onCampaign, onCard, retryJob, reconcileJob } from './prepaid.jobs.ts';
import { campaignLeads } from './prepaid.pages.ts';
import { buyRate, prepaidRoutes } from './prepaid.routes.ts';
import { allowance, unpaidGuard } from './terms.ts';
import { unpaidIssue } from './unpaid-issue.ts';

/** Kept when a company is erased. */
const BOOKS = { keep: 'the books: what was owed and paid, by number' };

export default definePlugin({
  manifest: {
    id: 'prepaid',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { accounts: '^1', billing: '^1', campaigns: '^1', ledger: '^1', payments: '^1', pricing: '^1', wallet: '^1' },
    uses: ['companies'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    prepaid_pack: BOOKS,
    prepaid_plan: BOOKS,
  },
  subjects: { Pack: { table: 'prepaid_pack', fields: ['company_id', 'agency_id', 'root_id'] } },
  actions: {
    Pack: ['read', 'buy'],
  },
  sensitive: { Pack: 'money' },
  abilities: prepaidAbilities,
  routes: prepaidRoutes,
  rates: [buyRate],
  jobs: [reconcileJob, retryJob, activateJob],
  on: [onCampaign],
  forms: [buyForm],
  extend: [campaignLeads],
  contributions: [
    contribute(PostingCodes, packCodes),
    contribute(CampaignFieldSets, campaignPack),
    contribute(LeadAllowances, allowance),
    contribute(ActivationGuards, unpaidGuard),
    contribute(CampaignIssues, unpaidIssue),
    contribute(InvoiceListeners, packInvoices),
    contribute(CardListeners, onCard),
    contribute(DueOnNewCard, dueOnNewCard),
  ],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
