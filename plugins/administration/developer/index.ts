import { definePlugin, contribute, provide } from '../../../core/contract.ts';
import { DeveloperModes } from '../../commerce/agency-billing/contract.ts';
import { developerAreas } from './developer.areas.ts';
import { chargeFee, developerMode } from './billing.ts';
import { ApiScopes, Developer, DeveloperAgreed, SignInLinks } from './contract.ts';
import { developerAbilities } from './developer.abilities.ts';
import { developerForms } from './developer.forms.ts';
import { agencyTerms, developerGuard, developerMenu, developerPages } from './developer.pages.ts';
import { developerRoutes } from './developer.routes.ts';
import { developerOf } from './developer.service.ts';
import { Terms } from './developer.settings.ts';
import { firstReads } from './first-reads.ts';
import { signInScope } from './scopes.ts';
import { ssoRates, ssoRoutes } from './sso.routes.ts';
import { signInLinksOf } from './sso.service.ts';
import { tokenRates, tokenRoutes } from './token.routes.ts';

/** Kept when a company is erased. */
const BOOKS = { keep: 'the books: what was owed and paid, by number' };

export default definePlugin({
  manifest: {
    id: 'developer',
    version: '1.0.0',
    core: '^1',
    requires: { accounts: '^1', companies: '^1', agreements: '^1' },
    uses: ['agency-billing', 'payments', 'profile'],
    changes: ['sessions'],
    level: 'platform',
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    developer_agency: BOOKS,
    developer_due: BOOKS,
    developer_key: 'delete',
    developer_sso_token: 'delete',
  },
  subjects: { ApiKey: { table: 'developer_key', fields: ['company_id', 'agency_id', 'root_id'] } },
  actions: {
    ApiKey: ['read', 'agree', 'create', 'delete'],
    DeveloperMode: ['read', 'update'],
  },
  sensitive: { ApiKey: 'credentials', DeveloperMode: 'money' },
  areas: developerAreas,
  abilities: developerAbilities,
  routes: [...developerRoutes, ...ssoRoutes, ...tokenRoutes],
  rates: [...ssoRates, ...tokenRates],
  events: [DeveloperAgreed],
  forms: developerForms,
  pages: developerPages,
  pageRoles: { 'developer.mode': 'Where an agency reads how it stands to developer mode' },
  extend: [agencyTerms],
  guards: [developerGuard],
  menu: developerMenu,
  settings: [Terms],
  on: [chargeFee],
  provides: [provide(Developer, developerOf), provide(SignInLinks, signInLinksOf)],
  contributions: [contribute(DeveloperModes, developerMode), contribute(ApiScopes, signInScope)],
  firstReads,
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
