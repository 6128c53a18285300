import { definePlugin } from '../../../core/contract.ts';
import { connectingRoutes } from './connecting.routes.ts';
import { documentAbilities } from './declarative-connectors.abilities.ts';
import { documentForms, documentMenu, documentPages } from './documents/documents.pages.ts';
import { documentRoutes, tryRates } from './documents/documents.routes.ts';
import { published } from './documents/published.ts';

export default definePlugin({
  manifest: {
    id: 'declarative-connectors',
    version: '1.0.0',
    core: '^1',
    requires: { integrations: '^1' },
    level: 'platform',
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    declarative_connectors_document: 'delete',
    declarative_connectors_version: { keep: 'what was published when: companies were connected by it' },
  },
  subjects: { ConnectorDocument: { table: 'declarative_connectors_document', fields: ['company_id', 'agency_id', 'root_id'] } },
  actions: { ConnectorDocument: ['read', 'create', 'update', 'publish'] },
  sensitive: { ConnectorDocument: 'connections' },
  abilities: documentAbilities,
  routes: [...documentRoutes, ...connectingRoutes],
  rates: tryRates,
  widgets: ['document'],
  forms: documentForms,
  pages: documentPages,
  menu: documentMenu,
  publishes: published,
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
