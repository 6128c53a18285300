import { definePlugin } from '../../../core/contract.ts';
import { listAbilities } from './deletion-lists.abilities.ts';
import { listMenu, listPages } from './deletion-lists.pages.ts';
import { workJob } from './lists.job.ts';
import { listRoutes } from './lists.routes.ts';

export default definePlugin({
  manifest: {
    id: 'deletion-lists',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { exclusions: '^1', privacy: '^1' },
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: { deletion_lists_list: 'delete', deletion_lists_row: 'delete', deletion_lists_match: 'delete' },
  subjects: { DeletionList: { table: 'deletion_lists_list', fields: ['company_id', 'agency_id', 'root_id', 'id'] } },
  actions: { DeletionList: ['read', 'delete'] },
  sensitive: { DeletionList: 'people' },
  abilities: listAbilities,
  routes: listRoutes,
  jobs: [workJob],
  pages: listPages,
  menu: listMenu,
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
