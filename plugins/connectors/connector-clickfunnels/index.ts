import { defineConnector, T } from '../../../core/contract.ts';
import { connectorPlugin, LeadInput, NewLead } from '../integrations/contract.ts';
import { findAccount } from './account.ts';
import { Api, Auth } from './api.ts';
import { addContact, eraseContacts, PROPERTIES } from './contact.ts';

/** ClickFunnels 2.0; Classic has another interface. */
export default connectorPlugin(
  defineConnector({
    id: 'connector-clickfunnels.contacts',
    version: 1,
    title: 'ClickFunnels',
    summary: 'connector-clickfunnels.summary',
    egress: ['*.myclickfunnels.com'],
    auth: { fields: Auth, secret: ['token'], learned: ['workspaceId', 'tagId'] },
    // The limit there is not published and changes; this is slow enough for a list that is brought over.
    rate: { calls: 10, seconds: 1, per: ({ token }) => token },
    test: (client) => findAccount(new Api(client), client),
    erase: (client, { refs, emails }) => eraseContacts(new Api(client), client, refs, emails),
    mapping: { keepsPlaces: true, taken: PROPERTIES },
    actions: {
      add: {
        title: 'connector-clickfunnels.add',
        on: NewLead,
        input: T.Pick(LeadInput, ['email', 'firstName', 'lastName', 'phone']),
        run: (client, lead) => addContact(new Api(client), client, lead),
      },
    },
  }),
  {
    version: '1.0.0',
    ui: {
      subdomain: { widget: 'text', help: 'connector-clickfunnels.subdomain.help', suffix: '.myclickfunnels.com' },
      token: { widget: 'password', help: 'connector-clickfunnels.token.help' },
      workspace: { widget: 'text', help: 'connector-clickfunnels.workspace.help' },
      tag: { widget: 'text', help: 'connector-clickfunnels.tag.help' },
    },
    locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
  },
);
