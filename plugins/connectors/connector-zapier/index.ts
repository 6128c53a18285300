import { type ConnectorResponse, defineConnector, objectIn, type Outcome, T, waitAskedFor } from '../../../core/contract.ts';
import { connectorPlugin, LeadInput, NewLead } from '../integrations/contract.ts';

const Auth = T.Object({
  url: T.String({
    format: 'uri',
    pattern: '^https?://[^/?#]+/hooks/catch/[0-9A-Za-z]+/[0-9A-Za-z]+(/[0-9A-Za-z]*)?/?$',
    maxLength: 300,
    title: 'connector-zapier.url',
  }),
});
/** Bytes of a payload that are taken there. */
const MOST_BYTES = 10_000_000;

/** The account whose hook it is. */
const accountOf = (url: string): string => new URL(url).pathname.split('/')[3] ?? '';

/** The success answer is always the same 200; whoever sends is to try again after any other. */
function read(response: ConnectorResponse): Outcome {
  const { status, text } = response;
  const note = `HTTP ${status}${text ? `: ${text.slice(0, 200)}` : ''}`;
  if (status === 200) return { ok: true, note, ref: String(objectIn(text)['id'] ?? '') };
  const after = waitAskedFor(response);
  return { ok: false, then: 'retry', note, ...(after === null ? {} : { after }) };
}

/** Zapier's catch hook. The url is the credential, so it is kept like a password. */
const zapier = defineConnector({
  id: 'connector-zapier.catch-hook',
  version: 1,
  title: 'Zapier',
  summary: 'connector-zapier.summary',
  egress: ['hooks.zapier.com'],
  auth: { fields: Auth, secret: ['url'] },
  // Of an account within a company, since a stranger can guess its number; and of each hook.
  rate: [
    { calls: 10_000, seconds: 300, per: ({ url }) => accountOf(url), within: 'company' },
    { calls: 30, seconds: 1, per: ({ url }) => url },
  ],
  // Every call of a catch hook starts the Zap.
  test: null,
  erase: null,
  mapping: {},
  actions: {
    send: {
      title: 'connector-zapier.send',
      on: NewLead,
      input: T.Pick(LeadInput, ['id', 'isTest']),
      async run({ auth, http, deliveryId, fields }, { id, isTest }): Promise<Outcome> {
        const body = JSON.stringify({ id, ...fields, isTest, deliveryId });
        if (Buffer.byteLength(body) > MOST_BYTES)
          return { ok: false, then: 'reject', record: 'unfit', note: 'connector-zapier.log.too-large' };
        return read(await http({ method: 'POST', url: auth.url, body }));
      },
    },
  },
});

export default connectorPlugin(zapier, {
  version: '1.0.0',
  ui: { url: { widget: 'password', help: 'connector-zapier.url.help', placeholder: 'connector-zapier.url.placeholder' } },
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
