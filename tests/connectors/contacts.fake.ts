import { jsonOf, VendorFake, type VendorAnswer, type VendorCall } from '../../plugins/connectors/integrations/vendor.fake.ts';

/** Plays a made-up system that a document was written for: takes a contact once for each idempotency key, then a tag, and forgets contacts by their ids. */
export class ContactsFake extends VendorFake {
  readonly #contacts = new Map<string, { email: string; tags: Set<string> }>();
  readonly #answered = new Map<string, string>();

  people(): string[] {
    return [...this.#contacts.values()].map(({ email }) => email);
  }
  /** How many contacts have no tag. */
  get untagged(): number {
    return [...this.#contacts.values()].filter(({ tags }) => tags.size === 0).length;
  }

  protected answer(call: VendorCall): VendorAnswer {
    if (call.headers.authorization !== `Bearer ${this.key}`) return { status: 401, json: { error: { code: 'revoked' } } };
    const [, what, id = '', part] = call.path.split('/');
    if (what === 'me') return { status: 200, json: { name: 'Desk' } };
    if (what !== 'contacts') return { status: 404, json: { error: { code: 'no_route' } } };
    if (call.method === 'DELETE') return { status: this.#contacts.delete(id) ? 204 : 404 };
    if (part === 'tags') {
      this.#contacts.get(id)?.tags.add(String(jsonOf(call)?.['tag']));
      return { status: this.#contacts.has(id) ? 200 : 404 };
    }
    return { status: 201, json: { id: this.#made(call) } };
  }

  #made(call: VendorCall): string {
    const key = String(call.headers['idempotency-key']);
    const known = this.#answered.get(key);
    if (known) return known;
    const id = `c-${this.#answered.size + 1}`;
    this.#answered.set(key, id);
    this.#contacts.set(id, { email: String(jsonOf(call)?.['email']), tags: new Set() });
    return id;
  }

  /** The document that its operator wrote for it. */
  static readonly document = JSON.stringify({
    document: 1,
    id: 'contacts',
    title: { en: 'Contacts', ar: 'جهات الاتصال' },
    summary: { en: 'Send each new lead to Contacts.', ar: 'أرسِل كل عميل محتمل جديد إلى جهات الاتصال.' },
    egress: ['api.contacts.example'],
    rate: { calls: 5, seconds: 1 },
    fields: { key: { label: { en: 'API key', ar: 'مفتاح API' }, type: 'text', secret: true } },
    test: { steps: [{ name: 'me', method: 'GET', url: 'https://api.contacts.example/me', headers: bearer() }] },
    erase: {
      by: 'ref',
      steps: [
        {
          name: 'gone',
          method: 'DELETE',
          url: 'https://api.contacts.example/contacts/{{ person.ref }}',
          headers: bearer(),
          answers: [{ status: ['404'], then: 'done' }],
        },
      ],
    },
    actions: {
      add: {
        title: { en: 'Add a contact', ar: 'إضافة جهة اتصال' },
        on: 'new-lead',
        steps: [
          {
            name: 'contact',
            method: 'POST',
            url: 'https://api.contacts.example/contacts',
            headers: { ...bearer(), 'idempotency-key': '{{ delivery.key }}' },
            json: { email: '{{ lead.email }}' },
            keep: { id: '/id' },
          },
          {
            name: 'tag',
            method: 'POST',
            url: 'https://api.contacts.example/contacts/{{ steps.contact.id }}/tags',
            headers: bearer(),
            json: { tag: 'from us' },
          },
        ],
        ref: '{{ steps.contact.id }}',
      },
    },
  });
}

function bearer(): { authorization: string } {
  return { authorization: 'Bearer {{ auth.key }}' };
}
