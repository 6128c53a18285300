import { contribute } from '../../../core/contract.ts';
import { CampaignErasures, CampaignIssues } from '../../campaign-management/campaigns/contract.ts';
import { VisitFollowers } from '../../lead-intake/capture/contract.ts';
import { BetaConditions } from '../../foundation/companies/contract.ts';
import { InformationGroups } from '../../lead-intake/enrichment/contract.ts';
import { LeadSources } from '../../lead-intake/leads/contract.ts';
import { PersonRecords } from '../../foundation/privacy/contract.ts';
import { contactData } from './person-data.ts';
import { campaignProduct } from '../products/shared.ts';
import { agreementCondition, agreementGuard, B2B_FEATURE } from './agreement.ts';
import { unsuppliedIssue } from './campaign-issues.ts';
import { collectJob, followCampaigns, purgeJob } from './collecting/collect.job.ts';
import { eraseCampaign } from './erasure.ts';
import { fields, looks, table, ui } from './fields.ts';
import { GROUPS } from './information.ts';
import { CompanyVisits } from './source.ts';
import { checkSources, sourceOptions } from './sources.ts';
import { companiesMenu, companiesPage } from './visiting/companies.pages.ts';
import { companyRoutes } from './visiting/companies.routes.ts';
import { visitFollower } from './visiting/follow.ts';
import { visitingAbilities } from './visiting/visiting.abilities.ts';

/** Companies that visit a client's websites, and contacts at them, become leads. */
export default campaignProduct(
  {
    id: 'b2b-id',
    title: 'b2b-id.name',
    icon: 'building',
    order: 36,
    url: 'b2bid',
    onlyNamed: true,
    feature: B2B_FEATURE,
    wire: { type: 'b2b', prefix: 'B2b' },
    fields,
    ui,
    looks,
    table,
    check: checkSources,
    // Companies have no home, and contacts none that anybody asks for.
    omit: ['homeaddressenabled'],
    source: CompanyVisits,
    pricing: {
      hasAdvancedPrice: false,
      hasMinimum: true,
      leadPrice: 'costSetB2bCents',
      usual: { wholesaleCents: 150, retailCents: 300 },
    },
    guards: [agreementGuard],
  },
  {
    manifest: {
      version: '1.0.0',
      requires: { agreements: '^1', capture: '^1', enrichment: '^1', leads: '^1' },
      uses: ['privacy'],
      features: { b2b_module: { title: 'b2b-id.feature', beta: true, defaultOn: false } },
    },
    migrations: new URL('./migrations/', import.meta.url),
    erasure: {
      b2b_id_company: 'delete',
      b2b_id_site: 'delete',
      b2b_id_page: 'delete',
      b2b_id_record: 'delete',
      b2b_id_look: 'delete',
      b2b_id_target: 'delete',
    },
    subjects: { VisitingCompany: { table: 'b2b_id_company', fields: ['company_id', 'agency_id', 'root_id', 'id'] } },
    actions: { VisitingCompany: ['read', 'update'] },
    abilities: visitingAbilities,
    routes: [sourceOptions, ...companyRoutes],
    pages: [companiesPage],
    menu: [companiesMenu],
    jobs: [collectJob, purgeJob],
    on: [followCampaigns],
    contributions: [
      contribute(LeadSources, CompanyVisits),
      contribute(VisitFollowers, visitFollower),
      contribute(CampaignErasures, eraseCampaign),
      contribute(CampaignIssues, unsuppliedIssue),
      contribute(PersonRecords, contactData),
      contribute(BetaConditions, agreementCondition),
      ...GROUPS.map((group) => contribute(InformationGroups, group)),
    ],
    locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
  },
);
