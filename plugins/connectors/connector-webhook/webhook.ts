import { createHmac, randomBytes } from 'node:crypto';
import { defineConnector, EveryTrigger, outcomeOf, T } from '../../../core/contract.ts';
import { isKeyValue } from '../integrations/shared.ts';
import { headerFault, headersIn } from './headers.ts';

/** Where a key may be sent; `none`: nowhere, although one is kept. */
const KEY_HEADERS = ['none', 'Authorization', 'X-Api-Key', 'Api-Key'] as const;

const Auth = T.Object({
  url: T.String({ format: 'uri', pattern: '^https?://', maxLength: 2000, title: 'connector-webhook.url' }),
  keyHeader: T.Optional(T.Enum([...KEY_HEADERS], { title: 'connector-webhook.key-header' })),
  key: T.Optional(T.String({ maxLength: 2000, title: 'connector-webhook.key' })),
  /** One a line, `X-Name: value`. */
  headers: T.Optional(T.String({ maxLength: 4000, title: 'connector-webhook.headers' })),
  secret: T.String({ title: 'connector-webhook.secret' }),
});
const PREFIX = 'whsec_';

/** Standard Webhooks: base64 of HMAC-SHA256 over `id.timestamp.body`, under the bytes that the secret encodes. */
const signature = (secret: string, id: string, timestamp: string, body: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`;

/** A signed call to any https address: the custom integration. */
export const webhook = defineConnector({
  id: 'connector-webhook.webhook',
  version: 1,
  title: 'Webhook',
  summary: 'connector-webhook.summary',
  egress: ['*'],
  auth: { fields: Auth, secret: ['key', 'secret'] },
  generate: { secret: () => PREFIX + randomBytes(32).toString('base64') },
  check({ keyHeader = 'none', key = '', headers = '' }) {
    if (keyHeader !== 'none' && !key) return { field: 'key', message: 'connector-webhook.key.missing' };
    if (!isKeyValue(key)) return { field: 'key', message: 'connector-webhook.key.refused' };
    const fault = headerFault(headers);
    return fault ? { field: 'headers', ...fault } : null;
  },
  // Whoever receives calls knows the secret only after it was made, so there is nothing to ask before.
  test: null,
  erase: null,
  mapping: { template: true },
  actions: {
    send: {
      title: 'connector-webhook.send',
      on: EveryTrigger,
      input: EveryTrigger.gives,
      async run({ auth, before, http, now, deliveryId, fields, payload }, { trigger, at, id, isTest }) {
        const body = payload ?? JSON.stringify({ type: trigger, timestamp: at, data: { id, ...fields, isTest } });
        const timestamp = String(Math.floor(now / 1000));
        const { keyHeader = 'none', key = '' } = auth;
        // Receivers take a call that one of the signatures fits, so the secret can be changed there at any time of the day.
        const secrets = [auth.secret, ...(before['secret'] ? [before['secret']] : [])];
        const headers = {
          ...headersIn(auth.headers ?? ''),
          ...(keyHeader === 'none' ? {} : { [keyHeader]: key }),
          'webhook-id': deliveryId,
          'webhook-timestamp': timestamp,
          'webhook-signature': secrets.map((secret) => signature(secret, deliveryId, timestamp, body)).join(' '),
        };
        const response = await http({ method: 'POST', url: auth.url, headers, body });
        return { ...outcomeOf(response), ...(response.headers['lead-state'] === 'invalid' ? { record: 'invalid' as const } : {}) };
      },
    },
  },
});
