import { defineConnector, type Outcome, outcomeOf, type Static, T } from '../../../core/contract.ts';
import { connectorPlugin, LeadInput, NewLead } from '../integrations/contract.ts';
import { isKeyHeader, isKeyValue } from '../integrations/shared.ts';

const Auth = T.Object({
  origin: T.String({ format: 'uri', pattern: '^https?://', maxLength: 300, title: 'connector-mailboxpower.origin' }),
  path: T.String({ minLength: 1, maxLength: 300, title: 'connector-mailboxpower.path' }),
  header: T.String({ minLength: 1, maxLength: 60, title: 'connector-mailboxpower.header', default: 'APIKEY' }),
  key: T.String({ minLength: 4, maxLength: 300, title: 'connector-mailboxpower.key' }),
});
/** By these the other system tells people apart. */
const SAME = ['firstName', 'lastName', 'address', 'city', 'state'] as const;
/** Without these nothing can be sent by mail. */
const NEEDED = [...SAME, 'zip'] as const;
const Input = T.Pick(LeadInput, [...NEEDED]);

/** Behind an address without further parts: nothing in it leads to another host. */
const PATH = /^\/(?!\/)[\x21-\x7e]*$/;

const sameOf = (lead: Static<typeof Input>): string => {
  const parts = SAME.map((field) => lead[field].normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase());
  return parts.every(Boolean) ? parts.join('\n') : '';
};

/** MailboxPower sends cards by mail. Its interface is not published, so where and how it is called is entered with the connection. */
const mailboxpower = defineConnector({
  id: 'connector-mailboxpower.contacts',
  version: 1,
  title: 'MailboxPower',
  summary: 'connector-mailboxpower.summary',
  caution: 'connector-mailboxpower.caution',
  egress: ['*'],
  auth: { fields: Auth, secret: ['key'] },
  check({ origin, path, header, key }) {
    if (origin !== undefined && /[?#]/.test(origin)) return { field: 'origin', message: 'connector-mailboxpower.origin.refused' };
    if (path !== undefined && !PATH.test(path)) return { field: 'path', message: 'connector-mailboxpower.path.refused' };
    if (header !== undefined && !isKeyHeader(header)) return { field: 'header', message: 'connector-mailboxpower.header.refused' };
    if (key !== undefined && !isKeyValue(key)) return { field: 'key', message: 'connector-mailboxpower.key.refused' };
    return null;
  },
  // No call is known that reads without writing, and none that erases.
  test: null,
  erase: null,
  mapping: {
    usual: {
      firstName: 'first_name',
      lastName: 'last_name',
      address: 'street',
      city: 'city',
      state: 'state',
      zip: 'postal_code',
      email: 'email',
      phone: 'phone',
      company: 'company',
    },
    template: true,
  },
  actions: {
    add: {
      title: 'connector-mailboxpower.add',
      on: NewLead,
      input: Input,
      same: sameOf,
      async run({ auth, http, fields, payload }, lead): Promise<Outcome> {
        if (NEEDED.some((field) => lead[field].trim() === ''))
          return { ok: false, then: 'reject', record: 'unfit', note: 'connector-mailboxpower.log.incomplete' };
        const answer = await http({
          method: 'POST',
          url: auth.origin.replace(/\/$/, '') + auth.path,
          headers: { [auth.header]: auth.key },
          body: payload ?? JSON.stringify(fields),
        });
        // The contact is there already.
        return answer.status === 409 ? { ok: true, note: `HTTP 409: ${answer.text.slice(0, 200)}` } : outcomeOf(answer);
      },
    },
  },
});

export default connectorPlugin(mailboxpower, {
  version: '1.0.0',
  ui: {
    origin: { widget: 'text', help: 'connector-mailboxpower.origin.help', placeholder: 'connector-mailboxpower.origin.placeholder' },
    path: { widget: 'text', help: 'connector-mailboxpower.path.help', placeholder: 'connector-mailboxpower.path.placeholder' },
    header: { widget: 'text', help: 'connector-mailboxpower.header.help' },
    key: { widget: 'password', help: 'connector-mailboxpower.key.help' },
  },
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
