import type { Erased, Outcome } from '../../../core/contract.ts';
import { accept, ask, call, type Client } from './api.ts';

/** Addresses that one search takes. */
const AT_ONCE = 100;

/** Deletes the contacts that have one of the addresses. SendGrid queues the deletion; whoever is not there counts as erased. */
export async function eraseContacts(client: Client, { emails }: Erased): Promise<Outcome> {
  let deleted = 0;
  for (let from = 0; from < emails.length; from += AT_ONCE) {
    const found = await call(client, 'POST', '/marketing/contacts/search/emails', { emails: emails.slice(from, from + AT_ONCE) });
    const { result = {} } = found.status === 404 ? {} : accept(found);
    const ids = Object.values(result as Record<string, { contact?: { id: string } }>).flatMap(({ contact }) =>
      contact ? [contact.id] : [],
    );
    if (ids.length === 0) continue;
    await ask(client, 'DELETE', `/marketing/contacts?${new URLSearchParams({ ids: [...new Set(ids)].join(',') }).toString()}`);
    deleted += ids.length;
  }
  return { ok: true, note: `Deleted ${deleted}` };
}
