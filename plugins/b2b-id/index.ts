import { contribute } from '../../core/contract.ts';
import { BetaConditions } from '../companies/contract.ts';
import { InformationGroups } from '../enrichment/contract.ts';
import { LeadSources } from '../leads/contract.ts';
import { campaignProduct } from '../products/shared.ts';
import { agreementCondition, agreementGuard, B2B_FEATURE } from './agreement.ts';
import { fields, looks, table, ui } from './fields.ts';
import { GROUPS } from './information.ts';
import { CompanyVisits } from './source.ts';
import { checkSources, sourceOptions } from './sources.ts';

/** Companies that visit a client's websites, and contacts at them, become leads. */
export default campaignProduct(
  {
    id: 'b2b-id',
    title: 'b2b-id.name',
    icon: 'building',
    order: 40,
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
      features: { b2b_module: { title: 'b2b-id.feature', beta: true, defaultOn: false } },
    },
    migrations: new URL('./migrations/', import.meta.url),
    routes: [sourceOptions],
    contributions: [
      contribute(LeadSources, CompanyVisits),
      contribute(BetaConditions, agreementCondition),
      ...GROUPS.map((group) => contribute(InformationGroups, group)),
    ],
    locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
  },
);
