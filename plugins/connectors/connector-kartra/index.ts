import { connectorPlugin } from '../integrations/contract.ts';
import { kartra } from './connector.ts';

export default connectorPlugin(kartra, {
  version: '1.0.0',
  ui: {
    key: { widget: 'password', help: 'connector-kartra.key.help' },
    password: { widget: 'password' },
    list: { widget: 'text', help: 'connector-kartra.list.help' },
    tag: { widget: 'text', help: 'connector-kartra.tag.help' },
  },
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
