import { jsonOf, VendorFake, type VendorAnswer, type VendorCall } from '../../plugins/connectors/integrations/vendor.fake.ts';

/** A company's own server: takes signed calls at an address that holds its key, and knows by `webhook-id` what it has already. */
export class HookFake extends VendorFake {
  readonly #people = new Map<string, string>();

  people(): string[] {
    return [...this.#people.values()];
  }

  protected answer(call: VendorCall): VendorAnswer {
    if (call.path !== `/hooks/${this.key}`) return { status: 401 };
    const id = call.headers['webhook-id'];
    const body = jsonOf(call) as { data?: { email?: string } } | null;
    if (typeof id !== 'string' || !call.headers['webhook-signature'] || !body?.data?.email) return { status: 400 };
    this.#people.set(id, body.data.email);
    return { status: 204 };
  }
}
