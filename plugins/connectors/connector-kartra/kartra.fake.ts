import { type VendorAnswer, type VendorCall, VendorFake } from '../integrations/vendor.fake.ts';

interface Lead {
  id: string;
  fields: Record<string, unknown>;
  lists: Set<string>;
  tags: Set<string>;
}
type Read = Readonly<Record<string, unknown>>;

/** Plays Kartra: one address, forms with brackets, and a 200 for whatever comes of them. */
export class KartraFake extends VendorFake {
  readonly appId = 'kZ81AppOfOurs';
  readonly password = 'api-password';
  readonly leads = new Map<string, Lead>();
  lists = ['Newsletter', 'Webinar'];
  tags = ['From the site'];
  /** E-mail addresses of people whom somebody deleted there. */
  readonly deleted = new Set<string>();
  /** Number and message that every action answers, for the cases that nothing else leads to. */
  fault: [number, string] | null = null;

  people(): string[] {
    return [...this.leads.keys()];
  }

  protected override busy(): VendorAnswer {
    return { status: 429, text: 'Too many requests' };
  }

  protected answer(call: VendorCall): VendorAnswer {
    const ok = (json: object): VendorAnswer => ({ status: 200, json });
    if (call.method !== 'POST' || call.path !== '/api') return { status: 404, text: '<html>Not found</html>' };
    if (!call.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return ok(failed(224, "'actions' not an array"));
    const form = unbracketed(call.text);
    const wrong = this.#refused(form);
    if (wrong) return ok(wrong);
    const actions = Object.values((form['actions'] ?? {}) as Record<string, Record<string, string>>);
    if (actions.length === 0) return ok(failed(254, "'cmd' is required"));
    const read = this.#read(actions[0]!['cmd']!);
    if (read) return ok({ status: 'Success', ...read });
    return ok({ status: 'Success', actions: actions.map((action) => ({ [action['cmd']!]: this.#done(action, form['lead'] as Read) })) });
  }

  #refused(form: Read): object | null {
    if (!form['app_id']) return failed(238, 'App Id cannot be empty. Please get an App Id first');
    if (form['app_id'] !== this.appId) return failed(239, 'App Id is not valid. The app does not exists or is inactive');
    if (!form['api_key']) return failed(202, 'API key cannot be empty. Please get an API key first');
    if (form['api_key'] !== this.key) return failed(203, 'API key not valid. Please get an API key first');
    if (form['api_password'] !== this.password) return failed(233, 'API password not valid. Please get an API password first');
    return null;
  }

  #read(command: string): object | null {
    if (command === 'retrieve_account_lists') return { account_lists: this.lists };
    if (command === 'retrieve_account_tags') return { account_tags: this.tags };
    if (command !== 'retrieve_custom_fields') return null;
    const fields = [
      { field_id: '1', field_identifier: 'page', field_type: 'input_field' },
      { field_id: '2', field_identifier: 'gender', field_type: 'radio_button', field_value: [{ option_id: '1', option_value: 'male' }] },
    ];
    return { custom_fields: JSON.stringify(fields) };
  }

  #done(action: Record<string, string>, given: Read = {}): object {
    if (this.fault) return failed(...this.fault);
    const email = String(given['email'] ?? '');
    if (!email) return failed(206, 'email or lead id is required. Nothing done');
    if (this.deleted.has(email)) return failed(245, 'Lead is deleted');
    const known = this.leads.get(email);
    if (action['cmd'] === 'create_lead') {
      if (known) return failed(244, 'Lead already exists');
      const made = { id: String(this.leads.size + 1), fields: { ...given }, lists: new Set<string>(), tags: new Set<string>() };
      this.leads.set(email, made);
      return { status: 'Success', type: '120', message: 'Lead created', lead_details: { id: made.id } };
    }
    if (!known) return failed(243, 'No lead found');
    if (action['cmd'] === 'edit_lead') {
      Object.assign(known.fields, given);
      return { status: 'Success', type: '121', message: 'Lead edited', lead_details: { id: known.id } };
    }
    if (action['cmd'] === 'assign_tag') return put(known.tags, this.tags, action['tag_name'], [212, 'Tag does not exist']);
    return put(known.lists, this.lists, action['list_name'], [231, 'List does not exist']);
  }
}

function put(of: Set<string>, known: readonly string[], name: string | undefined, missing: [number, string]): object {
  if (!name || !known.includes(name)) return failed(...missing);
  of.add(name);
  return { status: 'Success', type: '101', message: 'Done' };
}

const failed = (type: number, message: string): object => ({ status: 'Error', message, type: String(type) });

/** A form as PHP reads it. */
function unbracketed(text: string): Read {
  const read: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    let at = read;
    for (const part of path.slice(0, -1)) at = (at[part] ??= {}) as Record<string, unknown>;
    at[path.at(-1)!] = value;
  }
  return read;
}
