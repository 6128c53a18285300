import { definePlugin } from 'lead-platform/contract';
import { connectorPlugin } from 'lead-platform/plugins/connectors/integrations/contract';
import { callListAbilities } from './call-list.abilities.ts';
import { dialer } from './call-list.connector.ts';
import { callListForms } from './call-list.forms.ts';
import { callListMenu, callListPages } from './call-list.pages.ts';
import { callListRoutes } from './call-list.routes.ts';

const connector = connectorPlugin(dialer, {
  version: '1.0.0',
  ui: { url: { widget: 'text', help: 'call-list.url.help' }, key: { widget: 'password' } },
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});

/** A connector to a dialer, and a page with the numbers that its company does not call. */
export default definePlugin({
  ...connector,
  manifest: { ...connector.manifest, level: 'agency', title: 'call-list.title' },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: { call_list_skipped: 'delete' },
  subjects: { SkippedNumber: { table: 'call_list_skipped', fields: ['id', 'company_id', 'agency_id', 'root_id'] } },
  actions: { SkippedNumber: ['read', 'create', 'delete'] },
  abilities: callListAbilities,
  routes: [...(connector.routes ?? []), ...callListRoutes],
  forms: [...(connector.forms ?? []), ...callListForms],
  pages: callListPages,
  menu: callListMenu,
});
