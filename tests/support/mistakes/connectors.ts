import {
  type ConnectorDef,
  defineConnector,
  defineEvent,
  defineService,
  defineTrigger,
  type OAuthKeys,
  outcomeOf,
  runTrigger,
  T,
} from '../../../core/contract.ts';
import { smallPlugin } from '../small-plugin.ts';
import type { Mistake } from './mistake.ts';

const Happened = defineEvent({ id: 'bad-connector.happened', version: 1, payload: T.Object({}) });
const Happening = defineTrigger({ id: 'thing.happened', title: 'bad-connector.happened', gives: T.Object({ email: T.String() }) });
const happening = (id: `${string}.${string}` = Happening.id) =>
  runTrigger({ trigger: { ...Happening, id }, event: Happened, occasions: async () => [], read: async () => null, sample: () => ({}) });
const happenings = { events: [Happened], triggers: [happening()] };
const connector = (more: Partial<ConnectorDef>): ConnectorDef => ({
  ...defineConnector({
    id: 'bad-connector.crm',
    version: 1,
    title: 'bad-connector.title',
    summary: 'bad-connector.summary',
    egress: ['api.crm.example'],
    auth: { fields: T.Object({ apiKey: T.String() }), secret: ['apiKey'] },
    test: null,
    erase: null,
    actions: {
      add: {
        title: 'bad-connector.add',
        on: Happening,
        input: T.Object({}),
        run: async (client) => outcomeOf(await client.http({ method: 'POST', url: '' })),
      },
    },
  }),
  ...more,
});

const signedIn = (urls: { token?: string; revoke?: string }): ConnectorDef =>
  connector({
    auth: {
      fields: T.Object({}),
      secret: [],
      oauth: {
        service: defineService<OAuthKeys>('bad-connector'),
        authorize: 'https://crm.example/authorize',
        token: 'https://api.crm.example/token',
        scopes: [],
        ...urls,
      },
    },
  });

/** Mistakes in connectors and triggers. */
export const connectorMistakes: Mistake[] = [
  [
    smallPlugin('bad-connector', {
      ...happenings,
      connectors: [connector({ auth: { fields: T.Object({ apiKey: T.String() }), secret: ['apikey'] } })],
    }),
    'unknown-secret',
    '(did you mean "apiKey"?)',
  ],
  [
    smallPlugin('bad-connector', { ...happenings, connectors: [connector({ erase: undefined as never })] }),
    'no-erase',
    'says nothing of erasing a person',
  ],
  [
    smallPlugin('bad-connector', { ...happenings, connectors: [connector({ rate: { calls: 0, seconds: 10 } })] }),
    'rate',
    'has a rate that lets no call through',
  ],
  [
    smallPlugin('bad-connector', { ...happenings, connectors: [signedIn({ revoke: 'https://id.crm.example/revoke' })] }),
    'oauth-host',
    'asks id.crm.example for `revoke`, which is not in its egress',
  ],
  [
    smallPlugin('bad-connector', { ...happenings, connectors: [signedIn({ token: 'http://api.crm.example/token' })] }),
    'oauth-address',
    'signs people in with "http://api.crm.example/token" as `token`',
  ],
  [
    smallPlugin('bad-connector', { connectors: [connector({})] }),
    'unknown-trigger',
    'acts on "thing.happened" by "add", a trigger that no working plugin publishes',
  ],
  [
    smallPlugin('bad-connector', { ...happenings, events: [] }),
    'unknown-event',
    'trigger "thing.happened" names the event "bad-connector.happened", which nobody declares',
  ],
  [
    smallPlugin('bad-connector', { ...happenings, triggers: [happening('lead.created')] }),
    'taken',
    'trigger "lead.created" is published twice',
  ],
  [
    smallPlugin('bad-connector', { ...happenings, triggers: [happening('core.every')] }),
    'trigger-id',
    'has no name that other systems could be told',
  ],
  [
    smallPlugin('bad-connector', { ...happenings, connectors: [connector({ egress: ['https://api.crm.example/v1'] })] }),
    'egress',
    'may not call "https://api.crm.example/v1"',
  ],
  [
    smallPlugin('bad-connector', {
      ...happenings,
      connectors: [
        connector({
          actions: {
            add: {
              title: 'bad-connector.add',
              on: Happening,
              input: T.Object({ emial: T.String() }),
              run: async () => outcomeOf({ status: 200, headers: {}, text: '', at: 0 }),
            },
          },
        }),
      ],
    }),
    'unknown-input',
    'asks for "emial" as input of "add", which thing.happened does not give (did you mean "email"?)',
  ],
];
