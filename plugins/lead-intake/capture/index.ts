import { definePlugin, contribute, provide } from '../../../core/contract.ts';
import { CampaignErasures } from '../../campaign-management/campaigns/contract.ts';
import { LeadSources } from '../leads/contract.ts';
import { captureAbilities } from './capture.abilities.ts';
import { collectRoutes } from './collect/collect.routes.ts';
import { Networks, PaidQuestions, Pixels, Recognitions, SupplierUses } from './contract.ts';
import { lookupUses } from './supplier/lookups.store.ts';
import { PageViews } from './source.ts';
import { eraseCampaignVisits } from './erasure.ts';
import { companyByIpSoFar } from './identity/company-by-ip.ts';
import { pipelineJob } from './pipeline/pipeline.job.ts';
import { followCampaigns, pixelsOf } from './pixels.service.ts';
import { AllPeople, PersonRecords } from '../../foundation/privacy/contract.ts';
import { peopleOfGraph } from './privacy/known-people.ts';
import { openVisitData, recognitionData, visitData } from './privacy/person-data.ts';
import { purgeJob } from './purge.job.ts';
import { recognitionsOf } from './recognition/recognitions.port.ts';
import { reviewAlarm } from './screening/alarm.job.ts';
import { refusedHostRoutes } from './screening/refused-hosts.routes.ts';
import { reviewMenu, reviewPage } from './screening/review.pages.ts';
import { AttentionSources } from '../../foundation/attention/contract.ts';
import { AgencyIssues } from '../../foundation/companies/contract.ts';
import { heldVisits } from './screening/issues.ts';
import { heldAttention } from './screening/attention.ts';
import { reviewRoutes } from './screening/review.routes.ts';
import { lookupJob } from './supplier/lookup.job.ts';
import { paidQuestionsOf } from './supplier/paid-questions.ts';
import { supplierForm, supplierPage, supplierRoutes } from './supplier/supplier.routes.ts';
import { identities, opensIdentities, suppliersMenu, suppliersPage, suppliersRoute } from './supplier/suppliers.pages.ts';
import { LookupBudget, Supplier } from './supplier/supplier.settings.ts';
import { visitRoutes } from './visit-log/visits.routes.ts';
import { withdrawalJob } from './withdrawal/withdrawal.job.ts';
import { LaunchSteps } from '../../foundation/launch/contract.ts';
import { pixelStep } from './launch-step.ts';

export default definePlugin({
  manifest: {
    id: 'capture',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { campaigns: '^1', companies: '^1', exclusions: '^1', leads: '^1' },
    uses: ['attention', 'launch', 'accounts', 'people', 'privacy'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  tables: { capture_person: [], capture_identity: [] },
  erasure: {
    capture_episode: 'delete',
    capture_lookup_day: { keep: 'figures of a day, for the books' },
    capture_lookup_campaign: { keep: 'figures of a day, for the books' },
    capture_newcomer: 'delete',
    capture_pixel: 'delete',
    capture_pixel_seen: 'delete',
    capture_recognition: 'delete',
    capture_refused_host: 'delete',
    capture_visit: 'delete',
    capture_withdrawal: 'delete',
  },
  subjects: {
    RefusedHost: { table: 'capture_refused_host', fields: ['company_id', 'agency_id', 'root_id', 'campaign_id'] },
    HeldVisit: { table: 'capture_visit', fields: ['company_id', 'agency_id', 'root_id', 'campaign_id'] },
    Visit: { table: 'capture_visit', fields: ['company_id', 'agency_id', 'root_id', 'campaign_id'] },
  },
  actions: {
    HeldVisit: ['read', 'update'],
    RefusedHost: ['read'],
    Supplier: ['read', 'update'],
    Visit: ['read'],
  },
  sensitive: { Supplier: 'connections' },
  abilities: captureAbilities,
  raw: collectRoutes,
  routes: [suppliersRoute, ...supplierRoutes, ...reviewRoutes, ...refusedHostRoutes, ...visitRoutes],
  jobs: [pipelineJob, lookupJob, withdrawalJob, purgeJob, reviewAlarm],
  on: [followCampaigns],
  forms: [supplierForm],
  pages: [suppliersPage, supplierPage, reviewPage],
  pageRoles: {
    'capture.suppliers': 'the kinds of outside suppliers; each opens its own page by an action of its card',
    'capture.supplier-pages': 'that one and the pages of the kinds',
  },
  extend: [opensIdentities],
  menu: [suppliersMenu, reviewMenu],
  settings: [Supplier, LookupBudget],
  provides: [
    provide(Pixels, pixelsOf),
    provide(PaidQuestions, paidQuestionsOf),
    provide(Recognitions, recognitionsOf),
    provide(Networks, (ctx) => ({ ownerOf: companyByIpSoFar(ctx.log) })),
  ],
  contributions: [
    contribute(AttentionSources, heldAttention),
    contribute(AgencyIssues, heldVisits),
    contribute(LaunchSteps, pixelStep),
    contribute(LeadSources, PageViews),
    contribute(CampaignErasures, eraseCampaignVisits),
    contribute(AllPeople, peopleOfGraph),
    ...[visitData, openVisitData, recognitionData].map((data) => contribute(PersonRecords, data)),
    identities,
    contribute(SupplierUses, lookupUses),
  ],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
