import { connectorPlugin } from '../integrations/contract.ts';
import { goHighLevel } from './connector.ts';

export default connectorPlugin(goHighLevel, {
  version: '1.0.0',
  ui: {
    location: { widget: 'text', help: 'connector-gohighlevel.location.help' },
    token: { widget: 'password', help: 'connector-gohighlevel.token.help' },
    tag: { widget: 'text', help: 'connector-gohighlevel.tag.help' },
  },
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
