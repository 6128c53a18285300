import { definePlugin, fill, provide } from '../../core/contract.ts';
import { UserKinds } from '../agencies/contract.ts';
import { clientAbilities } from './clients.abilities.ts';
import { clientForms } from './clients.forms.ts';
import { clientMenu, clientPages } from './clients.pages.ts';
import { clientRoutes } from './clients.routes.ts';
import { clientKind, clientsOf } from './clients.service.ts';
import { ClientCreated, Clients } from './contract.ts';

export default definePlugin({
  manifest: { id: 'clients', version: '1.0.0', core: '^1', requires: { accounts: '^1', agencies: '^1' }, scope: 'platform' },
  migrations: new URL('./migrations/', import.meta.url),
  subjects: { Client: { table: 'clients_profile', fields: ['company_id', 'agency_id', 'root_id'] } },
  abilities: clientAbilities,
  routes: clientRoutes,
  events: [ClientCreated],
  forms: clientForms,
  pages: clientPages,
  landing: [{ page: 'clients.list', order: 50 }],
  menu: clientMenu,
  provides: [provide(Clients, clientsOf)],
  fills: [fill(UserKinds, clientKind)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
