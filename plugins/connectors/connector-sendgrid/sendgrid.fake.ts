import { randomUUID } from 'node:crypto';
import { jsonOf, type VendorAnswer, type VendorCall, VendorFake } from '../integrations/vendor.fake.ts';

interface Contact {
  id: string;
  email: string;
  lists: Set<string>;
  fields: Record<string, unknown>;
}
interface Job {
  status: 'pending' | 'completed' | 'errored' | 'failed';
  /** Answers that still say "pending". */
  looks: number;
}

/** Plays SendGrid's marketing contacts: takes them with a 202, and writes them a moment later. */
export class SendGridFake extends VendorFake {
  readonly contacts = new Map<string, Contact>();
  readonly jobs = new Map<string, Job>();
  lists = [
    { id: 'ca1f4b2e-0000-4000-8000-000000000001', name: 'All' },
    { id: 'ca1f4b2e-0000-4000-8000-000000000002', name: 'Leads' },
  ];
  /** Lists that one page holds, whatever was asked. */
  page = 1;
  customFields = [
    { id: 'w1', name: 'page', field_type: 'Text' },
    { id: 'w2', name: 'visits', field_type: 'Number' },
  ];
  /** What the key may not: 403. */
  hasMarketing = true;
  /** How many looks at an import say "pending". */
  slowness = 0;
  /** How imports end. */
  ends: 'completed' | 'errored' | 'failed' = 'completed';

  people(): string[] {
    return [...this.contacts.keys()];
  }

  protected override busy(): VendorAnswer {
    const reset = String(Math.floor(Date.now() / 1_000) + 7);
    return {
      ...refused(429, 'too many requests'),
      headers: { 'x-ratelimit-limit': '150', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset },
    };
  }

  protected answer(call: VendorCall): VendorAnswer {
    const { method, path, query } = call;
    if (call.headers.authorization !== `Bearer ${this.key}`) return refused(401, 'authorization required');
    if (!this.hasMarketing) return refused(403, 'access forbidden');
    const contacts = '/v3/marketing/contacts';
    if (path === '/v3/marketing/field_definitions') return ok({ custom_fields: this.customFields, reserved_fields: [] });
    if (path === '/v3/marketing/lists') return this.#lists(query.get('page_token'));
    if (path === contacts && method === 'PUT') return this.#upsert(jsonOf(call));
    if (path === contacts && method === 'DELETE') return this.#delete(query.get('ids'));
    if (path === `${contacts}/search/emails`) return this.#search((jsonOf(call)?.['emails'] ?? []) as string[]);
    if (path.startsWith(`${contacts}/imports/`)) return this.#import(path.split('/').at(-1)!);
    return refused(404, 'not found');
  }

  #lists(token: string | null): VendorAnswer {
    const from = Number(token ?? 0);
    const next =
      from + this.page < this.lists.length ? { next: `https://api.sendgrid.com/v3/marketing/lists?page_token=${from + this.page}` } : {};
    return ok({ result: this.lists.slice(from, from + this.page), _metadata: { ...next, count: this.lists.length } });
  }

  #upsert(body: Record<string, unknown> | null): VendorAnswer {
    const contacts = (body?.['contacts'] ?? []) as Record<string, unknown>[];
    const lists = (body?.['list_ids'] ?? []) as string[];
    if (contacts.length === 0) return refused(400, 'at least one contact is required', 'contacts');
    if (lists.some((id) => !this.lists.some((list) => list.id === id))) return refused(404, 'list not found', 'list_ids');
    for (const [n, contact] of contacts.entries()) {
      if (!/^[^@\s]+@[^@\s]+\.[a-z]+$/i.test(String(contact['email'] ?? '')))
        return refused(400, 'email is not valid', `contacts[${n}].email`);
      if (String(contact['first_name'] ?? '').length > 50) return refused(400, 'first_name is too long', `contacts[${n}].first_name`);
      const unknown = Object.keys(contact['custom_fields'] ?? {}).find((id) => !this.customFields.some((field) => field.id === id));
      if (unknown) return refused(400, 'custom field does not exist', unknown);
    }
    const job = randomUUID();
    this.jobs.set(job, { status: this.ends, looks: this.slowness });
    if (this.ends === 'completed') for (const contact of contacts) this.#write(contact, lists);
    return { status: 202, json: { job_id: job } };
  }

  #write(fields: Record<string, unknown>, lists: readonly string[]): void {
    const email = String(fields['email']).toLowerCase();
    const contact = this.contacts.get(email) ?? { id: randomUUID(), email, lists: new Set<string>(), fields: {} };
    Object.assign(contact.fields, fields);
    for (const list of lists) contact.lists.add(list);
    this.contacts.set(email, contact);
  }

  #import(id: string): VendorAnswer {
    const job = this.jobs.get(id);
    if (!job) return refused(404, 'job not found');
    const isPending = job.looks > 0;
    if (isPending) job.looks -= 1;
    const results = job.status === 'completed' ? { requested_count: 1, created_count: 1 } : { requested_count: 1, errored_count: 1 };
    return ok({ id, job_type: 'upsert', status: isPending ? 'pending' : job.status, ...(isPending ? {} : { results }) });
  }

  #search(emails: readonly string[]): VendorAnswer {
    const found = emails.filter((email) => this.contacts.has(email.toLowerCase()));
    if (found.length === 0) return refused(404, 'not found');
    const result = emails.map((email) => {
      const contact = this.contacts.get(email.toLowerCase());
      return [
        email.toLowerCase(),
        contact ? { contact: { id: contact.id, email: contact.email } } : { error: 'contact not found' },
      ] as const;
    });
    return ok({ result: Object.fromEntries(result) });
  }

  #delete(ids: string | null): VendorAnswer {
    if (!ids) return refused(400, 'ids or delete_all_contacts is required', 'ids');
    for (const [email, { id }] of this.contacts) if (ids.split(',').includes(id)) this.contacts.delete(email);
    return { status: 202, json: { job_id: randomUUID() } };
  }
}

const ok = (json: object): VendorAnswer => ({ status: 200, json });
const refused = (status: number, message: string, field: string | null = null): VendorAnswer => ({
  status,
  json: { errors: [{ field, message }] },
});
