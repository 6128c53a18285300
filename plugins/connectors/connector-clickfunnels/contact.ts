import { accepted, type Json, NotAccepted, outcomeOf, type Outcome } from '../../../core/contract.ts';
import { filled } from '../integrations/shared.ts';
import type { Api, Client } from './api.ts';

export interface Person {
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
}

/** Names that contacts have of their own: attributes of these names are refused there. */
export const PROPERTIES = [
  'id',
  'public_id',
  'workspace_id',
  'email_address',
  'first_name',
  'last_name',
  'phone_number',
  'time_zone',
  'fb_url',
  'twitter_url',
  'instagram_url',
  'linkedin_url',
  'website_url',
  'tag_ids',
  'tags',
  'custom_attributes',
];

/** Brings a person into the workspace and gives them the tag, each once for a delivery. */
export async function addContact(api: Api, client: Client, person: Person): Promise<Outcome> {
  const { auth, step } = client;
  if (!auth.workspaceId) return chooseAgain('workspace');
  // Contacts are told apart by it.
  if (!person.email) return { ok: false, then: 'reject', record: 'unfit', note: 'connector-clickfunnels.log.no-email' };
  const { id, tags } = await step('contact', () => upsert(api, client, person));
  if (auth.tagId && !tags.includes(auth.tagId)) await step('tag', () => applyTag(api, id, auth.tagId));
  return { ok: true, ref: id, note: `contact ${id}` };
}

type Upserted = { readonly id: string; readonly tags: readonly string[] };

/** Without `tag_ids`, which would overwrite the tags that a contact has. Nothing is cleared by what is left out. */
async function upsert(api: Api, { auth, fields }: Client, person: Person): Promise<Upserted> {
  const own = { email_address: person.email, first_name: person.firstName, last_name: person.lastName, phone_number: person.phone };
  const contact = { ...filled(own), ...(Object.keys(fields).length > 0 ? { custom_attributes: textsOf(fields) } : {}) };
  const answer = await api.call('POST', `/workspaces/${auth.workspaceId}/contacts/upsert`, { contact });
  // Somebody else changes the same contact just now.
  if (answer.status === 409) throw new NotAccepted({ ok: false, then: 'retry', note: `HTTP 409: ${answer.text.slice(0, 200)}` });
  if (answer.status === 404) throw new NotAccepted(chooseAgain('workspace'));
  const made = accepted(answer);
  const tags = Array.isArray(made['tags']) ? (made['tags'] as { id?: unknown }[]) : [];
  if (made['id'] === undefined)
    throw new NotAccepted({ ok: false, then: 'retry', note: `HTTP ${answer.status}: no contact in the answer` });
  return { id: String(made['id']), tags: tags.map((tag) => String(tag.id)).slice(0, 100) };
}

/** One that the contact has already is fine. */
async function applyTag(api: Api, contact: string, tagId: string): Promise<boolean> {
  const answer = await api.call('POST', `/contacts/${contact}/applied_tags`, { contacts_applied_tag: { tag_id: Number(tagId) } });
  if (answer.status === 409 || (answer.status === 422 && /taken|already/i.test(answer.text))) return true;
  if (answer.status === 404) throw new NotAccepted(await whatIsGone(api, contact));
  accepted(answer);
  return true;
}

/** The contact or the tag was deleted there since; the first concerns one lead, the other all. */
async function whatIsGone(api: Api, contact: string): Promise<Extract<Outcome, { ok: false }>> {
  const still = await api.call('GET', `/contacts/${contact}`);
  if (still.status === 404) return { ok: false, then: 'reject', note: 'connector-clickfunnels.log.contact-gone' };
  accepted(still);
  return chooseAgain('tag');
}

const chooseAgain = (field: 'workspace' | 'tag') => {
  const remedy = `connector-clickfunnels.remedy.${field}`;
  return { ok: false, then: 'hold', remedy, note: remedy } as const;
};

/** Takes what is personal out of the contacts that are known by these references, and of those with these addresses. */
export async function eraseContacts(api: Api, { auth }: Client, refs: readonly string[], emails: readonly string[]): Promise<Outcome> {
  const found = new Set(refs);
  const asked = encodeURIComponent(emails.join(','));
  const listed =
    emails.length > 0 && auth.workspaceId
      ? await api.list(`/workspaces/${auth.workspaceId}/contacts?filter%5Bemail_address%5D=${asked}`)
      : [];
  // A filter that the other end did not understand would answer everybody.
  for (const { id, email_address: email = '' } of listed) if (emails.includes(email.toLowerCase())) found.add(String(id));
  for (const id of found) {
    const answer = await api.call('DELETE', `/contacts/${encodeURIComponent(id)}/gdpr_destroy`);
    if (answer.status === 404) continue;
    const outcome = outcomeOf(answer);
    if (!outcome.ok) return outcome;
  }
  return { ok: true, note: `erased ${found.size}` };
}

/** Attributes are kept as texts there. */
const textsOf = (fields: Readonly<Record<string, Json>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]));
