import { definePlugin, defineRoute, T } from '../../../core/contract.ts';

/** Somebody else's plugin: what it adds to the product stands in this folder alone. */
export default definePlugin({
  manifest: { id: 'kiosk', version: '1.0.0', core: '^1', level: 'agency', title: 'kiosk.area' },
  areas: [{ id: 'Kiosk', title: 'kiosk.area', order: 35, grants: ['enable', 'update'], types: { client: [] }, viewMode: [] }],
  actions: { Kiosk: ['open'] },
  abilities: ({ can }, { rights }) => void (rights['Kiosk']?.update && can('open', 'Kiosk')),
  routes: [
    defineRoute({
      id: 'kiosk.open',
      method: 'POST',
      path: '/kiosk',
      summary: 'Open the kiosk',
      ability: ['open', 'Kiosk'],
      response: T.Object({ message: T.String() }),
      handler: async (ctx) => ({ message: ctx.t('kiosk.opened') }),
    }),
  ],
  contentSecurity: { sources: { 'frame-src': ['https://maps.example.com'], 'img-src': ['https://maps.example.com'] } },
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
