import { definePlugin, contribute } from '../../../core/contract.ts';
import { UserFields } from '../../foundation/accounts/contract.ts';
import { permissionsText } from './permissions.service.ts';
import { viewModeAbilities } from './view-mode.abilities.ts';
import { permissionsForm, switchForm } from './view-mode.forms.ts';
import { closeJob } from './view-mode.jobs.ts';
import { viewModeExtensions, viewModeMenu, viewModePages } from './view-mode.pages.ts';
import { startRate, viewModeRoutes } from './view-mode.routes.ts';

export default definePlugin({
  manifest: {
    id: 'view-mode',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { accounts: '^1', companies: '^1' },
    changes: ['accounts', 'sessions'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    view_mode_visit: { keep: 'which operator looked through which account; belongs to the log' },
  },
  subjects: { ViewVisit: { table: 'view_mode_visit', fields: ['company_id', 'agency_id', 'root_id', 'operator_id'] } },
  actions: {
    View: ['switch'],
    ViewRights: ['update'],
    ViewVisit: ['read', 'end'],
  },
  sensitive: { View: 'view mode', ViewVisit: 'view mode', ViewRights: 'view mode' },
  abilities: viewModeAbilities,
  routes: viewModeRoutes,
  rates: [startRate],
  jobs: [closeJob],
  forms: [switchForm, permissionsForm],
  pages: viewModePages,
  extend: viewModeExtensions,
  menu: viewModeMenu,
  contributions: [
    contribute(UserFields, {
      id: 'view-mode.permissions',
      of: async (ctx) => ({ user_permissions_view_mode: await permissionsText(ctx) }),
    }),
  ],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
