import { defineConnector, outcomeOf, T } from '../../core/contract.ts';
import { connectorPlugin, LeadInput, NewLead } from '../integrations/contract.ts';

const Auth = T.Object({
  url: T.String({
    format: 'uri',
    pattern: '^https?://[^/?#]+/hooks/catch/[0-9A-Za-z]+/[0-9A-Za-z]+(/[0-9A-Za-z]*)?/?$',
    maxLength: 300,
    title: 'connector-zapier.url',
  }),
});

/** Zapier's catch hook. The url is the credential, so it is kept like a password; any 200 means accepted. */
const zapier = defineConnector({
  id: 'connector-zapier.catch-hook',
  version: 1,
  title: 'Zapier',
  summary: 'connector-zapier.summary',
  egress: ['hooks.zapier.com'],
  auth: { fields: Auth, secret: ['url'] },
  // Every call of a catch hook starts the Zap.
  test: null,
  erase: null,
  mapping: {},
  actions: {
    send: {
      title: 'connector-zapier.send',
      on: NewLead,
      input: T.Pick(LeadInput, ['id', 'isTest']),
      run: async ({ auth, http, deliveryId, fields }, { id, isTest }) =>
        outcomeOf(await http({ method: 'POST', url: auth.url, json: { id, ...fields, isTest, deliveryId } })),
    },
  },
});

export default connectorPlugin(zapier, {
  version: '1.0.0',
  ui: { url: { widget: 'password', help: 'connector-zapier.url.help', placeholder: 'connector-zapier.url.placeholder' } },
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
