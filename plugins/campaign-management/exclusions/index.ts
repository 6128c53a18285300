import { definePlugin, contribute, provide } from '../../../core/contract.ts';
import { Erasures } from '../../foundation/companies/contract.ts';
import { ExclusionHistory, ExclusionLists, Exclusions, OptOuts } from './contract.ts';
import { listedAt, screenCandidates } from './entries.store.ts';
import { eraseExclusions } from './erasure.ts';
import { exclusionAbilities } from './exclusions.abilities.ts';
import { exclusionForms } from './exclusions.forms.ts';
import { exclusionJobs } from './exclusions.jobs.ts';
import { clientExclusions, exclusionMenu, exclusionPages } from './exclusions.pages.ts';
import { exclusionRoutes } from './exclusions.routes.ts';
import { optOutRoutes } from './opt-outs.routes.ts';
import { optOutsOf } from './opt-outs.store.ts';
import { listsOf } from './lists.port.ts';
import { PersonRecords } from '../../foundation/privacy/contract.ts';
import { exclusionData, optOutData } from './person-data.ts';
import { exclusionRates, uploadRoutes } from './uploads.routes.ts';

export default definePlugin({
  manifest: { id: 'exclusions', version: '1.0.0', core: '^1', requires: { companies: '^1' }, uses: ['privacy'], level: 'platform' },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    exclusions_entry: 'delete',
    exclusions_opt_out: 'delete',
    exclusions_upload: 'delete',
  },
  subjects: {
    OptOut: { table: 'exclusions_opt_out', fields: ['company_id', 'agency_id', 'root_id'] },
    Exclusion: { table: 'exclusions_entry', fields: ['company_id', 'agency_id', 'root_id'] },
    ExclusionUpload: { table: 'exclusions_upload', fields: ['company_id', 'agency_id', 'root_id'] },
  },
  actions: {
    Exclusion: ['read', 'create', 'delete'],
    ExclusionList: ['read'],
    OptOut: ['read'],
    OptOutList: ['read'],
    OwnExclusionList: ['read'],
  },
  abilities: exclusionAbilities,
  routes: [...uploadRoutes, ...optOutRoutes, ...exclusionRoutes],
  rates: exclusionRates,
  jobs: exclusionJobs,
  forms: exclusionForms,
  pages: exclusionPages,
  extend: [clientExclusions],
  menu: exclusionMenu,
  provides: [
    provide(Exclusions, (ctx) => ({ screen: (candidates) => screenCandidates(ctx, candidates) })),
    provide(OptOuts, optOutsOf),
    provide(ExclusionLists, listsOf),
    provide(ExclusionHistory, (ctx) => ({ listedAt: (candidates) => listedAt(ctx, candidates) })),
  ],
  contributions: [contribute(Erasures, eraseExclusions), contribute(PersonRecords, exclusionData), contribute(PersonRecords, optOutData)],
  widgets: ['upload'],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
