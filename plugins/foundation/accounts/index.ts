import { definePlugin, contribute, MailLanguages, provide } from '../../../core/contract.ts';
import { accountAbilities } from './accounts.abilities.ts';
import { accountForms } from './accounts.forms.ts';
import { tidyJob } from './accounts.jobs.ts';
import { accountExtensions, accountMenu, accountPages } from './accounts.pages.ts';
import { languageOf } from './accounts.store.ts';
import { accountsOf } from './accounts.service.ts';
import { emailChangeRoutes } from './email-change.routes.ts';
import { factorResetJob } from './factor-reset.service.ts';
import { factorResetRoutes } from './factor-reset.routes.ts';
import { AccountRegistered, Accounts, HumanCheck, SignIn } from './contract.ts';
import { humanCheckOf } from './human-check.ts';
import { signInOf } from './login.service.ts';
import { passwordRoutes } from './password.routes.ts';
import { secondFactorRates, secondFactorRoutes } from './second-factor.routes.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { signInRates, signInRoutes } from './sign-in.routes.ts';
import { userRoutes } from './user.routes.ts';

export default definePlugin({
  manifest: { id: 'accounts', version: '1.1.0', core: '^1', level: 'platform', critical: true, changes: ['accounts', 'sessions'] },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    accounts_attempt: 'delete',
    accounts_challenge: 'delete',
    accounts_credential: 'delete',
    accounts_choice: 'delete',
    accounts_device: 'delete',
    accounts_email_change: 'delete',
    accounts_factor_reset: 'delete',
    accounts_link: 'delete',
    accounts_notice: 'delete',
    accounts_profile: 'delete',
    accounts_recovery: 'delete',
  },
  subjects: { Account: { table: 'core_public_account', fields: ['id', 'company_id', 'agency_id', 'root_id'] } },
  actions: {
    Account: ['read', 'update', 'reset-factor'],
  },
  sensitive: { Account: 'people' },
  abilities: accountAbilities,
  routes: [
    ...signInRoutes,
    ...passwordRoutes,
    ...emailChangeRoutes,
    ...secondFactorRoutes,
    ...factorResetRoutes,
    ...sessionRoutes,
    ...userRoutes,
  ],
  rates: [...signInRates, ...secondFactorRates],
  jobs: [tidyJob, factorResetJob],
  events: [AccountRegistered],
  forms: accountForms,
  pageRoles: {
    'accounts.sign-in': 'where people sign in',
    'accounts.list': 'a list of people with an account each',
    'accounts.own': 'the account of whoever looks at it',
  },
  pages: accountPages,
  menu: accountMenu,
  extend: accountExtensions,
  provides: [provide(Accounts, accountsOf), provide(HumanCheck, humanCheckOf), provide(SignIn, signInOf)],
  contributions: [contribute(MailLanguages, languageOf)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
