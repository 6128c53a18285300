import { defineConnector, outcomeOf, T } from 'lead-platform/contract';
import { LeadInput, NewLead } from 'lead-platform/plugins/connectors/integrations/contract';

const Auth = T.Object({
  url: T.String({ format: 'uri', maxLength: 300, title: 'call-list.url' }),
  key: T.String({ minLength: 10, maxLength: 200, title: 'call-list.key' }),
});

/** A dialer that the company runs itself, so its address is a field of the connection. */
export const dialer = defineConnector({
  id: 'call-list.dialer',
  version: 1,
  title: 'Dialer',
  summary: 'call-list.summary',
  egress: ['*'],
  auth: { fields: Auth, secret: ['key'] },
  test: async ({ auth, http }) => outcomeOf(await http({ method: 'GET', url: auth.url, headers: { authorization: `Bearer ${auth.key}` } })),
  // A dialer keeps no list of people that a call could take them off.
  erase: null,
  actions: {
    dial: {
      title: 'call-list.dial',
      on: NewLead,
      input: T.Pick(LeadInput, ['firstName', 'lastName', 'phone']),
      run: async ({ auth, http, deliveryId }, { firstName, lastName, phone }) =>
        phone
          ? outcomeOf(
              await http({
                method: 'POST',
                url: auth.url,
                headers: { authorization: `Bearer ${auth.key}`, 'idempotency-key': deliveryId },
                json: { name: `${firstName} ${lastName}`, phone },
              }),
            )
          : { ok: false, then: 'reject', note: 'The lead has no phone number.' },
    },
  },
});
