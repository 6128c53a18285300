import { definePlugin } from '../../core/contract.ts';
import { callBacksAbilities } from './call-backs.abilities.ts';
import { callBacksForms } from './call-backs.forms.ts';
import { callBacksMenu, callBacksPages } from './call-backs.pages.ts';
import { callBacksRoutes } from './call-backs.routes.ts';

export default definePlugin({
  manifest: { id: 'call-backs', version: '1.0.0', core: '^1', scope: 'agency', title: 'call-backs.title' },
  migrations: new URL('./migrations/', import.meta.url),
  subjects: { CallBacksItem: { table: 'call_backs_item', fields: ['id', 'company_id', 'agency_id', 'root_id'] } },
  abilities: callBacksAbilities,
  routes: callBacksRoutes,
  forms: callBacksForms,
  pages: callBacksPages,
  menu: callBacksMenu,
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
