import { contribute, definePlugin } from '../../../core/contract.ts';
import { LeadFieldSets } from '../leads/contract.ts';
import { optOutField } from './lead-field.ts';
import { forgetMails } from './opt-out.jobs.ts';
import { optOutForms, optOutMenu, optOutPages } from './opt-out.pages.ts';
import { optOutRates, optOutRoutes } from './opt-out.routes.ts';

export default definePlugin({
  manifest: {
    id: 'opt-out',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { accounts: '^1', exclusions: '^1', leads: '^1', privacy: '^1' },
  },
  migrations: new URL('./migrations/', import.meta.url),
  tables: { opt_out_mail: [] },
  routes: optOutRoutes,
  rates: optOutRates,
  jobs: [forgetMails],
  forms: optOutForms,
  pages: optOutPages,
  menu: optOutMenu,
  contributions: [contribute(LeadFieldSets, optOutField)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
