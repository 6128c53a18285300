import { definePlugin } from '../../core/contract.ts';
import { catalogueForms, cataloguePages } from './catalogue.pages.ts';
import { catalogueRoutes } from './catalogue.routes.ts';
import { framedPage } from './frame.ts';

/**
 * The live catalogue of blocks, inputs and screens, for whoever writes plugins. A plugin like any other, but no part of the product: `npm start`
 * and `npm run dev` load it in development, and production has neither its pages nor its calls.
 */
export const catalogue = definePlugin({
  manifest: {
    id: 'catalogue',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    uses: ['declarative-connectors', 'exclusions', 'integrations', 'payments', 'places'],
  },
  actions: { Catalogue: ['read', 'send', 'never'] },
  abilities: ({ can }, { tenant, viewedBy }) => {
    if (tenant.kind === 'root' && !viewedBy) can(['read', 'send'], 'Catalogue');
  },
  routes: catalogueRoutes,
  raw: [framedPage],
  pages: cataloguePages,
  forms: catalogueForms,
  menu: [
    {
      id: 'catalogue.menu',
      parent: 'core.menu-configuration',
      title: 'catalogue.title',
      icon: 'puzzle',
      order: 990,
      ability: ['read', 'Catalogue'],
      page: 'catalogue.list',
    },
  ],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
