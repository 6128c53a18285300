import { definePlugin, contribute, PortraitsPort, provide, subscribe } from '../../../core/contract.ts';
import { AccountRegistered, UserFields } from '../../foundation/accounts/contract.ts';
import { CompanyFacts, Erasures } from '../../foundation/companies/contract.ts';
import { banners } from './banners.ts';
import { companyAddressesOf } from './company-addresses.port.ts';
import { CompanyAddresses } from './contract.ts';
import { setupFacts } from './company-facts.ts';
import { eraseProfiles } from './erasure.ts';
import { firstReads } from './first-reads.ts';
import { landing, navigationGuard } from './navigation.guard.ts';
import { beginSetup } from './person.store.ts';
import { personRoutes } from './person.routes.ts';
import { pictureOf } from './picture.service.ts';
import { pictureRates, pictureRoutes } from './picture.routes.ts';
import { profileAbilities } from './profile.abilities.ts';
import { profileForms } from './profile.forms.ts';
import { profileMenu, profilePages } from './profile.pages.ts';
import { questionnaireForm } from './questionnaire.form.ts';
import { questionnaireRoutes } from './questionnaire.routes.ts';
import { setupForms } from './setup.forms.ts';
import { setupRoutes } from './setup.routes.ts';
import { SupportAddress, supportForm, supportRoutes } from './support.ts';
import { updateRates, updateRoutes } from './update.routes.ts';
import { userFields } from './user-fields.ts';
import { LaunchSteps } from '../../foundation/launch/contract.ts';
import { profileStep } from './launch-step.ts';

export default definePlugin({
  manifest: {
    id: 'profile',
    version: '1.0.0',
    core: '^1',
    requires: { accounts: '^1', companies: '^1', places: '^1' },
    uses: ['launch', 'white-label'],
    level: 'platform',
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    profile_answers: 'delete',
    profile_company: 'delete',
    profile_person: 'delete',
    profile_picture: 'delete',
  },
  subjects: {
    QuestionnaireAnswer: { table: 'profile_answers', fields: ['company_id', 'agency_id', 'root_id', 'account_id', 'id'] },
  },
  actions: {
    CompanyProfile: ['update'],
    Questionnaire: ['answer'],
    QuestionnaireAnswer: ['read'],
    Support: ['ask', 'update'],
    ClientSetup: ['finish'],
    StaffSetup: ['finish'],
  },
  abilities: profileAbilities,
  routes: [...setupRoutes, ...updateRoutes, ...personRoutes, ...pictureRoutes, ...questionnaireRoutes, ...supportRoutes],
  rates: [...pictureRates, ...updateRates],
  on: [
    subscribe({
      id: 'profile.begin-setup',
      event: AccountRegistered,
      run: (ctx, { accountId, companyId }) => beginSetup(ctx.db, { id: accountId, companyId }),
    }),
  ],
  forms: [...profileForms, ...setupForms, questionnaireForm, supportForm],
  pageRoles: {
    'profile.setup': 'where somebody completes what is asked at first',
  },
  pages: profilePages,
  redirects: [{ from: '/user', to: 'profile.page' }],
  menu: profileMenu,
  guards: [navigationGuard],
  landing,
  banners,
  settings: [SupportAddress],
  provides: [
    provide(PortraitsPort, (ctx) => ({ of: (accountId) => pictureOf(ctx, accountId) })),
    provide(CompanyAddresses, companyAddressesOf),
  ],
  contributions: [
    contribute(LaunchSteps, profileStep),
    contribute(UserFields, userFields),
    contribute(CompanyFacts, setupFacts),
    contribute(Erasures, eraseProfiles),
  ],
  firstReads,
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
