import { randomUUID } from 'node:crypto';
import { jsonOf, type VendorAnswer, type VendorCall, VendorFake } from '../integrations/vendor.fake.ts';

interface Contact {
  id: string;
  email: string;
  phone: string;
  tags: string[];
  fields: Record<string, unknown>;
}

/** Plays GoHighLevel's contacts API: needs its headers, keeps to its limits, finds contacts by e-mail address and replaces the tags of an upsert. */
export class GoHighLevelFake extends VendorFake {
  readonly location = 've9EPM428h8vShlRW1KT';
  readonly contacts = new Map<string, Contact>();
  /** What the token may do. */
  scopes = new Set(['contacts.write', 'locations/customFields.readonly']);
  customFields = [
    { id: '6dvNaf7VhkQ9snc5vnjJ', name: 'Page', dataType: 'TEXT', model: 'contact' },
    { id: '3sv6UEo51C9Bmpo1cKTq', name: 'Visits', dataType: 'NUMERICAL', model: 'contact' },
  ];
  /** Calls that the day has left. */
  daily = 200_000;

  people(): string[] {
    return [...this.contacts.values()].map(({ email }) => email);
  }

  protected override busy(): VendorAnswer {
    const headers = {
      'x-ratelimit-max': '100',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-interval-milliseconds': '10000',
      'x-ratelimit-limit-daily': '200000',
      'x-ratelimit-daily-remaining': String(this.daily),
    };
    return { ...refused(429, 'Too Many Requests'), headers };
  }

  protected answer(call: VendorCall): VendorAnswer {
    const { headers, method, path } = call;
    if (this.daily <= 0) return this.busy();
    this.daily -= 1;
    if (headers['version'] !== '2021-07-28') return refused(400, 'version header was not found.');
    if (headers.authorization !== `Bearer ${this.key}`) return refused(401, 'Invalid JWT');
    const [, what, id = '', part = ''] = path.split('/');
    if (what === 'locations') return this.#fieldsOf(id, part);
    if (!this.scopes.has('contacts.write')) return refused(401, 'The token is not authorized for this scope.');
    if (method === 'POST' && path === '/contacts/upsert') return this.#upsert(jsonOf(call));
    if (method === 'POST' && part === 'tags') return this.#tag(id, jsonOf(call));
    if (method === 'DELETE')
      return this.contacts.delete(id) ? { status: 200, json: { succeded: true } } : refused(404, 'Contact not found');
    return refused(404, `Cannot ${method} ${path}`);
  }

  #fieldsOf(location: string, part: string): VendorAnswer {
    if (!this.scopes.has('locations/customFields.readonly')) return refused(401, 'The token is not authorized for this scope.');
    if (location !== this.location) return refused(403, 'The token does not have access to this location.');
    return part === 'customFields' ? { status: 200, json: { customFields: this.customFields } } : refused(404, 'Not Found');
  }

  #upsert(body: Record<string, unknown> | null): VendorAnswer {
    if (!body || typeof body['locationId'] !== 'string') return refused(422, ['locationId must be a string']);
    if (body['locationId'] !== this.location) return refused(403, 'The token does not have access to this location.');
    const { locationId: _location, tags, ...fields } = body;
    const email = String(fields['email'] ?? '').toLowerCase();
    const phone = String(fields['phone'] ?? '');
    if (email && !/^[^@\s]+@[^@\s]+\.[a-z]+$/.test(email)) return refused(422, ['email must be an email']);
    if (!email && !phone) return refused(400, 'Contact needs an email or a phone');
    const known = [...this.contacts.values()].find((contact) => (email ? contact.email === email : contact.phone === phone));
    const contact = known ?? { id: randomUUID().replaceAll('-', '').slice(0, 20), email, phone, tags: [], fields: {} };
    Object.assign(contact.fields, fields);
    if (Array.isArray(tags)) contact.tags = tags as string[];
    this.contacts.set(contact.id, contact);
    return { status: 200, json: { new: !known, contact: { id: contact.id, email }, traceId: `trace-${this.calls.length}` } };
  }

  #tag(id: string, body: Record<string, unknown> | null): VendorAnswer {
    const contact = this.contacts.get(id);
    if (!contact) return refused(400, `Contact with id ${id} not found`);
    if (!Array.isArray(body?.['tags'])) return refused(422, ['tags must be an array']);
    contact.tags = [...new Set([...contact.tags, ...(body['tags'] as string[])])];
    return { status: 201, json: { tags: contact.tags } };
  }
}

const refused = (statusCode: number, message: string | string[]): VendorAnswer => ({
  status: statusCode,
  json: { statusCode, message, traceId: 'trace-of-refusal' },
});
