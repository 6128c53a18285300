import { defineConnector } from '../../../core/contract.ts';
import { NewLead } from '../integrations/contract.ts';
import { ask, Auth, GoHighLevel, HOST } from './api.ts';
import { contactOf, customFields, Sent } from './contact.ts';
import { eraseContacts } from './erase.ts';

/** Contacts of one sub-account ("location"), made or updated, then tagged. */
export const goHighLevel = defineConnector({
  id: 'connector-gohighlevel.contacts',
  version: 1,
  title: 'GoHighLevel',
  summary: 'connector-gohighlevel.summary',
  egress: [HOST],
  auth: { fields: Auth, secret: ['token'] },
  service: GoHighLevel,
  // What the vendor allows an app in a location, which a token of its own counts as.
  rate: { calls: 100, seconds: 10, per: ({ token }) => token },
  // The fields that leads are mapped to: proves the token, its scope and the location.
  async test(client) {
    const { length } = await customFields(client);
    return { ok: true, note: `Location ${client.auth.location}, custom fields: ${length}` };
  },
  erase: eraseContacts,
  mapping: { names: customFields },
  actions: {
    add: {
      title: 'connector-gohighlevel.add',
      on: NewLead,
      input: Sent,
      async run(client, lead) {
        const { auth, fields, step } = client;
        const { id, note } = await step('contact', async () =>
          upserted(await ask(client, 'POST', '/contacts/upsert', contactOf(auth.location, lead, fields))),
        );
        const { tag } = auth;
        // The tags of an upsert replace all that a contact has.
        if (tag)
          await step('tag', async () => Boolean(await ask(client, 'POST', `/contacts/${encodeURIComponent(id)}/tags`, { tags: [tag] })));
        return { ok: true, ref: id, note };
      },
    },
  },
});

/** Which contact it was, and the number under which the vendor's support finds the call. */
function upserted({ contact, new: isNew, traceId }: Readonly<Record<string, unknown>>): { id: string; note: string } {
  const { id } = (contact ?? {}) as { id?: unknown };
  if (typeof id !== 'string' || !id) throw new Error('an upsert without a contact');
  return { id, note: `Contact ${id} ${isNew ? 'created' : 'updated'}${typeof traceId === 'string' ? `, trace ${traceId}` : ''}` };
}
