import { jsonOf, type VendorAnswer, type VendorCall, VendorFake } from '../integrations/vendor.fake.ts';

const FIVE = ['first_name', 'last_name', 'street', 'city', 'state'];

/** Plays MailboxPower as far as it is known: a key in a header, and contacts that five fields tell apart. */
export class MailboxPowerFake extends VendorFake {
  readonly contacts: Record<string, string>[] = [];

  get origin(): string {
    return `http://${this.host}`;
  }
  people(): string[] {
    return this.contacts.map(({ email = '' }) => email);
  }

  protected answer(call: VendorCall): VendorAnswer {
    if (call.method !== 'POST' || call.path !== '/v1/contacts') return { status: 404, json: { error: 'no such call' } };
    if (call.headers['apikey'] !== this.key) return { status: 401, json: { error: 'bad key' } };
    const contact = (jsonOf(call) ?? {}) as Record<string, string>;
    if (FIVE.some((name) => !contact[name])) return { status: 422, json: { error: 'incomplete address' } };
    if (this.contacts.some((known) => FIVE.every((name) => known[name] === contact[name])))
      return { status: 409, json: { error: 'exists' } };
    this.contacts.push(contact);
    return { status: 201, json: { id: this.contacts.length } };
  }
}
