import { ClickFunnelsFake } from '../../plugins/connectors/connector-clickfunnels/clickfunnels.fake.ts';
import { GoHighLevelFake } from '../../plugins/connectors/connector-gohighlevel/gohighlevel.fake.ts';
import { KartraFake } from '../../plugins/connectors/connector-kartra/kartra.fake.ts';
import { MailboxPowerFake } from '../../plugins/connectors/connector-mailboxpower/mailboxpower.fake.ts';
import { SendGridFake } from '../../plugins/connectors/connector-sendgrid/sendgrid.fake.ts';
import { ZapierFake } from '../../plugins/connectors/connector-zapier/zapier.fake.ts';
import { BUILTIN } from '../../plugins/connectors/declarative-connectors/documents/builtin.ts';
import { SlackFake, TeamsFake } from './alerts.fake.ts';
import { ContactsFake } from './contacts.fake.ts';
import { HookFake } from './hook.fake.ts';
import type { VendorFake } from '../../plugins/connectors/integrations/vendor.fake.ts';

/**
 * A connector and the double of the system it sends to. Every connector of the platform has a row in `VENDORS`; Google Sheets, which is no connector of this kind, is in
 * `tests/google-sheets/thousand-leads.test.ts`.
 */
export interface Vendor {
  /** The connector's id, which begins with its plugin's. */
  connector: string;
  /** Hosts of the vendor in whose place the double answers; none where the company gives the address. */
  hosts: readonly string[];
  fake: () => VendorFake;
  /** What a person enters to connect it, with the key that the double takes now. */
  fields: (fake: VendorFake) => Record<string, unknown>;
  /** Access of the platform's own, among the `services` of the process. */
  services?: (fake: VendorFake) => Record<string, object>;
  /** It never says that a key is revoked: whatever it answers, the lead is to be tried again. */
  neverRevokes?: true;
  /** The text of the document that it is published by; none where it is a plugin's. */
  document?: string;
  /** It cannot tell a repeated call from another one: whom it is told of and the answer is lost, stands there twice. */
  repeats?: true;
}

/** A row whose fields and services depend on its double. */
function vendor<F extends VendorFake>(row: {
  connector: string;
  hosts: readonly string[];
  fake: () => F;
  fields: (fake: F) => Record<string, unknown>;
  services?: (fake: F) => Record<string, object>;
  neverRevokes?: true;
  document?: string;
  repeats?: true;
}): Vendor {
  return row as unknown as Vendor;
}

export const VENDORS: readonly Vendor[] = [
  vendor({
    connector: 'connector-webhook.webhook',
    hosts: [],
    fake: () => new HookFake(),
    fields: (fake) => ({ url: `http://${fake.host}/hooks/${fake.key}` }),
  }),
  vendor({
    connector: 'connector-gohighlevel.contacts',
    hosts: ['services.leadconnectorhq.com'],
    fake: () => new GoHighLevelFake(),
    fields: (fake) => ({ location: fake.location, token: fake.key, tag: 'from us' }),
    services: () => ({ gohighlevel: { version: '2021-07-28' } }),
  }),
  vendor({
    connector: 'connector-kartra.leads',
    hosts: ['app.kartra.com'],
    fake: () => new KartraFake(),
    fields: (fake) => ({ key: fake.key, password: fake.password, list: 'Newsletter', tag: 'From the site' }),
    services: (fake) => ({ kartra: { appId: fake.appId } }),
  }),
  vendor({
    connector: 'connector-sendgrid.contacts',
    hosts: ['api.sendgrid.com'],
    fake: () => new SendGridFake(),
    fields: (fake) => ({ key: fake.key, list: 'Leads' }),
  }),
  vendor({
    connector: 'connector-clickfunnels.contacts',
    hosts: ['shop.myclickfunnels.com'],
    fake: () => new ClickFunnelsFake(),
    fields: (fake) => ({ subdomain: 'shop', token: fake.key, tag: 'tag-3' }),
  }),
  vendor({
    connector: 'connector-mailboxpower.contacts',
    hosts: [],
    fake: () => new MailboxPowerFake(),
    fields: (fake) => ({ origin: fake.origin, path: '/v1/contacts', header: 'APIKEY', key: fake.key }),
  }),
  vendor({
    connector: 'connector-zapier.catch-hook',
    hosts: ['hooks.zapier.com'],
    fake: () => Object.assign(new ZapierFake(), { perSecond: 3_000, perFiveMinutes: 1_000_000 }),
    fields: (fake) => ({ url: fake.hook(1, 'leads') }),
    neverRevokes: true,
  }),
  vendor({
    connector: 'declarative-connectors.slack-alerts',
    hosts: ['hooks.slack.com'],
    fake: () => Object.assign(new SlackFake(), { perSecond: 100 }),
    fields: (fake) => ({ url: fake.url }),
    document: BUILTIN.get('slack-alerts')!,
    repeats: true,
  }),
  vendor({
    connector: 'declarative-connectors.teams-alerts',
    hosts: ['prod-01.westus.logic.azure.com'],
    fake: () => Object.assign(new TeamsFake(), { perSecond: 100 }),
    fields: (fake) => ({ url: fake.url }),
    document: BUILTIN.get('teams-alerts')!,
    repeats: true,
  }),
  vendor({
    connector: 'declarative-connectors.contacts',
    hosts: ['api.contacts.example'],
    fake: () => new ContactsFake(),
    fields: (fake) => ({ key: fake.key }),
    document: ContactsFake.document,
  }),
];
