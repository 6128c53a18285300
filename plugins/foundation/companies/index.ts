import { definePlugin, contribute, provide, ConfigurationParts, settingsPart } from '../../../core/contract.ts';
import { UserFields } from '../accounts/contract.ts';
import { companyAreas } from './companies.areas.ts';
import { companyAbilities } from './companies.abilities.ts';
import { companiesOf } from './companies.service.ts';
import { configurationUserRoutes } from './configuration-user.routes.ts';
import { AgencyCreated, Companies, CompanyRemoved } from './contract.ts';
import { betaFieldsOf } from './entitlements/beta.ts';
import { PaymentTerms } from './entitlements/payment-terms.settings.ts';
import { eraseCompanies } from './erasure.job.ts';

export default definePlugin({
  manifest: {
    id: 'companies',
    version: '1.0.0',
    core: '^1',
    requires: { accounts: '^1' },
    level: 'platform',
    critical: true,
    changes: ['tenants', 'hosts'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: { companies_erasure: { keep: 'says that the company was erased' } },
  actions: { PaymentTerms: ['update'] },
  areas: companyAreas,
  abilities: companyAbilities,
  routes: configurationUserRoutes,
  jobs: [eraseCompanies],
  events: [AgencyCreated, CompanyRemoved],
  pageRoles: {
    'companies.agency-list': 'the agencies, a row each',
    'companies.client-list': 'the clients, a row each',
    'companies.agency': 'one agency',
    'companies.client': 'one client',
    'companies.settings': 'the settings of an agency',
  },
  settings: [PaymentTerms],
  provides: [provide(Companies, companiesOf)],
  contributions: [
    contribute(
      ConfigurationParts,
      settingsPart({ id: 'companies.terms', title: 'companies.settings.payment-terms', order: 45, settings: [PaymentTerms] }),
    ),
    contribute(UserFields, { id: 'companies.beta', of: (ctx) => betaFieldsOf(ctx, ctx.tenant) }),
  ],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
