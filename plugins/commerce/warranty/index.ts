import { definePlugin, contribute } from '../../../core/contract.ts';
import { Erasures } from '../../foundation/companies/contract.ts';
import { CampaignErasures } from '../../campaign-management/campaigns/contract.ts';
import { LeadCredits, LeadStatuses } from '../../reporting/reports/contract.ts';
import { eraseCampaign, eraseCompany } from './erasure.ts';
import { creditSums } from './credits.store.ts';
import { leadStatusesOf } from './lead-status.ts';
import { PersonRecords } from '../../foundation/privacy/contract.ts';
import { caseData } from './person-data.ts';
import { warrantyAbilities } from './warranty.abilities.ts';
import { warrantyForms } from './warranty.forms.ts';
import { checkJob, followInvalid, followLeads, renewJob, tellJob } from './warranty.jobs.ts';
import { extensions, returnsPage, warrantyMenu } from './warranty.pages.ts';
import { figuresRoute, warrantyRoutes } from './warranty.routes.ts';
import { LeadReturned } from './contract.ts';
import { returnTriggers } from './triggers.ts';

export default definePlugin({
  manifest: {
    id: 'warranty',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { companies: '^1', billing: '^1', campaigns: '^1', integrations: '^1', leads: '^1', reports: '^1', wallet: '^1' },
    uses: ['accounts', 'exclusions', 'people', 'privacy'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    warranty_case: { keep: 'causes and amounts, for the books; words and evidence are taken out' },
    warranty_lead: 'delete',
  },
  subjects: { LeadReturn: { table: 'warranty_case', fields: ['company_id', 'agency_id', 'root_id'] } },
  actions: {
    LeadReturn: ['read', 'create', 'update'],
  },
  sensitive: { LeadReturn: 'money' },
  abilities: warrantyAbilities,
  routes: warrantyRoutes,
  derive: (from) => ({ routes: [figuresRoute(from)] }),
  jobs: [checkJob, renewJob, tellJob],
  events: [LeadReturned],
  triggers: returnTriggers,
  on: [followLeads, followInvalid],
  forms: warrantyForms,
  pages: [returnsPage],
  extend: extensions,
  menu: warrantyMenu,
  contributions: [
    contribute(LeadStatuses, leadStatusesOf),
    contribute(LeadCredits, creditSums),
    contribute(Erasures, eraseCompany),
    contribute(CampaignErasures, eraseCampaign),
    contribute(PersonRecords, caseData),
  ],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
