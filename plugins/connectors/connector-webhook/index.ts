import { definePlugin } from '../../../core/contract.ts';
import { connectorPlugin } from '../integrations/contract.ts';
import { lookupRoutes } from './lookup.routes.ts';
import { webhook } from './webhook.ts';

const plugin = connectorPlugin(webhook, {
  version: '1.1.0',
  ui: {
    url: { widget: 'text', help: 'connector-webhook.url.help', placeholder: 'connector-webhook.url.placeholder' },
    keyHeader: { widget: 'select', help: 'connector-webhook.key-header.help' },
    key: { widget: 'password', help: 'connector-webhook.key.help' },
    headers: { widget: 'textarea', help: 'connector-webhook.headers.help', placeholder: 'connector-webhook.headers.placeholder' },
  },
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});

export default definePlugin({ ...plugin, routes: [...plugin.routes!, ...lookupRoutes] });
