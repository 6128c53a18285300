import { contribute } from '../../../core/contract.ts';
import { CampaignErasures, CampaignIssues } from '../../campaign-management/campaigns/contract.ts';
import { InformationGroups } from '../../lead-intake/enrichment/contract.ts';
import { LeadSources } from '../../lead-intake/leads/contract.ts';
import { PersonRecords } from '../../foundation/privacy/contract.ts';
import { questionData } from './person-data.ts';
import { campaignProduct } from '../products/shared.ts';
import { completeIssue, unsuppliedIssue } from './campaign-issues.ts';
import { collectJob, followCampaigns, purgeJob } from './collecting/collect.job.ts';
import { eraseCampaign } from './erasure.ts';
import { fields, looks, table, ui } from './fields.ts';
import { checkSources, informationGuard } from './guards.ts';
import { GROUPS } from './information.ts';
import { Enhancements } from './source.ts';
import { sourceOptions } from './sources.routes.ts';

/** Leads that a client has become leads with more information. */
export default campaignProduct(
  {
    id: 'enhance-id',
    title: 'enhance-id.name',
    icon: 'user-plus',
    order: 30,
    url: 'enhanceid',
    onlyNamed: true,
    wire: { type: 'enhance', prefix: 'Enhance' },
    fields,
    ui,
    looks,
    table,
    check: checkSources,
    // Every lead of the client is one of another campaign already.
    omit: ['applyreidentificationall'],
    source: Enhancements,
    pricing: {
      hasAdvancedPrice: false,
      hasMinimum: true,
      leadPrice: 'costSetCents',
      sellsAdvanced: true,
      usual: { wholesaleCents: 120, retailCents: 250 },
    },
    guards: [informationGuard],
  },
  {
    manifest: { version: '1.0.0', requires: { enrichment: '^1', exclusions: '^1', leads: '^1' }, uses: ['privacy'] },
    migrations: new URL('./migrations/', import.meta.url),
    erasure: { enhance_id_look: 'delete', enhance_id_person: 'delete' },
    routes: [sourceOptions],
    jobs: [collectJob, purgeJob],
    on: [followCampaigns],
    contributions: [
      contribute(LeadSources, Enhancements),
      contribute(CampaignErasures, eraseCampaign),
      contribute(CampaignIssues, unsuppliedIssue),
      contribute(CampaignIssues, completeIssue),
      contribute(PersonRecords, questionData),
      ...GROUPS.map((group) => contribute(InformationGroups, group)),
    ],
    locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
  },
);
