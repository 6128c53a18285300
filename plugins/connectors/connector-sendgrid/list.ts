import { NotAccepted } from '../../../core/contract.ts';
import { ask, type Client } from './api.ts';

/** So many pages of a thousand lists are read. */
const MOST_PAGES = 10;

/** The id of the account's list of a name. Ends the action where there is none: its owner renamed or deleted it. */
export async function listId(client: Client, name: string): Promise<string> {
  let token: string | null = '';
  for (let page = 0; page < MOST_PAGES && token !== null; page += 1) {
    const query = new URLSearchParams({ page_size: '1000', ...(token ? { page_token: token } : {}) });
    const answer = await ask(client, 'GET', `/marketing/lists?${query.toString()}`);
    const { result, _metadata: metadata } = answer as { result?: { id: string; name: string }[]; _metadata?: { next?: string } };
    const found = result?.find((list) => list.name === name);
    if (found) return found.id;
    token = metadata?.next ? new URL(metadata.next).searchParams.get('page_token') : null;
  }
  const note = `There is no list "${name}".`;
  throw new NotAccepted({ ok: false, then: 'hold', remedy: 'connector-sendgrid.remedy.list', field: 'list', note });
}
