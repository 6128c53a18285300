import { definePlugin, contribute, provide } from '../../../core/contract.ts';
import { UserFields } from '../../foundation/accounts/contract.ts';
import { CompanyFacts } from '../../foundation/companies/contract.ts';
import { AgencyRoleFields } from '../roles/contract.ts';
import { planAbilities } from './agency-plans.abilities.ts';
import { planForms } from './agency-plans.forms.ts';
import { chargeRoutes } from './charges.routes.ts';
import { chargesOf, noteOnboarded, roleFieldsOf, withMinimum } from './charges.service.ts';
import { MinimumSpend } from './charges.settings.ts';
import { planFacts, planUserFields } from './company-facts.ts';
import { AgencyPlans } from './contract.ts';
import { firstReads } from './first-reads.ts';
import { planRoutes } from './plan.routes.ts';
import { changePlan, lacksPlan, onAgencyCreated, packageOptions, Packages } from './plans.ts';
import { planOf } from './plans.store.ts';

export default definePlugin({
  manifest: {
    id: 'agency-plans',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { accounts: '^1', companies: '^1' },
    uses: ['roles'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: { agency_plans_agency: { keep: 'the books: what was agreed and charged, by number' } },
  subjects: { AgencyPlan: { table: 'agency_plans_agency', fields: ['company_id', 'agency_id', 'root_id'] } },
  actions: { AgencyPlan: ['read', 'update'], Subscription: ['cancel'] },
  sensitive: { AgencyPlan: 'money', Subscription: 'money' },
  abilities: planAbilities,
  routes: [...chargeRoutes, ...planRoutes],
  forms: planForms,
  settings: [Packages, MinimumSpend],
  provides: [
    provide(AgencyPlans, (ctx) => ({
      lacksPlan: (agency) => lacksPlan(ctx, agency),
      planOf: async (agencyId) => (await planOf(ctx, agencyId)).package_id,
      options: () => packageOptions(ctx),
      choose: (agency, packageId) => changePlan(ctx, agency, packageId, 'chosen'),
      charges: (agency) => chargesOf(ctx, agency),
      withMinimum: (agencies) => withMinimum(ctx, agencies),
      onboarded: (agency) => noteOnboarded(ctx, agency),
    })),
  ],
  contributions: [
    contribute(CompanyFacts, planFacts),
    contribute(UserFields, planUserFields),
    contribute(AgencyRoleFields, { id: 'agency-plans', of: roleFieldsOf }),
  ],
  on: [onAgencyCreated],
  firstReads,
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
