import { definePlugin } from '../../../core/contract.ts';
import { attentionExtensions } from './attention.pages.ts';
import { attentionRoutes } from './attention.routes.ts';

/** What needs attention, as one list. Other plugins contribute what they find. */
export default definePlugin({
  manifest: { id: 'attention', version: '1.0.0', core: '^1', level: 'platform', requires: { companies: '^1' } },
  actions: { Attention: ['read'] },
  // Each source asks by itself what its caller may know.
  abilities: ({ can }, { actor }) => {
    if (actor.userType !== null) can('read', 'Attention');
  },
  pageRoles: {
    'attention.list': 'what people open first: it lists what needs attention; states `product`, or none',
    'attention.line': 'pages that say in a line how many things need attention; state `product`, or none',
  },
  derive: (from) => ({ routes: attentionRoutes(from), extend: attentionExtensions(from) }),
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
