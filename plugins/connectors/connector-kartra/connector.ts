import { defineConnector, type Outcome } from '../../../core/contract.ts';
import { NewLead } from '../integrations/contract.ts';
import { type Action, ask, Auth, type Client, HOST, Kartra } from './api.ts';
import { customFields, leadOf, Sent } from './lead.ts';
import { remedied } from './refusals.ts';

/** Leads of one Kartra account: created or edited, put on a list and tagged, in one call where they are new. */
export const kartra = defineConnector({
  id: 'connector-kartra.leads',
  version: 1,
  title: 'Kartra',
  summary: 'connector-kartra.summary',
  egress: [HOST],
  auth: { fields: Auth, secret: ['key', 'password'] },
  service: Kartra,
  // Kartra counts by the platform's app, whoever's account a call is for.
  rate: { calls: 20, seconds: 1, per: 'connector' },
  test: checked,
  // There is no command that deletes a lead.
  erase: null,
  mapping: { names: customFields },
  actions: {
    add: {
      title: 'connector-kartra.add',
      on: NewLead,
      input: Sent,
      async run(client, lead) {
        if (!lead.email) return { ok: false, then: 'reject', note: 'connector-kartra.refused.email' };
        const { auth, fields } = client;
        const { list, tag } = auth;
        const after: Action[] = [
          ...(list ? [{ cmd: 'subscribe_lead_to_list', list_name: list }] : []),
          ...(tag ? [{ cmd: 'assign_tag', tag_name: tag }] : []),
        ];
        const written = (cmd: string) => ({ lead: leadOf(lead, fields), actions: [{ cmd }, ...after] });
        // All of it can be repeated: who is there is edited, and who is on the list or has the tag stays so.
        const made = await ask(client, written('create_lead'), { mayExist: true });
        const { ref } = made ?? (await ask(client, written('edit_lead')))!;
        return { ok: true, note: `Lead ${ref} ${made ? 'created' : 'updated'}`, ...(ref ? { ref } : {}) };
      },
    },
  },
});

/** Reads the account's lists, and its tags where one was entered: proves key, password and both names. */
async function checked(client: Client): Promise<Outcome> {
  const { list, tag } = client.auth;
  const { account_lists: lists } = (await ask(client, { actions: [{ cmd: 'retrieve_account_lists' }] }))!.body;
  if (list && !namesIn(lists).includes(list)) return remedied('list', `There is no list "${list}".`);
  if (!tag) return { ok: true, note: `Lists: ${namesIn(lists).length}` };
  const { account_tags: tags } = (await ask(client, { actions: [{ cmd: 'retrieve_account_tags' }] }))!.body;
  return namesIn(tags).includes(tag) ? { ok: true, note: `Lists: ${namesIn(lists).length}` } : remedied('tag', `There is no tag "${tag}".`);
}

const namesIn = (names: unknown): string[] => (Array.isArray(names) ? names.map(String) : []);
