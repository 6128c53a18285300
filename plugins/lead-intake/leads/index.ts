import { definePlugin, contribute, provide } from '../../../core/contract.ts';
import { CampaignErasures } from '../../campaign-management/campaigns/contract.ts';
import {
  ClientPeople,
  Duplicates,
  LeadIntake,
  Leads,
  LeadsConverted,
  LeadsCreated,
  LeadSelections,
  LeadsUpdated,
  LeadTrials,
} from './contract.ts';
import { leadTrialsOf } from './back-test/trials.port.ts';
import { eraseCampaignLeads } from './erasure.ts';
import { intakeOf } from './intake/port.ts';
import { leadsAbilities } from './leads.abilities.ts';
import { AllPeople, PersonRecords } from '../../foundation/privacy/contract.ts';
import { peopleOfLeads } from './privacy/known-people.ts';
import { leadData } from './privacy/person-data.ts';
import { purgeJob } from './purge.job.ts';
import { earlierLeads } from './reading/duplicates.store.ts';
import { leadsOf } from './reading/leads.service.ts';
import { peopleOf } from './reading/people.store.ts';
import { selectionsOf } from './reading/selection.store.ts';
import { sumsJob } from './sums.job.ts';
import { LaunchSteps } from '../../foundation/launch/contract.ts';
import { leadStep } from './launch-step.ts';
import { tagForms } from './tags/tags.forms.ts';
import { tagRoutes } from './tags/tags.routes.ts';

/** Kept when a company is erased. */
const FIGURES = { keep: 'figures only, for the books' };

export default definePlugin({
  manifest: {
    id: 'leads',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { campaigns: '^1', companies: '^1', exclusions: '^1' },
    uses: ['launch', 'clients', 'privacy'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    leads_claim: 'delete',
    leads_day: FIGURES,
    leads_failure: 'delete',
    leads_lead: 'delete',
    leads_state_day: FIGURES,
    leads_state_sum: FIGURES,
    leads_sum: FIGURES,
    leads_tag: 'delete',
    leads_total: FIGURES,
  },
  tables: { leads_summed: ['select', 'update'] },
  subjects: {
    Lead: { table: 'leads_lead', fields: ['company_id', 'agency_id', 'root_id', 'campaign_id'] },
    LeadDay: { table: 'leads_day', fields: ['company_id', 'agency_id', 'root_id', 'campaign_id'] },
    LeadSum: { table: 'leads_sum', fields: ['company_id', 'agency_id', 'root_id'] },
    LeadStateDay: { table: 'leads_state_day', fields: ['company_id', 'agency_id', 'root_id', 'campaign_id'] },
    LeadStateSum: { table: 'leads_state_sum', fields: ['company_id', 'agency_id', 'root_id'] },
    LeadTag: { table: 'leads_tag', fields: ['company_id', 'agency_id', 'root_id'] },
    LeadTotal: { table: 'leads_total', fields: ['company_id', 'agency_id', 'root_id', 'campaign_id'] },
  },
  actions: { Lead: ['read'], LeadTag: ['read', 'update'] },
  abilities: leadsAbilities,
  routes: tagRoutes,
  forms: tagForms,
  jobs: [purgeJob, sumsJob],
  events: [LeadsCreated, LeadsUpdated, LeadsConverted],
  provides: [
    provide(Leads, leadsOf),
    provide(Duplicates, (ctx) => ({ earlier: (leads) => earlierLeads(ctx, leads) })),
    provide(ClientPeople, (ctx) => ({ page: (query, most) => peopleOf(ctx.db, query, most) })),
    provide(LeadSelections, selectionsOf),
    provide(LeadIntake, intakeOf),
    provide(LeadTrials, leadTrialsOf),
  ],
  contributions: [
    contribute(LaunchSteps, leadStep),
    contribute(CampaignErasures, eraseCampaignLeads),
    contribute(PersonRecords, leadData),
    contribute(AllPeople, peopleOfLeads),
  ],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
