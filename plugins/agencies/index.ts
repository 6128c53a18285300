import { BrandPort, definePlugin, fill, provide } from '../../core/contract.ts';
import { agencyAbilities, SALES_COLUMNS } from './agencies.abilities.ts';
import { agencyForms } from './agencies.forms.ts';
import { agencyMenu, agencyPages } from './agencies.pages.ts';
import { agencyRoutes } from './agencies.routes.ts';
import { agencyKind } from './agencies.service.ts';
import { PaymentTerms, Theme } from './agencies.settings.ts';
import { brandOf } from './brand.ts';
import { companiesOf } from './companies.service.ts';
import { configurationUserRoutes } from './configuration-user.routes.ts';
import { AgencyCreated, Companies, CompanyRemoved, ModuleSwitched, UserKinds } from './contract.ts';
import { domainRates, domainRoutes } from './domain-info.routes.ts';
import { moduleRoutes } from './modules.routes.ts';
import { salesRoutes } from './sales.routes.ts';

export default definePlugin({
  manifest: { id: 'agencies', version: '1.0.0', core: '^1', requires: { accounts: '^1' }, scope: 'platform', critical: true },
  migrations: new URL('./migrations/', import.meta.url),
  subjects: { Agency: { table: 'agencies_profile', fields: ['company_id', 'agency_id', 'root_id', ...SALES_COLUMNS] } },
  abilities: agencyAbilities,
  routes: [...agencyRoutes, ...moduleRoutes, ...salesRoutes, ...configurationUserRoutes, ...domainRoutes],
  rates: domainRates,
  events: [AgencyCreated, CompanyRemoved, ModuleSwitched],
  forms: agencyForms,
  pages: agencyPages,
  landing: [{ page: 'agencies.list', order: 10 }],
  menu: agencyMenu,
  settings: [Theme, PaymentTerms],
  provides: [provide(Companies, companiesOf), provide(BrandPort, brandOf)],
  fills: [fill(UserKinds, agencyKind)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
