import { connectorPlugin } from '../integrations/contract.ts';
import { sendGrid } from './connector.ts';

export default connectorPlugin(sendGrid, {
  version: '1.0.0',
  ui: {
    key: { widget: 'password', help: 'connector-sendgrid.key.help', placeholder: 'connector-sendgrid.key.placeholder' },
    list: { widget: 'text', help: 'connector-sendgrid.list.help' },
  },
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
