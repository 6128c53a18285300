import { createHmac, randomBytes } from 'node:crypto';
import { defineConnector, outcomeOf, T } from '../../core/contract.ts';
import { connectorPlugin, LeadInput, NewLead } from '../integrations/contract.ts';

const Auth = T.Object({
  url: T.String({ format: 'uri', pattern: '^https?://', maxLength: 2000, title: 'connector-webhook.url' }),
  secret: T.String({ title: 'connector-webhook.secret' }),
});
const PREFIX = 'whsec_';

/** Standard Webhooks: base64 of HMAC-SHA256 over `id.timestamp.body`, under the bytes that the secret encodes. */
const signature = (secret: string, id: string, timestamp: string, body: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`;

/** A signed call to any https address: the custom integration. */
const webhook = defineConnector({
  id: 'connector-webhook.webhook',
  version: 1,
  title: 'Webhook',
  summary: 'connector-webhook.summary',
  egress: ['*'],
  auth: { fields: Auth, secret: ['secret'] },
  generate: { secret: () => PREFIX + randomBytes(32).toString('base64') },
  // Whoever receives calls knows the secret only after it was made, so there is nothing to ask before.
  test: null,
  erase: null,
  mapping: {},
  actions: {
    send: {
      title: 'connector-webhook.send',
      on: NewLead,
      input: T.Pick(LeadInput, ['id', 'isTest', 'createdAt']),
      async run({ auth, http, now, deliveryId, fields }, { id, isTest, createdAt }) {
        const body = JSON.stringify({
          type: 'lead.created',
          timestamp: createdAt || new Date(now).toISOString(),
          data: { id, ...fields, isTest },
        });
        const timestamp = String(Math.floor(now / 1000));
        const headers = {
          'webhook-id': deliveryId,
          'webhook-timestamp': timestamp,
          'webhook-signature': signature(auth.secret, deliveryId, timestamp, body),
        };
        const response = await http({ method: 'POST', url: auth.url, headers, body });
        return { ...outcomeOf(response), ...(response.headers['lead-state'] === 'invalid' ? { record: 'invalid' as const } : {}) };
      },
    },
  },
});

export default connectorPlugin(webhook, {
  version: '1.0.0',
  ui: { url: { widget: 'text', help: 'connector-webhook.url.help', placeholder: 'connector-webhook.url.placeholder' } },
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
