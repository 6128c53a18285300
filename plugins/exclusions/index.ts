import { definePlugin, contribute, provide } from '../../core/contract.ts';
import { Erasures } from '../companies/contract.ts';
import { ExclusionHistory, Exclusions } from './contract.ts';
import { listedAt, screenCandidates } from './entries.store.ts';
import { eraseExclusions } from './erasure.ts';
import { exclusionAbilities } from './exclusions.abilities.ts';
import { exclusionForms } from './exclusions.forms.ts';
import { exclusionJobs } from './exclusions.jobs.ts';
import { clientExclusions, exclusionMenu, exclusionPages } from './exclusions.pages.ts';
import { exclusionRoutes } from './exclusions.routes.ts';
import { PersonRecords } from '../privacy/contract.ts';
import { exclusionData } from './person-data.ts';
import { exclusionRates, uploadRoutes } from './uploads.routes.ts';

export default definePlugin({
  manifest: { id: 'exclusions', version: '1.0.0', core: '^1', requires: { companies: '^1' }, uses: ['privacy'], level: 'platform' },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    exclusions_entry: 'delete',
    exclusions_upload: 'delete',
  },
  subjects: {
    Exclusion: { table: 'exclusions_entry', fields: ['company_id', 'agency_id', 'root_id'] },
    ExclusionUpload: { table: 'exclusions_upload', fields: ['company_id', 'agency_id', 'root_id'] },
  },
  actions: {
    Exclusion: ['read', 'create', 'delete'],
    ExclusionList: ['read'],
    OptOutList: ['read'],
    OwnExclusionList: ['read'],
  },
  abilities: exclusionAbilities,
  routes: [...uploadRoutes, ...exclusionRoutes],
  rates: exclusionRates,
  jobs: exclusionJobs,
  forms: exclusionForms,
  pages: exclusionPages,
  extend: [clientExclusions],
  menu: exclusionMenu,
  provides: [
    provide(Exclusions, (ctx) => ({ screen: (candidates) => screenCandidates(ctx, candidates) })),
    provide(ExclusionHistory, (ctx) => ({ listedAt: (candidates) => listedAt(ctx, candidates) })),
  ],
  contributions: [contribute(Erasures, eraseExclusions), contribute(PersonRecords, exclusionData)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
