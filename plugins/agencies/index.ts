import { definePlugin, fill, provide } from '../../core/contract.ts';
import { UserFields } from '../accounts/contract.ts';
import { agencyAbilities, SALES_COLUMNS } from './agencies.abilities.ts';
import { agencyForms } from './agencies.forms.ts';
import { agencyMenu, agencyPages } from './agencies.pages.ts';
import { agencyRoutes } from './agencies.routes.ts';
import { agencyKind } from './agencies.service.ts';
import { PaymentTerms } from './agencies.settings.ts';
import { betaRoutes } from './beta.routes.ts';
import { b2bCondition, betaFieldsOf } from './beta.service.ts';
import { chargeRoutes } from './charges.routes.ts';
import { MinimumSpend } from './charges.settings.ts';
import { companiesOf } from './companies.service.ts';
import { configurationUserRoutes } from './configuration-user.routes.ts';
import {
  AgencyCreated,
  AgencyRoleFields,
  BetaConditions,
  Companies,
  CompanyFacts,
  CompanyRemoved,
  ModuleSwitched,
  UserKinds,
} from './contract.ts';
import { developerFacts } from './developer-facts.ts';
import { eraseCompanies } from './erasure.job.ts';
import { moduleRoutes } from './modules.routes.ts';
import { packageRoutes } from './package.routes.ts';
import { Packages } from './packages.ts';
import { reportRoutes } from './report.routes.ts';
import { agencyRoleFields } from './role-fields.ts';
import { salesRoutes } from './sales.routes.ts';
import { companyUserFields } from './user-fields.ts';

export default definePlugin({
  manifest: {
    id: 'agencies',
    version: '1.0.0',
    core: '^1',
    requires: { accounts: '^1' },
    uses: ['agreements', 'campaigns', 'developer', 'organizations', 'roles', 'wallet', 'white-label'],
    scope: 'platform',
    critical: true,
    features: { b2b_module: { title: 'agencies.feature.b2b-module', beta: true, defaultOn: false } },
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    agencies_erasure: { keep: 'says that the company was erased' },
    agencies_profile: { keep: 'the place of the agency in the books; the phone number and added fields are taken out' },
  },
  subjects: { Agency: { table: 'agencies_profile', fields: ['company_id', 'agency_id', 'root_id', ...SALES_COLUMNS] } },
  actions: {
    Agency: ['read', 'create', 'update', 'delete', 'oversee', 'look-after'],
    Subscription: ['cancel'],
  },
  sensitive: { Agency: 'people', Subscription: 'money' },
  abilities: agencyAbilities,
  routes: [
    ...agencyRoutes,
    ...moduleRoutes,
    ...chargeRoutes,
    ...packageRoutes,
    ...betaRoutes,
    ...salesRoutes,
    ...reportRoutes,
    ...configurationUserRoutes,
  ],
  jobs: [eraseCompanies],
  events: [AgencyCreated, CompanyRemoved, ModuleSwitched],
  forms: agencyForms,
  pageRoles: {
    'agencies.agency-list': 'the agencies, a row each',
    'agencies.client-list': 'the clients, a row each',
    'agencies.settings': 'the settings of an agency',
  },
  pages: agencyPages,
  landing: [{ page: 'agencies.list', order: 10 }],
  menu: agencyMenu,
  settings: [PaymentTerms, Packages, MinimumSpend],
  provides: [provide(Companies, companiesOf)],
  fills: [
    fill(UserKinds, agencyKind),
    fill(CompanyFacts, developerFacts),
    fill(AgencyRoleFields, agencyRoleFields),
    fill(BetaConditions, b2bCondition),
    fill(UserFields, companyUserFields),
    fill(UserFields, { id: 'agencies.beta', of: (ctx) => betaFieldsOf(ctx, ctx.tenant) }),
  ],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
