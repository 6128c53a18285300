import { definePlugin, contribute, provide, RecordSearches, ConfigurationParts } from '../../../core/contract.ts';
import { modulesPart } from './modules.configuration.ts';
import { UserFields } from '../../foundation/accounts/contract.ts';
import { agencyAbilities, SALES_COLUMNS } from './agencies.abilities.ts';
import { agencyForms } from './agencies.forms.ts';
import { agencyMenu, agencyPages } from './agencies.pages.ts';
import { agencyFacts } from './agency-page.ts';
import { agencyRoutes } from './agencies.routes.ts';
import { agencyKind } from './agencies.service.ts';
import { agencyAttention } from './attention.ts';
import { comingsOnHome, comingsRoute } from './comings.routes.ts';
import { AttentionSources } from '../../foundation/attention/contract.ts';
import { betaRoutes } from './beta.routes.ts';
import { agenciesOf, eraseProfile, looksAfter } from './agencies.port.ts';
import { CompanyFacts, Erasures, SalesAssignments, UserKinds } from '../../foundation/companies/contract.ts';
import { Agencies, ModuleSwitched } from './contract.ts';
import { AgencyRoleFields } from '../../tenancy/roles/contract.ts';
import { developerFacts } from './developer-facts.ts';
import { moduleRoutes } from './modules.routes.ts';
import { agencySearch } from './record-search.ts';
import { ReportKinds } from '../../reporting/reports/contract.ts';
import { agenciesKind } from './report.kind.ts';
import { reportRoutes } from './report.routes.ts';
import { agencyRoleFields } from './role-fields.ts';
import { salesRoutes } from './sales.routes.ts';
import { companyUserFields } from './user-fields.ts';

export default definePlugin({
  manifest: {
    id: 'agencies',
    version: '1.0.0',
    core: '^1',
    requires: { accounts: '^1', companies: '^1' },
    uses: ['agency-plans', 'attention', 'campaigns', 'developer', 'organizations', 'reports', 'roles', 'wallet', 'white-label'],
    level: 'platform',
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    agencies_profile: { keep: 'the place of the agency in the books; the phone number and added fields are taken out' },
  },
  subjects: { Agency: { table: 'agencies_profile', fields: ['company_id', 'agency_id', 'root_id', ...SALES_COLUMNS] } },
  actions: {
    Agency: ['read', 'create', 'update', 'delete', 'oversee', 'look-after'],
  },
  sensitive: { Agency: 'people' },
  abilities: agencyAbilities,
  routes: [comingsRoute, ...agencyRoutes, ...moduleRoutes, ...betaRoutes, ...salesRoutes, ...reportRoutes],
  events: [ModuleSwitched],
  forms: agencyForms,
  pages: agencyPages,
  extend: [agencyFacts, comingsOnHome],
  landing: [{ page: 'agencies.list', order: 10 }],
  menu: agencyMenu,
  provides: [provide(Agencies, agenciesOf)],
  contributions: [
    contribute(ConfigurationParts, modulesPart),
    contribute(AttentionSources, agencyAttention),
    contribute(ReportKinds, agenciesKind),
    contribute(UserKinds, agencyKind),
    contribute(CompanyFacts, developerFacts),
    contribute(AgencyRoleFields, agencyRoleFields),
    contribute(UserFields, companyUserFields),
    contribute(Erasures, eraseProfile),
    contribute(SalesAssignments, looksAfter),
    contribute(RecordSearches, agencySearch),
  ],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
