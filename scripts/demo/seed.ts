import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asSystem } from '../../core/boot/as-system.ts';
import { Switches, type Tenant } from '../../core/contract.ts';
import { findTenant } from '../../core/data/tenant.ts';
import type { Kernel } from '../../core/kernel.ts';
import { Accounts } from '../../plugins/accounts/contract.ts';
import { Companies } from '../../plugins/agencies/contract.ts';
import { Pixels } from '../../plugins/capture/contract.ts';
import { answerOf, signIn } from './api-client.ts';
import { importDemoPeople } from './people.ts';

const DEMO_PASSWORD = 'demo-passphrase-2026';
const PEOPLE = 50_000;

/** What the shop must know of the demo installation; written beside the database. */
interface DemoNotes {
  campaignId: number;
  clientId: number;
  webhookSecret: string;
}
const notesFile = (kernel: Kernel): string => join(kernel.config.localDir, 'demo.json');
const readNotes = async (kernel: Kernel): Promise<DemoNotes | null> =>
  readFile(notesFile(kernel), 'utf8').then(
    (text) => JSON.parse(text) as DemoNotes,
    () => null,
  );

/** True for an installation without any company. */
export async function isEmpty(kernel: Kernel): Promise<boolean> {
  return (await kernel.platform('core_tenant').first('id')) === undefined;
}

/** The first root company and its host; everything else is made through the product itself. */
async function makeRoot(kernel: Kernel): Promise<Tenant> {
  const [{ id }] = (await kernel.platform('core_tenant').insert({ kind: 'root', name: 'Northlight' }).returning('id')) as [{ id: number }];
  await kernel.platform('core_host').insert({ host: 'localhost', tenant_id: id, verified_at: new Date() });
  return (await findTenant(kernel.platform, id))!;
}

/** Fills an empty installation: companies, people, a funded wallet, an identity graph, a running campaign, a webhook. */
export async function seedDemo(kernel: Kernel, origin: string, say: (line: string) => void): Promise<void> {
  say('First start: making the demo installation ...');
  const root = await makeRoot(kernel);
  const { client, salesId } = await makePeople(kernel, root);
  say(`Importing ${PEOPLE.toLocaleString('en-US')} synthetic people ...`);
  await importDemoPeople(kernel, PEOPLE);

  const shop = `http://localhost:${kernel.config.shopPort}`;
  const operator = await signIn(origin, 'root@demo.test', DEMO_PASSWORD);
  answerOf(await operator.POST('/api/configuration/agencies/manual-bill', { body: { companyID: client.agencyId, manualBill: 'T' } }));
  answerOf(await operator.PUT('/api/configuration/sales', { body: { companyID: client.agencyId, salesRep: salesId } }));
  const agency = await signIn(origin, 'agency@demo.test', DEMO_PASSWORD);
  answerOf(
    await agency.POST('/api/configuration/agencies/prepaid/charge-prepaid-direct-payment', {
      body: { company_id: client.agencyId, amount: '500', custom_amount: 'F', stop_continual: 'T' },
    }),
  );
  const { leadspeek_api_id: campaignId } = answerOf(
    await agency.POST('/api/leadspeek/client/create', {
      body: {
        companyID: client.id,
        leadspeekType: 'local',
        campaignName: 'Harbor Coffee website',
        urlCode: `${shop}/`,
        urlCodeThankyou: `${shop}/thanks`,
        timezone: 'America/Chicago',
        CostSet: '1.50',
        LimitLead: 25,
        LimitLeadFreq: 'day',
        requireemailaddress: 'T',
      },
    }),
  );
  await asSystem(kernel, client, (ctx) => ctx.use(Pixels).of(campaignId));
  answerOf(
    await agency.PUT('/api/leadspeek/client/activepause', { body: { companyID: client.id, leadspeekID: campaignId, status: 'active' } }),
  );
  const owner = await signIn(origin, 'client@demo.test', DEMO_PASSWORD);
  answerOf(await owner.POST('/api/exclusions', { body: { entry: createHash('md5').update('cleo.marsh@example.com').digest('hex') } }));
  const hook = answerOf(
    await owner.POST('/api/integrations/connect/connector-webhook.webhook', {
      body: { name: 'Demo receiver', url: `${shop}/webhooks/receive` },
    }),
  );

  await mkdir(kernel.config.localDir, { recursive: true });
  await writeFile(
    notesFile(kernel),
    JSON.stringify({ campaignId, clientId: client.id, webhookSecret: hook.generated['secret'] ?? '' } satisfies DemoNotes),
    { mode: 0o600 },
  );
}

async function makePeople(kernel: Kernel, root: Tenant): Promise<{ client: Tenant; salesId: number }> {
  await kernel.gate.refresh();
  const companies = await asSystem(kernel, root, async (ctx) => {
    const accounts = ctx.use(Accounts);
    await accounts.create({
      company: root,
      email: 'root@demo.test',
      name: 'Riley Root',
      userType: 'user',
      isSystem: true,
      password: DEMO_PASSWORD,
    });
    const { id: salesId } = await accounts.create({
      company: root,
      email: 'sales@demo.test',
      name: 'Sam Sales',
      userType: 'sales',
      password: DEMO_PASSWORD,
    });
    const agency = await ctx.use(Companies).create({ kind: 'agency', parent: root, name: 'Bright Leads' });
    await accounts.create({
      company: agency,
      email: 'agency@demo.test',
      name: 'Alex Agency',
      userType: 'userdownline',
      password: DEMO_PASSWORD,
    });
    await accounts.create({
      company: agency,
      email: 'admin@demo.test',
      name: 'Ada Admin',
      userType: 'administrator',
      password: DEMO_PASSWORD,
    });
    const client = await ctx.use(Companies).create({ kind: 'client', parent: agency, name: 'Harbor Coffee' });
    await accounts.create({
      company: client,
      email: 'client@demo.test',
      name: 'Chris Client',
      userType: 'client',
      password: DEMO_PASSWORD,
    });
    await ctx.use(Switches).grant(agency, 'wallet.data_wallet', true);
    return { agency, client, salesId };
  });
  await kernel.platform('core_host').insert({ host: 'bright.localhost', tenant_id: companies.agency.id, verified_at: new Date() });
  return companies;
}

/** The pixel of the demo campaign as a script tag. */
export async function demoPixel(kernel: Kernel): Promise<string> {
  const notes = await readNotes(kernel);
  if (!notes) return '';
  const client = await findTenant(kernel.platform, notes.clientId);
  return client ? asSystem(kernel, client, async (ctx) => (await ctx.use(Pixels).of(notes.campaignId)).script) : '';
}

/** The signing secret of the demo webhook, or empty. */
export const demoWebhookSecret = async (kernel: Kernel): Promise<string> => (await readNotes(kernel))?.webhookSecret ?? '';

/** What `npm start` prints. */
export function describeDemo(kernel: Kernel, shopPort: number): string[] {
  return [
    '',
    `  Product    ${kernel.config.publicOrigin}   (agency host: ${kernel.config.publicOrigin.replace('localhost', 'bright.localhost')})`,
    `  Demo shop  http://localhost:${shopPort}   browse it as somebody and watch the lead arrive`,
    `  Mail       ${kernel.config.publicOrigin}/dev/mail`,
    `  Accounts   root@demo.test  agency@demo.test  admin@demo.test  sales@demo.test  client@demo.test`,
    `  Password   ${DEMO_PASSWORD}`,
    '',
  ];
}
