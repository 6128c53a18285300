import { defineConnector, type Outcome } from '../../../core/contract.ts';
import { NewLead } from '../integrations/contract.ts';
import { ask, Auth, type Client, HOST } from './api.ts';
import { customFields, imported, Sent } from './contact.ts';
import { eraseContacts } from './erase.ts';
import { importOutcome } from './import.ts';
import { listId } from './list.ts';

/** Contacts of SendGrid's Marketing Campaigns, on a list if one was named. */
export const sendGrid = defineConnector({
  id: 'connector-sendgrid.contacts',
  version: 1,
  title: 'SendGrid',
  summary: 'connector-sendgrid.summary',
  egress: [HOST],
  auth: { fields: Auth, secret: ['key'] },
  test: checked,
  erase: eraseContacts,
  mapping: { names: customFields },
  actions: {
    add: {
      title: 'connector-sendgrid.add',
      on: NewLead,
      input: Sent,
      async run(client, lead) {
        if (!lead.email) return { ok: false, then: 'reject', note: 'connector-sendgrid.refused.email' };
        const { auth, fields, now, step } = client;
        let hasJustBegun = false;
        const job = await step('import', async () => {
          hasJustBegun = true;
          const list = auth.list ? await listId(client, auth.list) : null;
          const { job_id: id } = await ask(client, 'PUT', '/marketing/contacts', imported(lead, fields, list));
          return { id: String(id), at: now };
        });
        return importOutcome(client, job, hasJustBegun);
      },
    },
  },
});

/** Reads the custom fields, which the key must be allowed to, and looks for the list. */
async function checked(client: Client): Promise<Outcome> {
  const { length } = await customFields(client);
  if (client.auth.list) await listId(client, client.auth.list);
  return { ok: true, note: `Custom fields: ${length}` };
}
