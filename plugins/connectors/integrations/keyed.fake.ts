import { defineConnector, outcomeOf, type Plugin, T } from '../../../core/contract.ts';
import { connectorPlugin, LeadInput, NewLead } from './contract.ts';

const Auth = T.Object({
  account: T.String({ maxLength: 60, title: 'connector-keyed.account' }),
  key: T.String({ minLength: 4, maxLength: 80, title: 'connector-keyed.key' }),
});

/** A system with a key, whose `/me` proves it and writes nothing; leads go to `/leads`. */
export const keyedFake = (origin: () => string): Plugin =>
  connectorPlugin(
    defineConnector({
      id: 'connector-keyed.leads',
      version: 1,
      title: 'Keyed',
      summary: 'connector-keyed.summary',
      egress: ['api.keyed.example'],
      auth: { fields: Auth, secret: ['key'] },
      test: async ({ auth, http }) =>
        outcomeOf(await http({ method: 'GET', url: `${origin()}/me`, headers: { authorization: `Bearer ${auth.key}` } })),
      erase: null,
      actions: {
        add: {
          title: 'connector-keyed.add',
          on: NewLead,
          input: T.Pick(LeadInput, ['email', 'firstName']),
          run: async ({ auth, http, deliveryId }, lead) =>
            outcomeOf(
              await http({
                method: 'POST',
                url: `${origin()}/leads`,
                headers: { authorization: `Bearer ${auth.key}`, 'idempotency-key': deliveryId },
                json: lead,
              }),
            ),
        },
      },
    }),
    {
      version: '1.0.0',
      locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
    },
  );
