import { jsonOf, type VendorAnswer, type VendorCall, VendorFake } from '../integrations/vendor.fake.ts';

interface Contact {
  id: number;
  email_address: string;
  tags: { id: number; name: string }[];
  custom_attributes: Record<string, string>;
  [property: string]: unknown;
}
interface Sent {
  contact?: Partial<Contact> & { tag_ids?: number[] };
  contacts_applied_tag?: { tag_id: number };
}
/** What a call is about: the first number of its path, its body and its query. */
type Answering = (id: number, body: Sent, query: URLSearchParams) => VendorAnswer;

const PAGE = 20;
const OWN = new Set(['email_address', 'first_name', 'last_name', 'phone_number']);
const NOT_FOUND: VendorAnswer = { status: 404, json: { error: 'Not Found' } };

/** Plays ClickFunnels 2.0: refuses calls without a user agent or a good token, pages by cursor, upserts by e-mail, and never says how long to wait. */
export class ClickFunnelsFake extends VendorFake {
  readonly contacts = new Map<number, Contact>();
  readonly erased: number[] = [];
  workspaces = [
    { id: 11, name: 'Main', subdomain: 'main' },
    { id: 12, name: 'Shop', subdomain: 'shop' },
  ];
  tags = Array.from({ length: 25 }, (_, n) => ({ id: 500 + n, name: `tag-${n}` }));
  /** By method and path with `:id` for numbers, statuses that stand in for the next answers. */
  readonly mishaps = new Map<string, number[]>();

  people(): string[] {
    return [...this.contacts.values()].map(({ email_address: email }) => email);
  }
  /** How often a call was made. */
  count(what: string): number {
    return this.calls.filter((call) => whatOf(call) === what).length;
  }

  protected override busy(): VendorAnswer {
    return { status: 429, json: { error: 'Too many requests' } };
  }

  protected answer(call: VendorCall): VendorAnswer {
    if (!call.headers['user-agent']) return { status: 403, json: { error: 'forbidden' } };
    if (call.headers.authorization !== `Bearer ${this.key}`) return { status: 401, json: { error: 'Invalid token' } };
    const what = whatOf(call);
    const mishap = this.mishaps.get(what)?.shift();
    if (mishap === 502) return { status: 502, headers: { 'content-type': 'text/html' }, text: '<html><body>Bad gateway</body></html>' };
    if (mishap) return { status: mishap, json: { error: `mishap ${mishap}` } };
    const id = Number(/\/(\d+)/.exec(call.path.replace('/api/v2', ''))?.[1] ?? 0);
    return this.#answers[what]?.(id, jsonOf(call) ?? {}, call.query) ?? NOT_FOUND;
  }

  readonly #answers: Record<string, Answering> = {
    'GET /teams': () => ({ status: 200, json: [{ id: 1, name: 'Team' }] }),
    'GET /teams/:id/workspaces': () => ({ status: 200, json: this.workspaces }),
    'GET /workspaces/:id/contacts/tags': (_id, _body, query) => {
      const behind = this.tags.filter(({ id }) => id > Number(query.get('after') ?? 0));
      const page = behind.slice(0, PAGE);
      const next = behind.length > PAGE ? { 'pagination-next': String(page.at(-1)!.id) } : {};
      return { status: 200, json: page, headers: next as Record<string, string> };
    },
    'GET /workspaces/:id/contacts': (_id, _body, query) => {
      const emails = (query.get('filter[email_address]') ?? '').split(',');
      return { status: 200, json: [...this.contacts.values()].filter(({ email_address: email }) => emails.includes(email)) };
    },
    'POST /workspaces/:id/contacts/upsert': (id, { contact = {} }) =>
      this.workspaces.some((workspace) => workspace.id === id) ? this.#upsert(contact) : NOT_FOUND,
    'GET /contacts/:id': (id) => (this.contacts.has(id) ? { status: 200, json: this.contacts.get(id) } : NOT_FOUND),
    'POST /contacts/:id/applied_tags': (id, { contacts_applied_tag: { tag_id: tagId } = { tag_id: 0 } }) => {
      const [contact, tag] = [this.contacts.get(id), this.tags.find((one) => one.id === tagId)];
      if (!contact || !tag) return NOT_FOUND;
      if (contact.tags.includes(tag)) return { status: 422, json: { tag: ['has already been taken'] } };
      contact.tags.push(tag);
      return { status: 201, json: { id: 9, contact_id: id, tag_id: tagId } };
    },
    'DELETE /contacts/:id/gdpr_destroy': (id) => {
      if (!this.contacts.delete(id)) return NOT_FOUND;
      this.erased.push(id);
      return { status: 204 };
    },
  };

  #upsert({
    tag_ids: tagIds,
    custom_attributes: attributes = {},
    email_address: email,
    ...own
  }: NonNullable<Sent['contact']>): VendorAnswer {
    if (!email?.includes('@')) return { status: 422, json: { email_address: ['is invalid'] } };
    if (Object.keys(attributes).some((name) => OWN.has(name)))
      return { status: 422, json: { custom_attributes: ['has the name of a property'] } };
    const known = [...this.contacts.values()].find((contact) => contact.email_address === email);
    const contact: Contact = known ?? {
      id: this.contacts.size + this.erased.length + 100,
      tags: [],
      custom_attributes: {},
      email_address: email,
      ...own,
    };
    Object.assign(contact, own);
    Object.assign(contact.custom_attributes, attributes);
    if (tagIds && tagIds.length > 0) contact.tags = this.tags.filter(({ id }) => tagIds.includes(id));
    this.contacts.set(contact.id, contact);
    return { status: known ? 200 : 201, json: contact };
  }
}

const whatOf = ({ method, path }: VendorCall): string => `${method} ${path.replace('/api/v2', '').replaceAll(/\/\d+/g, '/:id')}`;
