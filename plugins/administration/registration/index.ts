import { definePlugin } from '../../../core/contract.ts';
import { referralRoutes } from './referrals.routes.ts';
import { registrationAbilities } from './registration.abilities.ts';
import { registrationForms } from './registration.forms.ts';
import { registrationGuard } from './registration.guard.ts';
import { registrationMenu, registrationPages } from './registration.pages.ts';
import { registrationRates, registrationRoutes } from './registration.routes.ts';

export default definePlugin({
  manifest: {
    id: 'registration',
    version: '1.1.0',
    core: '^1',
    level: 'platform',
    requires: { accounts: '^1', agencies: '^1', companies: '^1', clients: '^1' },
    uses: ['people'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    registration_code: 'delete',
    registration_origin: { keep: 'whom commissions were owed to, by number' },
  },
  actions: {
    ReferralLink: ['read'],
  },
  abilities: registrationAbilities,
  routes: [...registrationRoutes, ...referralRoutes],
  rates: registrationRates,
  forms: registrationForms,
  pages: registrationPages,
  menu: registrationMenu,
  guards: [registrationGuard],
  extend: [
    {
      role: 'accounts.sign-in',
      order: 10,
      blocks: [
        {
          as: 'notice',
          severity: 'neutral',
          stays: true,
          text: 'registration.invite',
          action: { id: 'registration.go', title: 'registration.link', ability: 'public', do: { page: 'registration.page' } },
        },
      ],
    },
  ],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
