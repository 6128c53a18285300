import { definePlugin } from '../../../core/contract.ts';
import { exportJob, purgeJob } from './exports.job.ts';
import { exportRate, exportRoutes } from './exports.routes.ts';
import { claimRate, logRoutes } from './log.routes.ts';
import { userLogAbilities } from './user-log.abilities.ts';
import { userLogExtensions, userLogMenu, userLogPages } from './user-log.pages.ts';

export default definePlugin({
  manifest: {
    id: 'user-log',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { companies: '^1', capture: '^1' },
    uses: ['campaigns'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    user_log_export: 'delete',
    user_log_part: 'delete',
  },
  actions: {
    Audit: ['read', 'search', 'search-agencies', 'export'],
    UserLog: ['report'],
  },
  sensitive: { Audit: 'exports' },
  abilities: userLogAbilities,
  routes: [...logRoutes, ...exportRoutes],
  rates: [claimRate, exportRate],
  jobs: [exportJob, purgeJob],
  pages: userLogPages,
  extend: userLogExtensions,
  menu: userLogMenu,
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
